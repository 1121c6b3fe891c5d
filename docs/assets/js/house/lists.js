/** Editable lists, and messages beside fields. */
import { stripDirectionMarks } from "../messages.js";

/**
 * Fills a list with a copy of the template for each of `lines`: {key, label, href, text}. Existing lines
 * stay, and with them the focus.
 */
export function fillList(list, template, lines) {
  const itemsByKey = new Map([...list.children].map((item) => [item.dataset.key, item]));
  const items = lines.map((line) => {
    const item = itemsByKey.get(line.key) ?? template.content.firstElementChild.cloneNode(true);
    fillLine(item, line);
    return item;
  });
  if (items.length !== itemsByKey.size || items.some((item, at) => item !== list.children[at])) {
    list.replaceChildren(...items);
  }
  list.hidden = !items.length;
}

function fillLine(item, { key, label, href, text }) {
  item.dataset.key = key;
  const link = item.querySelector('[data-part="link"]');
  link.textContent = label;
  if (href) link.href = href;
  else link.removeAttribute("href");
  item.querySelector('[data-part="text"]').textContent = stripDirectionMarks(text);
  for (const repeat of item.querySelectorAll('[data-part="again"]')) repeat.textContent = label;
}

/** Shows a message beside a field, or removes it with "". */
export function showProblem(control, message) {
  document.getElementById(`${control.id}--problems`).textContent = message;
  if (message) control.setAttribute("aria-invalid", "true");
  else control.removeAttribute("aria-invalid");
}
