/**
 * Calls `then` for each edit in a form or list of fields. A choice may be told by `change` alone, as
 * automation does.
 */
export function onEdit(root, then, signal) {
  root.addEventListener("input", then, { signal });
  const chosen = (event) => event.target instanceof HTMLSelectElement && then(event);
  root.addEventListener("change", chosen, { signal });
}
