/** What an element says, from its `data-words` (JSON); what stands in braces is filled in. */
export function phrase(element, word, filled = {}) {
  const text = JSON.parse(element.dataset.words)[word];
  const fill = (said, [name, value]) => said.replace(`{${name}}`, () => value);
  return Object.entries(filled).reduce(fill, text);
}
