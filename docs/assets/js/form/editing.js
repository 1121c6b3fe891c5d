/**
 * Calls `listener` for each edit in a form or list of fields. Automation can change a choice with `change`
 * events only.
 */
export function onEdit(root, listener, signal) {
  root.addEventListener("input", listener, { signal });
  const onChoice = (event) => event.target instanceof HTMLSelectElement && listener(event);
  root.addEventListener("change", onChoice, { signal });
}
