/**
 * What a reader has marked in the books, and where they were, in the browser's storage. SITE is the path of the site,
 * such as `/book/`: others on the same host have books of their own.
 *
 *     diceleaf:bookmark:SITE:KEY   when it was marked, in milliseconds; KEY is that of a thing (finding/finder.js)
 *     diceleaf:place:SITE:BOOK     {address, chapter, section, at}: where the reader of this book was last
 *     diceleaf:lately:SITE         the keys of what was last found, newest first
 *
 * All are comforts: a storage that is full or switched off forgets them, and nothing else happens.
 */
const REMEMBERED = 6;
const WITHOUT_SITE = /^diceleaf:(bookmark:|place:|lately$)(?!\/)/;

export class Marks {
  #storage;
  #bookmark;
  #place;
  #lately;

  constructor(storage, site) {
    this.#storage = storage;
    this.#bookmark = `diceleaf:bookmark:${site}:`;
    this.#place = `diceleaf:place:${site}:`;
    this.#lately = `diceleaf:lately:${site}`;
    for (const key of storage.keys()) if (WITHOUT_SITE.test(key)) this.#adopt(key, site);
  }

  /** What was kept before sites had a name here belongs to the first that is opened. */
  #adopt(key, site) {
    const [, kind, ...rest] = key.split(":");
    const text = this.#storage.get(key);
    this.#storage.remove(key); // first, or a full storage had no room for it
    this.#keep(["diceleaf", kind, site, ...rest].join(":"), text);
  }

  isMarked(key) {
    return this.#storage.get(this.#bookmark + key) !== null;
  }

  /** Marks what isn't, and the other way round; says whether it is marked now. */
  turn(key) {
    if (this.isMarked(key)) this.#storage.remove(this.#bookmark + key);
    else this.#keep(this.#bookmark + key, String(Date.now()));
    return this.isMarked(key);
  }

  /** The keys of all bookmarks, newest first. */
  bookmarks() {
    return this.#below(this.#bookmark)
      .sort((one, other) => Number(this.#storage.get(other)) - Number(this.#storage.get(one)))
      .map((key) => key.slice(this.#bookmark.length));
  }

  /** Notes where the reader of a book is. */
  read(book, place) {
    this.#keep(this.#place + book, JSON.stringify({ ...place, at: Date.now() }));
  }

  /** Where the reader of a book was, or null. */
  place(book) {
    const place = this.#parsed(this.#place + book);
    return typeof place?.address === "string" && typeof place.chapter === "string" ? place : null;
  }

  /** The books that were read, the last first: [{book, address, chapter, section}]. */
  places() {
    return this.#below(this.#place)
      .map((key) => ({ book: key.slice(this.#place.length), ...this.place(key.slice(this.#place.length)) }))
      .filter(({ address }) => address)
      .sort((one, other) => other.at - one.at);
  }

  found(key) {
    const others = this.lately().filter((each) => each !== key);
    this.#keep(this.#lately, JSON.stringify([key, ...others].slice(0, REMEMBERED)));
  }

  /** The keys of what was found last, newest first. */
  lately() {
    const keys = this.#parsed(this.#lately);
    return Array.isArray(keys) ? keys.filter((key) => typeof key === "string") : [];
  }

  #below(start) {
    return this.#storage.keys().filter((key) => key.startsWith(start));
  }

  #parsed(key) {
    try {
      return JSON.parse(this.#storage.get(key));
    } catch {
      return null;
    }
  }

  #keep(key, text) {
    try {
      this.#storage.set(key, text);
    } catch {
      // a full storage keeps what it has
    }
  }
}
