/**
 * The plain storage in the place of a database that can't be had, as on some pages opened from a folder. A
 * record of a store lies under `kept:STORE:KEY`.
 *
 * What changes several records is noted first as a whole, under `step`, so that a step which is broken off in
 * the middle is brought to its end by whoever opens the storage next.
 */
import { parseRecord } from "./keys.js";

const STEP = "step";

export class LocalStorageFallback {
  #storage;

  /** `storage` as `openStorage` gives it. */
  constructor(storage) {
    this.#storage = storage;
    this.lasting = storage.lasting;
    try {
      this.#finish();
    } catch {
      // there is no room for the rest of it, and nothing else is written before there is
    }
  }

  /** As a database does it. */
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
      const written = [...changes.keys()].filter((name) => name.startsWith(nameOf(store, start)));
      const names = new Set([...this.#storage.keys(nameOf(store, "")), ...written]);
      const found = [...names].filter((name) => name.startsWith(nameOf(store, start))).sort();
      return found.map((name) => read(store, name)).filter(Boolean);
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
    this.#finish();
    if (changes.length === 1) return this.#put(changes[0]);
    const before = changes.map(([name]) => [name, this.#storage.get(name)]);
    this.#storage.set(STEP, JSON.stringify(changes));
    try {
      this.#carryOut(changes);
    } catch (error) {
      this.#inOrder(before);
      this.#storage.remove(STEP);
      throw error;
    }
  }

  #finish() {
    const begun = stepIn(this.#storage.get(STEP));
    if (begun) this.#carryOut(begun);
  }

  #carryOut(changes) {
    this.#inOrder(changes);
    this.#storage.remove(STEP);
  }

  /** What makes room comes first. */
  #inOrder(changes) {
    for (const change of changes) if (change[1] === null) this.#put(change);
    for (const change of changes) if (change[1] !== null) this.#put(change);
  }

  #put([name, text]) {
    if (text === null) this.#storage.remove(name);
    else this.#storage.set(name, text);
  }
}

/** The changes that a text notes; null where it is damaged. */
function stepIn(text) {
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
