/**
 * The reading position in each book, and the last search results, in the local storage.
 *
 *     place:BOOK   {address, chapter, section, at}
 *     lately       the keys of the last results, newest first
 *
 * Neither is essential: if the storage is full or disabled, they are forgotten without a message.
 */
const MAX_RECENT = 6;

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

  addRecent(key) {
    const others = this.recent.filter((each) => each !== key);
    this.#storage.note("lately", JSON.stringify([key, ...others].slice(0, MAX_RECENT)));
  }

  /** Returns the keys of the last results, newest first. */
  get recent() {
    return this.#storage.read("lately") ?? [];
  }
}
