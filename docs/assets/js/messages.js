/** Returns a message of the element's `data-messages` (JSON) with its placeholders filled in. */
export function formatMessage(element, key, values = {}) {
  const text = JSON.parse(element.dataset.messages)[key];
  const fill = (result, [name, value]) => result.replace(`{${name}}`, () => value);
  return Object.entries(values).reduce(fill, text);
}

/** Unicode marks that change the direction of text. Names are shown without them. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Returns the message as nodes for `replaceChildren`. Each value is isolated, so that a name in a right-to-
 * left script, or with direction marks, doesn't reorder the text around it. Lists are joined by commas.
 */
export function formatMessageNodes(element, key, values = {}) {
  const pieces = JSON.parse(element.dataset.messages)[key].split(/\{([\w-]+)\}/);
  return pieces.flatMap((piece, place) => (place % 2 ? listed(values[piece]) : piece)).filter(Boolean);
}

function listed(values) {
  return [values].flat().flatMap((value, place) => (place ? [", ", isolate(value)] : isolate(value)));
}

/** Returns a `<bdi>` node with a name, for use in a sentence. */
export function isolate(name) {
  const bdi = document.createElement("bdi");
  bdi.textContent = stripDirectionMarks(String(name));
  return bdi;
}

/** Returns text without marks that change its direction. */
export function stripDirectionMarks(name) {
  return name.replace(DIRECTION_MARKS, "");
}
