/**
 * Where the reader of each book was, and what was last found, in the plain storage.
 *
 *     place:BOOK   {address, chapter, section, at}
 *     lately       the keys of what was last found, newest first
 *
 * Both are comforts: a storage that is full or switched off forgets them, and nothing else happens.
 */
const REMEMBERED = 6;

export class ReadingPositions {
  #storage;

  constructor(storage) {
    this.#storage = storage;
  }

  /** Saves the reading position in a book. */
  read(book, place) {
    this.#storage.note(`place:${book}`, JSON.stringify({ ...place, at: Date.now() }));
  }

  /** Returns the reading position in a book, or null. */
  place(book) {
    return this.#storage.read(`place:${book}`);
  }

  /** Returns the books that were read, the last first: [{book, address, chapter, section}]. */
  get all() {
    const books = this.#storage.keys("place:").map((name) => name.slice("place:".length));
    return books
      .map((book) => ({ book, ...this.place(book) }))
      .filter(({ address }) => address)
      .sort((one, other) => other.at - one.at);
  }

  found(key) {
    const others = this.lately.filter((each) => each !== key);
    this.#storage.note("lately", JSON.stringify([key, ...others].slice(0, REMEMBERED)));
  }

  /** Returns the keys of the last results, newest first. */
  get lately() {
    return this.#storage.read("lately") ?? [];
  }
}
