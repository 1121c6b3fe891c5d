/**
 * What a reader has marked in the books, among the records: {key, at}. The key is that of a thing
 * (search/finder.js), `at` the moment, in milliseconds. All are at hand once they are opened. What changed,
 * here or in another tab, is told by a "change" event.
 */
export class Bookmarks extends EventTarget {
  #opening;
  #records = null;
  #marked = new Map(); // key → at

  /** `opening` are the records, or when they will be open. */
  constructor(opening) {
    super();
    this.#opening = this.#open(opening);
  }

  async #open(opening) {
    this.#records = await opening;
    this.#records.addEventListener("change", ({ detail }) => {
      if (detail.some(([store]) => store === "bookmarks")) this.#read();
    });
    await this.#read();
  }

  async #read() {
    const found = await this.#records.read((step) => step.all("bookmarks"));
    this.#marked = new Map(found.map(({ key, at }) => [key, at]));
    this.dispatchEvent(new Event("change"));
  }

  /** Resolves when they are at hand. */
  get opened() {
    return this.#opening;
  }

  isMarked(key) {
    return this.#marked.has(key);
  }

  /** Marks what isn't, and the other way round. A storage that is full leaves it as it is. */
  async turn(key) {
    await this.#opening;
    try {
      await this.#records.change(async (step) => {
        if (this.isMarked(key)) await step.delete("bookmarks", key);
        else await step.put("bookmarks", { key, at: Date.now() });
      });
    } catch {
      // what is shown then is how it is
    }
    await this.#read();
  }

  /** The keys of all, newest first. */
  get all() {
    return [...this.#marked].sort(([, one], [, other]) => other - one).map(([key]) => key);
  }
}
