/** Updates parts of a sheet with HTML from the engine. */
import { markup } from "../trusted.js";

const CONTROLS = "button:enabled, a[href], input:enabled, select:enabled, summary";

/**
 * Updates the HTML of an element with `updateChildren`. If the focused control disappears, such as a roll
 * button that can't be paid again, the one before it gets the focus; otherwise the focus would return to the
 * start of the page.
 */
export function showHtml(place, html) {
  const template = document.createElement("template");
  template.innerHTML = markup(html);
  const at = [...place.querySelectorAll(CONTROLS)].indexOf(document.activeElement);
  updateChildren(place, template.content);
  if (at < 0 || place.contains(document.activeElement)) return;
  const controls = [...place.querySelectorAll(CONTROLS)];
  controls[Math.max(0, Math.min(at, controls.length) - 1)]?.focus({ preventScroll: true });
}

/** Updates the drawings in `root`, HTML by field, in the elements with that field as their `data-drawn`. */
export function showDrawn(root, drawn) {
  for (const slot of root.querySelectorAll("[data-drawn]")) {
    showHtml(slot, drawn[slot.dataset.drawn] ?? "");
  }
}

/**
 * Makes an element equal to another. Unchanged child elements stay in the page and get the new attributes and
 * text, so that the stylesheet can animate changes. Opened elements stay open.
 */
function updateChildren(now, next) {
  const children = [...now.childNodes];
  const nextChildren = [...next.childNodes];
  nextChildren.forEach((child, place) => {
    const old = children[place];
    if (old?.nodeName !== child.nodeName) {
      if (old) old.replaceWith(child);
      else now.append(child);
    } else if (child.nodeType === Node.ELEMENT_NODE) {
      updateAttributes(old, child);
      updateChildren(old, child);
    } else if (old.data !== child.data) {
      old.data = child.data;
    }
  });
  for (const extra of children.slice(nextChildren.length)) extra.remove();
}

function updateAttributes(now, next) {
  const removed = now.getAttributeNames().filter((name) => name !== "open" && !next.hasAttribute(name));
  for (const name of removed) now.removeAttribute(name);
  for (const name of next.getAttributeNames()) {
    if (now.getAttribute(name) !== next.getAttribute(name)) now.setAttribute(name, next.getAttribute(name));
  }
}
