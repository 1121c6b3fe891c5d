/** Lists of lines that can be changed, and what is wrong beside a field. */
import { stripDirectionMarks } from "../messages.js";

/**
 * Fills a list with a copy of the template for each of `lines`: {key, label, href, text}. A line that is
 * there already stays, so that the focus does, too.
 */
export function fillList(list, template, lines) {
  const before = new Map([...list.children].map((item) => [item.dataset.key, item]));
  const items = lines.map((line) => {
    const item = before.get(line.key) ?? template.content.firstElementChild.cloneNode(true);
    fillLine(item, line);
    return item;
  });
  if (items.length !== before.size || items.some((item, at) => item !== list.children[at])) {
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
  for (const again of item.querySelectorAll('[data-part="again"]')) again.textContent = label;
}

/** Puts a message beside a field, or with "" takes it away. */
export function problemAt(control, message) {
  document.getElementById(`${control.id}--problems`).textContent = message;
  if (message) control.setAttribute("aria-invalid", "true");
  else control.removeAttribute("aria-invalid");
}
