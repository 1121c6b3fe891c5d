/** What is drawn of a sheet's values, beside its fields. */
import { markup } from "../trusted.js";

const CONTROLS = "button:enabled, a[href], input:enabled, select:enabled, summary";

/**
 * Puts HTML into a place, as `settle` does. Where the control that has the focus goes, such as a throw that
 * can't be paid twice, the one before it has it then: else the keyboard would begin the page again.
 */
export function showHtml(place, html) {
  const template = document.createElement("template");
  template.innerHTML = markup(html);
  const at = [...place.querySelectorAll(CONTROLS)].indexOf(document.activeElement);
  settle(place, template.content);
  if (at < 0 || place.contains(document.activeElement)) return;
  const left = [...place.querySelectorAll(CONTROLS)];
  left[Math.max(0, Math.min(at, left.length) - 1)]?.focus({ preventScroll: true });
}

/** Puts drawings, HTML by field, into the elements of `root` with that field as their `data-drawn`. */
export function showDrawn(root, drawn) {
  for (const slot of root.querySelectorAll("[data-drawn]")) {
    showHtml(slot, drawn[slot.dataset.drawn] ?? "");
  }
}

/**
 * Makes what stands there like what is to stand there. Elements that stay keep their place in the page and
 * take over attributes and words, so that the style sheet can let what has changed move. What a reader has
 * opened stays open.
 */
function settle(now, next) {
  const kept = [...now.childNodes];
  const wanted = [...next.childNodes];
  wanted.forEach((child, place) => {
    const old = kept[place];
    if (old?.nodeName !== child.nodeName) {
      if (old) old.replaceWith(child);
      else now.append(child);
    } else if (child.nodeType === Node.ELEMENT_NODE) {
      takeOver(old, child);
      settle(old, child);
    } else if (old.data !== child.data) {
      old.data = child.data;
    }
  });
  for (const left of kept.slice(wanted.length)) left.remove();
}

function takeOver(now, next) {
  const gone = now.getAttributeNames().filter((name) => name !== "open" && !next.hasAttribute(name));
  for (const name of gone) now.removeAttribute(name);
  for (const name of next.getAttributeNames()) {
    if (now.getAttribute(name) !== next.getAttribute(name)) now.setAttribute(name, next.getAttribute(name));
  }
}
