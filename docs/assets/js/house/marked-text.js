/** Elements that house rules add to the text of a page, and remove again. */

export const LABEL = "House rule";

const OUTERMOST = "ul, ol, table, dl, figure, .ruling, .md-typeset__scrollwrap";
const ADDED = ".house-rule--new, .house-rule--brief";

export function make(document, name, classes) {
  const element = document.createElement(name);
  element.className = classes;
  return element;
}

/** Adds a label beside an element. */
export function flagOf(document, text) {
  const flag = make(document, "span", "house-flag");
  flag.textContent = text;
  return flag;
}

/** Adds a new rule after the block of an element, and after earlier new rules there. */
export function putAfter(element, rule) {
  let place = element.closest("p, li") ?? element;
  for (let next = place; next; next = place.parentElement.closest(OUTERMOST)) place = next;
  while (place.nextElementSibling?.matches(ADDED)) place = place.nextElementSibling;
  place.after(rule);
}

/** Removes classes from an element, and an empty class attribute, which the original doesn't have. */
export function dropClass(element, ...names) {
  element.classList.remove(...names);
  if (!element.className) element.removeAttribute("class");
}

/**
 * Strikes out the book's words in nodes that are siblings, and returns a function that restores them. Before
 * them, a screen reader says what is `spoken`.
 */
export function strikeOut(nodes, spoken) {
  if (!nodes.some(({ textContent }) => textContent.trim())) return () => {};
  const { ownerDocument } = nodes[0];
  const struck = make(ownerDocument, "s", "house-rule__struck");
  const note = make(ownerDocument, "span", "visually-hidden");
  note.textContent = ` ${spoken}: `;
  nodes[0].before(struck);
  struck.append(note, ...nodes);
  return () => {
    note.remove();
    struck.replaceWith(...nodes);
  };
}
