/**
 * Calls `then` for each edit in a form or list of fields. Automation can change a choice with `change` events
 * only.
 */
export function onEdit(root, then, signal) {
  root.addEventListener("input", then, { signal });
  const chosen = (event) => event.target instanceof HTMLSelectElement && then(event);
  root.addEventListener("change", chosen, { signal });
}
