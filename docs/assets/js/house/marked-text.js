/** Elements that house rules add to the text of a page, and take away again. */

export const LABEL = "House rule";

const OUTERMOST = "ul, ol, table, dl, figure, .ruling";
const ADDED = ".house-rule--new, .house-rule--brief";

export function make(document, name, classes) {
  const element = document.createElement(name);
  element.className = classes;
  return element;
}

/** A label beside what it is about. */
export function flagOf(document, text) {
  const flag = make(document, "span", "house-flag");
  flag.textContent = text;
  return flag;
}

/** Puts a rule of the table's after the whole of what an element is in, and after those that are there. */
export function putAfter(element, rule) {
  let place = element.closest("p, li") ?? element;
  for (let next = place; next; next = place.parentElement.closest(OUTERMOST)) place = next;
  while (place.nextElementSibling?.matches(ADDED)) place = place.nextElementSibling;
  place.after(rule);
}

/** Takes classes from an element, and an attribute that is empty then, which the book's text hasn't. */
export function dropClass(element, ...names) {
  element.classList.remove(...names);
  if (!element.className) element.removeAttribute("class");
}
