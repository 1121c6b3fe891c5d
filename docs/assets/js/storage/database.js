/**
 * The browser's database as `records.js` asks for it. Each record has a `key` of its own, a text, and lies in
 * one of these stores.
 */
export const STORES = ["things", "throws", "named", "bookmarks", "deleted"];
const VERSION = 1;

/** So long it may take for an answer, in milliseconds: some versions of Safari never give one. */
const PATIENCE = 15_000;

/** The database did not answer in time. What was asked of it has not been done. */
export class DatabaseTimeoutError extends Error {}

/** The database is that of a newer version of the site, which this one can't read. */
export class NewerDatabaseError extends Error {}

/** `openDB` is idb's. Rejects with Unanswered or Newer. */
export async function openDatabase(openDB, name, patience = PATIENCE) {
  const open = async () => {
    try {
      return await openDB(name, VERSION, {
        upgrade(db) {
          for (const store of STORES) db.createObjectStore(store, { keyPath: "key" });
        },
        // a newer version of the site, in another tab, needs it
        blocking: (_, __, { target }) => target.close(),
      });
    } catch (error) {
      throw error.name === "VersionError" ? new NewerDatabaseError() : error;
    }
  };
  return new Database(await inTime(open(), patience), open, patience);
}

class Database {
  lasting = true;
  #db;
  #open;
  #patience;

  constructor(db, open, patience) {
    this.#db = db;
    this.#open = open;
    this.#patience = patience;
  }

  /**
   * Does `work` whole or not at all, and gives what it gives. `mode` is "readonly" or "readwrite". Rejects
   * with what `work` or the browser says, or with Unanswered or Newer; whatever isn't done yet is given up at
   * the `signal`.
   */
  async step(mode, work, signal) {
    const tx = await this.#begin(mode);
    const clock = new Clock(this.#patience, () => giveUp(tx));
    const done = tx.done.then(
      () => null,
      (error) => error,
    );
    const leave = () => giveUp(tx);
    signal?.addEventListener("abort", leave);
    try {
      if (signal?.aborted) leave();
      const result = await work(stepOf(tx, clock));
      clock.restart();
      tx.commit?.();
      const failed = await done;
      if (failed) throw failed;
      return result;
    } catch (error) {
      giveUp(tx);
      await done;
      throw clock.hasRung ? new DatabaseTimeoutError() : error;
    } finally {
      clock.stop();
      signal?.removeEventListener("abort", leave);
    }
  }

  /** Safari cuts a page off from its database when it has been in the background: then it is opened again. */
  async #begin(mode) {
    try {
      return this.#db.transaction(STORES, mode);
    } catch {
      this.#db = await inTime(this.#open(), this.#patience);
      return this.#db.transaction(STORES, mode);
    }
  }

  close() {
    this.#db.close();
  }
}

/** Rings when it was not wound again for so long. */
class Clock {
  hasRung = false;
  #patience;
  #ring;
  #timer;

  constructor(patience, ring) {
    this.#patience = patience;
    this.#ring = ring;
    this.restart();
  }

  restart() {
    this.stop();
    this.#timer = setTimeout(() => {
      this.hasRung = true;
      this.#ring();
    }, this.#patience);
  }

  stop() {
    clearTimeout(this.#timer);
  }
}

function inTime(promise, patience) {
  let clock;
  const late = new Promise((_, reject) => {
    clock = new Clock(patience, () => reject(new DatabaseTimeoutError()));
  });
  return Promise.race([promise, late]).finally(() => clock.stop());
}

function stepOf(tx, clock) {
  const below = (start) => (start ? IDBKeyRange.bound(start, `${start}\uffff`) : undefined);
  const asked = (store) => {
    clock.restart();
    return tx.objectStore(store);
  };
  return {
    get: (store, key) => asked(store).get(key),
    all: (store, start = "") => asked(store).getAll(below(start)),
    keys: (store) => asked(store).getAllKeys(),
    put: (store, record) => asked(store).put(record),
    delete: (store, key) => asked(store).delete(key),
  };
}

function giveUp(tx) {
  try {
    tx.abort();
  } catch {
    // it is over already
  }
}
