/**
 * Updates parts of the page with HTML from the engine. Unchanged parts are left alone, so that readers keep
 * what they typed and opened in them.
 */
import { markup } from "./trusted.js";

export class Drawing {
  #part;
  #html; // the HTML of the last update, without what readers changed since

  /** `part` is the element to update, which may contain HTML of the build. */
  constructor(part) {
    this.#part = part;
    this.#html = withAbsoluteLinks(part);
  }

  /** Replaces the content of the part, unless the HTML is unchanged. */
  show(html) {
    const template = document.createElement("template");
    template.innerHTML = markup(html);
    const text = template.innerHTML; // in the browser's serialisation
    if (text !== this.#html) this.#part.replaceChildren(template.content);
    this.#html = text;
  }

  /** Makes the next `show` replace the content in any case. */
  forget() {
    this.#html = null;
  }
}

/** Returns the HTML of the build with absolute links, as the engine writes them. */
function withAbsoluteLinks(part) {
  const copy = part.cloneNode(true);
  for (const link of copy.querySelectorAll("a[href]")) link.setAttribute("href", link.href);
  return copy.innerHTML;
}
