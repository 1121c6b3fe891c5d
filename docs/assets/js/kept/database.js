/**
 * The browser's database as `records.js` asks for it. Each record has a `key` of its own, a text, and lies in one of
 * these stores.
 */
export const STORES = ["things", "throws", "named", "bookmarks", "deleted"];
const VERSION = 1;

/** `openDB` is idb's. */
export async function openDatabase(openDB, name) {
  const open = () =>
    openDB(name, VERSION, {
      upgrade(db) {
        for (const store of STORES) db.createObjectStore(store, { keyPath: "key" });
      },
      blocking: (_, __, { target }) => target.close(), // a newer version of the site, in another tab, needs it
    });
  return new Database(await open(), open);
}

class Database {
  lasting = true;
  #db;
  #open;

  constructor(db, open) {
    this.#db = db;
    this.#open = open;
  }

  /** Does `work` whole or not at all, and gives what it gives. `mode` is "readonly" or "readwrite". */
  async step(mode, work) {
    const tx = await this.#begin(mode);
    const done = tx.done.then(
      () => null,
      (error) => error ?? new Error("it was given up"),
    );
    try {
      const result = await work(stepOf(tx));
      tx.commit?.();
      const failed = await done;
      if (failed) throw failed;
      return result;
    } catch (error) {
      giveUp(tx);
      await done;
      throw error;
    }
  }

  /** Safari cuts a page off from its database when it has been in the background: then it is opened again. */
  async #begin(mode) {
    try {
      return this.#db.transaction(STORES, mode);
    } catch {
      this.#db = await this.#open();
      return this.#db.transaction(STORES, mode);
    }
  }

  close() {
    this.#db.close();
  }
}

function stepOf(tx) {
  const below = (start) => (start ? IDBKeyRange.bound(start, `${start}\uffff`) : undefined);
  return {
    get: (store, key) => tx.objectStore(store).get(key),
    all: (store, start = "") => tx.objectStore(store).getAll(below(start)),
    put: (store, record) => tx.objectStore(store).put(record),
    delete: (store, key) => tx.objectStore(store).delete(key),
  };
}

function giveUp(tx) {
  try {
    tx.abort();
  } catch {
    // it is over already
  }
}
