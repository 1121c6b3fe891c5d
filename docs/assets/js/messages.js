/** What an element says, from its `data-messages` (JSON); what stands in braces is filled in. */
export function formatMessage(element, word, filled = {}) {
  const text = JSON.parse(element.dataset.messages)[word];
  const fill = (said, [name, value]) => said.replace(`{${name}}`, () => value);
  return Object.entries(filled).reduce(fill, text);
}

/** Marks that turn the direction of text, and those that end their effect: names are shown without. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * The same as nodes for `replaceChildren`: each value filled in is isolated, so that a name in letters of
 * another direction, or with marks that turn it, changes nothing of the sentence around it. A list of
 * values is joined by commas.
 */
export function formatMessageNodes(element, word, filled = {}) {
  const pieces = JSON.parse(element.dataset.messages)[word].split(/\{([\w-]+)\}/);
  return pieces.flatMap((piece, place) => (place % 2 ? listed(filled[piece]) : piece)).filter(Boolean);
}

function listed(values) {
  return [values].flat().flatMap((value, place) => (place ? [", ", isolate(value)] : isolate(value)));
}

/** A name as a node that can stand in a sentence. */
export function isolate(name) {
  const bdi = document.createElement("bdi");
  bdi.textContent = stripDirectionMarks(String(name));
  return bdi;
}

/** A name, or a sentence that holds one, as text that turns nothing around. */
export function stripDirectionMarks(name) {
  return name.replace(TURNING, "");
}
