/**
 * The local storage in place of a database that isn't available, as on some pages opened from a folder. A
 * record is stored under `kept:STORE:KEY`.
 *
 * Changes to several records are first written as a whole, under `step`, so that the next visit completes a
 * change that was interrupted.
 */
import { parseRecord } from "./keys.js";

const STEP = "step";

export class LocalStorageFallback {
  #storage;

  /** `storage` is the result of `openStorage`. */
  constructor(storage) {
    this.#storage = storage;
    this.lasting = storage.lasting;
    try {
      this.#finishInterrupted();
    } catch {
      // there isn't enough space for the rest, which must be written before anything else
    }
  }

  /** Runs `work` like `Database.step`. */
  async step(mode, work) {
    const changes = new Map();
    const result = await work(this.#stepOf(changes));
    this.#write([...changes]);
    return result;
  }

  #stepOf(changes) {
    const nameOf = (store, key) => `kept:${store}:${key}`;
    const read = (store, name) => {
      const text = changes.has(name) ? changes.get(name) : this.#storage.get(name);
      const key = name.slice(nameOf(store, "").length);
      return text === null || !key ? undefined : parseRecord(text, key);
    };
    const all = async (store, start = "") => {
      const changedNames = [...changes.keys()].filter((name) => name.startsWith(nameOf(store, start)));
      const names = new Set([...this.#storage.keys(nameOf(store, "")), ...changedNames]);
      const matching = [...names].filter((name) => name.startsWith(nameOf(store, start))).sort();
      return matching.map((name) => read(store, name)).filter(Boolean);
    };
    return {
      get: async (store, key) => read(store, nameOf(store, key)),
      all,
      keys: async (store) => (await all(store)).map(({ key }) => key),
      put: async (store, record) => void changes.set(nameOf(store, record.key), JSON.stringify(record)),
      delete: async (store, key) => void changes.set(nameOf(store, key), null),
    };
  }

  #write(changes) {
    if (!changes.length) return;
    this.#finishInterrupted();
    if (changes.length === 1) return this.#put(changes[0]);
    const before = changes.map(([name]) => [name, this.#storage.get(name)]);
    this.#storage.set(STEP, JSON.stringify(changes));
    try {
      this.#finishStep(changes);
    } catch (error) {
      this.#putAll(before);
      this.#storage.remove(STEP);
      throw error;
    }
  }

  #finishInterrupted() {
    const interrupted = parseStep(this.#storage.get(STEP));
    if (interrupted) this.#finishStep(interrupted);
  }

  #finishStep(changes) {
    this.#putAll(changes);
    this.#storage.remove(STEP);
  }

  /** Deletions come first, as they make room. */
  #putAll(changes) {
    for (const change of changes) if (change[1] === null) this.#put(change);
    for (const change of changes) if (change[1] !== null) this.#put(change);
  }

  #put([name, text]) {
    if (text === null) this.#storage.remove(name);
    else this.#storage.set(name, text);
  }
}

/** Returns the changes in a text, or null if it is damaged. */
function parseStep(text) {
  try {
    const changes = JSON.parse(text);
    return Array.isArray(changes) && changes.every(isChange) ? changes : null;
  } catch {
    return null;
  }
}

function isChange(change) {
  if (!Array.isArray(change)) return false;
  const [name, text] = change;
  return typeof name === "string" && name.startsWith("kept:") && (text === null || typeof text === "string");
}
