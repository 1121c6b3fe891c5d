const FIELDS = "input, select, textarea, [contenteditable]";

/** Whether a letter was pressed for what it does here: alone, and not to be typed into a field. */
export function isShortcut({ ctrlKey, metaKey, altKey, target }) {
  return !ctrlKey && !metaKey && !altKey && !target.closest?.(FIELDS);
}
