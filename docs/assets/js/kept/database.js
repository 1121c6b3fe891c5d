/**
 * The browser's database as `records.js` asks for it. Each record has a `key` of its own, a text, and lies in one of
 * these stores.
 */
export const STORES = ["things", "throws", "named", "bookmarks", "deleted"];
const VERSION = 1;

/** So long it may take for an answer, in milliseconds: some versions of Safari never give one. */
const PATIENCE = 15_000;

/** The database did not answer in time. What was asked of it has not been done. */
export class Unanswered extends Error {}

/** `openDB` is idb's. Rejects with Unanswered. */
export async function openDatabase(openDB, name, patience = PATIENCE) {
  const open = () =>
    openDB(name, VERSION, {
      upgrade(db) {
        for (const store of STORES) db.createObjectStore(store, { keyPath: "key" });
      },
      blocking: (_, __, { target }) => target.close(), // a newer version of the site, in another tab, needs it
    });
  return new Database(await inTime(open(), patience), open, patience);
}

/**
 * A page that is left may be put aside as it stands, with its steps, and each other page would wait for them. So they
 * are given up before, and done when the page is shown again.
 */
class Database {
  lasting = true;
  #db;
  #open;
  #patience;
  #running = new Set();
  #shown = Promise.resolve(); // resolves once the page that was left is shown again

  constructor(db, open, patience) {
    this.#db = db;
    this.#open = open;
    this.#patience = patience;
    globalThis.addEventListener?.("pagehide", () => this.#leave());
  }

  /**
   * Does `work` whole or not at all, and gives what it gives. `mode` is "readonly" or "readwrite". Rejects with what
   * `work` or the browser says, or with Unanswered. `work` may be begun again from its beginning.
   */
  async step(mode, work) {
    const shown = this.#shown;
    await shown;
    try {
      return await this.#once(mode, work);
    } catch (error) {
      if (shown === this.#shown) throw error;
      return this.step(mode, work);
    }
  }

  async #once(mode, work) {
    const tx = await this.#begin(mode);
    const clock = new Clock(this.#patience, () => giveUp(tx));
    const done = tx.done.then(
      () => null,
      (error) => error,
    );
    this.#running.add(tx);
    try {
      const result = await work(stepOf(tx, clock));
      clock.restart();
      tx.commit?.();
      const failed = await done;
      if (failed) throw failed;
      return result;
    } catch (error) {
      giveUp(tx);
      await done;
      throw clock.hasRung ? new Unanswered() : error;
    } finally {
      clock.stop();
      this.#running.delete(tx);
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

  #leave() {
    this.#shown = new Promise((shown) => globalThis.addEventListener("pageshow", shown, { once: true }));
    for (const tx of this.#running) giveUp(tx);
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
    clock = new Clock(patience, () => reject(new Unanswered()));
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
