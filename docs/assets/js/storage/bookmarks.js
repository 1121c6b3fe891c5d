/**
 * The reader's bookmarks, as records {key, at}: the key of an entry of the search index (search/finder.js),
 * and the time in milliseconds. All are in memory once they are loaded. Changes, here or in another tab,
 * dispatch a "change" event.
 */
export class Bookmarks extends EventTarget {
  #opened;
  #records = null;
  #timeByKey = new Map(); // key → at

  /** `opening` are the records, or a promise of them. */
  constructor(opening) {
    super();
    this.#opened = this.#open(opening);
  }

  async #open(opening) {
    this.#records = await opening;
    this.#records.addEventListener("change", ({ detail }) => {
      if (detail.some(([store]) => store === "bookmarks")) this.#read();
    });
    await this.#read();
  }

  async #read() {
    const records = await this.#records.read((step) => step.all("bookmarks"));
    this.#timeByKey = new Map(records.map(({ key, at }) => [key, at]));
    this.dispatchEvent(new Event("change"));
  }

  /** Resolves when they are loaded. */
  get opened() {
    return this.#opened;
  }

  isMarked(key) {
    return this.#timeByKey.has(key);
  }

  /** Adds a bookmark, or removes it. If the storage is full, nothing changes. */
  async toggle(key) {
    await this.#opened;
    try {
      await this.#records.change(async (step) => {
        if (this.isMarked(key)) await step.delete("bookmarks", key);
        else await step.put("bookmarks", { key, at: Date.now() });
      });
    } catch {
      // the page then shows what is stored
    }
    await this.#read();
  }

  /** Returns the keys of all bookmarks, newest first. */
  get all() {
    return [...this.#timeByKey].sort(([, one], [, other]) => other - one).map(([key]) => key);
  }
}
