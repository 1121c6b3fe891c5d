/**
 * The sections of a sheet, each behind its heading: a part that nobody has begun is a line. The first stands
 * open, the rest as soon as something is in them.
 */
import { withRows } from "../form/values.js";
import { same } from "../storage/merge.js";

export class Parts {
  #form;
  #sections;
  #blank;
  #begun = new Set();

  /** `form` holds the sections, `blank` is a new character; a link to a section opens it. */
  constructor(form, blank, signal) {
    this.#form = form;
    this.#sections = [...form.querySelectorAll(".sheet__section")];
    this.#blank = withRows(form, blank);
    const reveal = (event) => this.#reveal(event.target.closest?.("a[href^='#']"));
    form.parentElement.addEventListener("click", reveal, { signal });
  }

  /** Another character: what is begun of it stands open. */
  show(thing) {
    const shown = withRows(this.#form, thing);
    this.#begun.clear();
    this.#sections.forEach((section, place) => {
      const begun = this.#isBegun(section, shown);
      section.open = !place || begun;
      if (begun) this.#begun.add(section);
    });
  }

  /** Opens what has been begun just now; what the reader has shut before stays shut. */
  openBegun(thing) {
    for (const section of this.#sections) {
      if (this.#begun.has(section) || !this.#isBegun(section, thing)) continue;
      this.#begun.add(section);
      section.open = true;
    }
  }

  #isBegun({ dataset }, thing) {
    return dataset.fields
      .split(" ")
      .some((field) => field in thing && !same(thing[field], this.#blank[field]));
  }

  #reveal(link) {
    const section = this.#sections.find(({ id }) => link?.hash === `#${id}`);
    if (section) section.open = true;
  }
}
