/**
 * What a reader has marked in the books, and where they were, in the browser's storage:
 *
 *     diceleaf:bookmark:KEY   when it was marked, in milliseconds; KEY is that of a thing (finding/finder.js)
 *     diceleaf:place:BOOK     {address, chapter, section, at}: where the reader of this book was last
 *     diceleaf:lately         the keys of what was last found, newest first
 *
 * All are comforts: a storage that is full or switched off forgets them, and nothing else happens.
 */
const BOOKMARK = "diceleaf:bookmark:";
const PLACE = "diceleaf:place:";
const LATELY = "diceleaf:lately";
const REMEMBERED = 6;

export class Marks {
  #storage;

  constructor(storage) {
    this.#storage = storage;
  }

  isMarked(key) {
    return this.#storage.get(BOOKMARK + key) !== null;
  }

  /** Marks what isn't, and the other way round; says whether it is marked now. */
  turn(key) {
    if (this.isMarked(key)) this.#storage.remove(BOOKMARK + key);
    else this.#keep(BOOKMARK + key, String(Date.now()));
    return this.isMarked(key);
  }

  /** The keys of all bookmarks, newest first. */
  bookmarks() {
    return this.#below(BOOKMARK)
      .sort((one, other) => Number(this.#storage.get(other)) - Number(this.#storage.get(one)))
      .map((key) => key.slice(BOOKMARK.length));
  }

  /** Notes where the reader of a book is. */
  read(book, place) {
    this.#keep(PLACE + book, JSON.stringify({ ...place, at: Date.now() }));
  }

  /** Where the reader of a book was, or null. */
  place(book) {
    const place = this.#parsed(PLACE + book);
    return typeof place?.address === "string" && typeof place.chapter === "string" ? place : null;
  }

  /** The books that were read, the last first: [{book, address, chapter, section}]. */
  places() {
    return this.#below(PLACE)
      .map((key) => ({ book: key.slice(PLACE.length), ...this.place(key.slice(PLACE.length)) }))
      .filter(({ address }) => address)
      .sort((one, other) => other.at - one.at);
  }

  found(key) {
    const others = this.lately().filter((each) => each !== key);
    this.#keep(LATELY, JSON.stringify([key, ...others].slice(0, REMEMBERED)));
  }

  /** The keys of what was found last, newest first. */
  lately() {
    const keys = this.#parsed(LATELY);
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
