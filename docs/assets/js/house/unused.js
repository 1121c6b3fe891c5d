/** The excluded sections and entries of a set: a list, and a search for more. */
import { withUse } from "./change.js";
import { connectFinder, filterByWords } from "./finder.js";
import { fillList } from "./lists.js";
import { partsOf } from "./parts.js";

export class UnusedParts {
  #page;
  #parts = null; // of the book

  constructor(page, signal) {
    this.#page = page;
    const search = { find: (words) => this.#find(words), choose: (part) => this.#exclude(part) };
    connectFinder(page, "find-part", search, signal);
    page.onCommand({ use: ({ key }) => this.#include(key) });
  }

  show(set) {
    const places = [...Object.keys(set.entries), ...set.hidden];
    const partsByPlace = new Map(this.#parts?.map((part) => [part.place, part]));
    const lines = places.map((place) => ({
      text: "",
      ...(partsByPlace.get(place) ?? { label: place }),
      key: place,
    }));
    fillList(this.#page.part("unused"), this.#page.part("unused-line"), lines);
    if (places.length && !this.#parts) this.#load().then(() => this.#parts && this.show(this.#page.set));
  }

  async #load() {
    try {
      this.#parts = await partsOf(this.#page.book.game);
    } catch {
      this.#page.showMessage("search");
    }
  }

  async #find(words) {
    if (!this.#parts) await this.#load();
    return filterByWords(this.#parts ?? [], words, ({ label, text }) => `${label} ${text}`);
  }

  async #exclude(part) {
    const { set, limits } = this.#page;
    const count = part.kind === "entry" ? Object.keys(set.entries).length : set.hidden.length;
    if (count >= limits.hidden) return this.#page.showMessage("many", { most: limits.hidden });
    await this.#page.change((before) => withUse(before, part, false), ["hidden", { what: part.label }]);
    this.#page.part("find-part").focus();
  }

  async #include(place) {
    const kind = Object.hasOwn(this.#page.set.entries, place) ? "entry" : "section";
    const what = this.#parts?.find((part) => part.place === place)?.label ?? place;
    await this.#page.change((set) => withUse(set, { kind, place }, true), ["used", { what }]);
    this.#page.part("find-part").focus();
  }
}
