/**
 * Shows HTML that comes from the engine, and leaves what stands there already: readers fill it in and open
 * it.
 */
import { markup } from "./trusted.js";

export class Drawing {
  #part;
  #shown; // as it was drawn last, or printed: what readers did to it since doesn't count

  /** @param {Element} part what is drawn; it may hold something that was printed. */
  constructor(part) {
    this.#part = part;
    this.#shown = asTheEngineWrites(part);
  }

  /** Puts this HTML into the part, unless it is there. */
  show(html) {
    const template = document.createElement("template");
    template.innerHTML = markup(html);
    const shown = template.innerHTML; // in the letters that the browser gives back
    if (shown !== this.#shown) this.#part.replaceChildren(template.content);
    this.#shown = shown;
  }

  /** Draws what comes next in any case. */
  forget() {
    this.#shown = null;
  }
}

/** What is printed in the part: there links begin at the page, the engine's begin at the root. */
function asTheEngineWrites(part) {
  const copy = part.cloneNode(true);
  for (const link of copy.querySelectorAll("a[href]")) link.setAttribute("href", link.href);
  return copy.innerHTML;
}
