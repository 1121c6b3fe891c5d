/**
 * The browser's database for `records.js`. Each record has a text as its `key`, and is in one of these
 * stores.
 */
export const STORES = ["things", "throws", "named", "bookmarks", "deleted"];
const VERSION = 1;

/** How long a reply may take, in milliseconds: some versions of Safari never reply. */
const REPLY_TIMEOUT = 15_000;

/** The database didn't reply in time. The operation had no effect. */
export class DatabaseTimeoutError extends Error {}

/** A newer version of the site uses the database, and this version can't read it. */
export class NewerDatabaseError extends Error {}

/** `openDB` is idb's. Rejects with DatabaseTimeoutError or NewerDatabaseError. */
export async function openDatabase(openDB, name, timeout = REPLY_TIMEOUT) {
  const open = async () => {
    try {
      return await openDB(name, VERSION, {
        upgrade(db) {
          for (const store of STORES) db.createObjectStore(store, { keyPath: "key" });
        },
        // a newer version of the site in another tab upgrades it
        blocking: (_, __, { target }) => target.close(),
      });
    } catch (error) {
      throw error.name === "VersionError" ? new NewerDatabaseError() : error;
    }
  };
  return new Database(await withTimeout(open(), timeout), open, timeout);
}

class Database {
  lasting = true;
  #db;
  #open;
  #timeout;

  constructor(db, open, timeout) {
    this.#db = db;
    this.#open = open;
    this.#timeout = timeout;
  }

  /**
   * Runs `work` in a transaction and returns its result. `mode` is "readonly" or "readwrite". Rejects with
   * the error of `work` or of the browser, or with DatabaseTimeoutError or NewerDatabaseError. Aborts the
   * transaction at the `signal`.
   */
  async step(mode, work, signal) {
    const tx = await this.#begin(mode);
    const clock = new Clock(this.#timeout, () => abort(tx));
    const commit = tx.done.then(
      () => null,
      (error) => error,
    );
    const onAbort = () => abort(tx);
    signal?.addEventListener("abort", onAbort);
    try {
      if (signal?.aborted) onAbort();
      const result = await work(stepOf(tx, clock));
      clock.restart();
      tx.commit?.();
      const failed = await commit;
      if (failed) throw failed;
      return result;
    } catch (error) {
      abort(tx);
      await commit;
      throw clock.hasRung ? new DatabaseTimeoutError() : error;
    } finally {
      clock.stop();
      signal?.removeEventListener("abort", onAbort);
    }
  }

  /** Safari disconnects a page in the background from its database, which is then reopened. */
  async #begin(mode) {
    try {
      return this.#db.transaction(STORES, mode);
    } catch {
      this.#db = await withTimeout(this.#open(), this.#timeout);
      return this.#db.transaction(STORES, mode);
    }
  }

  close() {
    this.#db.close();
  }
}

/** Calls a function unless it is restarted within a time. */
class Clock {
  hasRung = false;
  #timeout;
  #onTimeout;
  #timer;

  constructor(timeout, onTimeout) {
    this.#timeout = timeout;
    this.#onTimeout = onTimeout;
    this.restart();
  }

  restart() {
    this.stop();
    this.#timer = setTimeout(() => {
      this.hasRung = true;
      this.#onTimeout();
    }, this.#timeout);
  }

  stop() {
    clearTimeout(this.#timer);
  }
}

function withTimeout(promise, timeout) {
  let clock;
  const timedOut = new Promise((_, reject) => {
    clock = new Clock(timeout, () => reject(new DatabaseTimeoutError()));
  });
  return Promise.race([promise, timedOut]).finally(() => clock.stop());
}

function stepOf(tx, clock) {
  const keyRange = (start) => (start ? IDBKeyRange.bound(start, `${start}\uffff`) : undefined);
  const storeFor = (store) => {
    clock.restart();
    return tx.objectStore(store);
  };
  return {
    get: (store, key) => storeFor(store).get(key),
    all: (store, start = "") => storeFor(store).getAll(keyRange(start)),
    keys: (store) => storeFor(store).getAllKeys(),
    put: (store, record) => storeFor(store).put(record),
    delete: (store, key) => storeFor(store).delete(key),
  };
}

function abort(tx) {
  try {
    tx.abort();
  } catch {
    // it has ended already
  }
}
