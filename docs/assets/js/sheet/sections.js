/** The collapsible sections of a sheet. The first is open, the others once they contain values. */
import { withRows } from "../form/values.js";
import { same } from "../storage/merge.js";

export class Sections {
  #form;
  #sections;
  #blank;
  #opened = new Set();

  /** `form` holds the sections, `blank` is a new character; a link to a section opens it. */
  constructor(form, blank, signal) {
    this.#form = form;
    this.#sections = [...form.querySelectorAll(".sheet__section")];
    this.#blank = withRows(form, blank);
    const reveal = (event) => this.#reveal(event.target.closest?.("a[href^='#']"));
    form.parentElement.addEventListener("click", reveal, { signal });
  }

  /** Opens the sections with values of another character. */
  show(item) {
    const data = withRows(this.#form, item);
    this.#opened.clear();
    this.#sections.forEach((section, place) => {
      const hasValues = this.#hasValues(section, data);
      section.open = !place || hasValues;
      if (hasValues) this.#opened.add(section);
    });
  }

  /** Opens sections that have just got values, unless the reader has closed them. */
  openBegun(item) {
    for (const section of this.#sections) {
      if (this.#opened.has(section) || !this.#hasValues(section, item)) continue;
      this.#opened.add(section);
      section.open = true;
    }
  }

  #hasValues({ dataset }, item) {
    return dataset.fields.split(" ").some((field) => field in item && !same(item[field], this.#blank[field]));
  }

  #reveal(link) {
    const section = this.#sections.find(({ id }) => link?.hash === `#${id}`);
    if (section) section.open = true;
  }
}
