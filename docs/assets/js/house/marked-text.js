/** Elements that house rules add to the text of a page, and remove again. */

export const LABEL = "House rule";

const OUTERMOST = "ul, ol, table, dl, figure, .ruling, .md-typeset__scrollwrap";
const ADDED = ".house-rule--new, .house-rule--brief";

export function createElement(document, name, classes) {
  const element = document.createElement(name);
  element.className = classes;
  return element;
}

/** Adds a label beside an element. */
export function createFlag(document, text) {
  const flag = createElement(document, "span", "house-flag");
  flag.textContent = text;
  return flag;
}

/** Adds a new rule after the block of an element, and after earlier new rules there. */
export function insertAfterBlock(element, rule) {
  let place = element.closest("p, li") ?? element;
  for (let next = place; next; next = place.parentElement.closest(OUTERMOST)) place = next;
  while (place.nextElementSibling?.matches(ADDED)) place = place.nextElementSibling;
  place.after(rule);
}

/** Removes classes from an element, and an empty class attribute, which the original doesn't have. */
export function removeClasses(element, ...names) {
  element.classList.remove(...names);
  if (!element.className) element.removeAttribute("class");
}

/**
 * Strikes out the book's words in nodes that are siblings, and returns a function that restores them. A
 * screen reader says the `announcement` before them.
 */
export function strikeOut(nodes, announcement) {
  if (!nodes.some(({ textContent }) => textContent.trim())) return () => {};
  const { ownerDocument } = nodes[0];
  const struck = createElement(ownerDocument, "s", "house-rule__struck");
  const note = createElement(ownerDocument, "span", "visually-hidden");
  note.textContent = ` ${announcement}: `;
  nodes[0].before(struck);
  struck.append(note, ...nodes);
  return () => {
    note.remove();
    struck.replaceWith(...nodes);
  };
}
