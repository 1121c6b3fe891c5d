/** Shows notes, {field, text}, beside their fields, and removes other notes. */
export function showNotes(root, notes) {
  const texts = new Map(notes.map(({ field, text }) => [field, text]));
  for (const slot of root.querySelectorAll("[data-note]")) {
    const text = texts.get(slot.dataset.note) ?? "";
    if (slot.textContent !== text) slot.textContent = text;
    slot.hidden = !text;
  }
}
