/**
 * The throws of this browser and the throws kept by name, in its database. SITE is the path of the site, as in
 * `marks.js`. Where the database can't be had, a memory that lasts as long as the page; `lasting` says which.
 *
 *     diceleaf:SITE, throws   {id, at, calculator, inputs, faces, label, title, asked, who, verdict, tone, say, text, address}
 *     diceleaf:SITE, named    {name, calculator, inputs, who}
 *
 * `at` is in milliseconds; inputs and faces throw it again; the rest is told as it was then; `address` begins at the
 * root of the site.
 */
const VERSION = 1;

/** The history of this site. Another tab's change of it is told by a "change" event. */
export async function openHistory(site) {
  const name = `diceleaf:${site}`;
  try {
    const { openDB } = await import("../libraries/idb.js");
    return new History(await openThrows(openDB, name), name);
  } catch {
    return new History(null, name);
  }
}

/** The database, made or brought to the present version; `openDB` is idb's. */
export function openThrows(openDB, name) {
  return openDB(name, VERSION, {
    upgrade(db) {
      db.createObjectStore("throws", { keyPath: "id", autoIncrement: true });
      db.createObjectStore("named", { keyPath: "name" });
    },
  });
}

export class History extends EventTarget {
  #db;
  #others;

  /** `db` as `openThrows` gives it, or null for a memory. */
  constructor(db, name) {
    super();
    this.#db = db ?? memory();
    this.lasting = db !== null;
    this.#others = globalThis.BroadcastChannel ? new BroadcastChannel(name) : null;
    this.#others?.addEventListener("message", () => this.dispatchEvent(new Event("change")));
    this.#others?.unref?.(); // Node would wait for it
  }

  /** Keeps a throw; gives its id. */
  async add(thrown) {
    const id = await this.#do((db) => db.add("throws", thrown));
    this.#tell();
    return id;
  }

  /** All throws, newest first. */
  async all() {
    return (await this.#do((db) => db.getAll("throws"))).reverse();
  }

  async remove(id) {
    await this.#do((db) => db.delete("throws", id));
    this.#tell();
  }

  async clear() {
    await this.#do((db) => db.clear("throws"));
    this.#tell();
  }

  /** The throws kept by name, by name. */
  async named() {
    const found = await this.#do((db) => db.getAll("named"));
    return found.sort((one, other) => one.name.localeCompare(other.name));
  }

  /** Keeps a throw by its name, in the place of one that has it. */
  async name(thrown) {
    await this.#do((db) => db.put("named", thrown));
    this.#tell();
  }

  async forget(name) {
    await this.#do((db) => db.delete("named", name));
    this.#tell();
  }

  /** A database that fails is given up for a memory: the throw at hand matters more. */
  async #do(work) {
    try {
      return await work(this.#db);
    } catch {
      this.#db = memory();
      this.lasting = false;
      return work(this.#db);
    }
  }

  #tell() {
    this.#others?.postMessage("changed");
  }
}

/** As much of a database as is used here. */
function memory() {
  const stores = { throws: new Map(), named: new Map() };
  let last = 0;
  return {
    add: async (store, value) => (stores[store].set((last += 1), { ...value, id: last }), last),
    put: async (store, value) => void stores[store].set(value.name, value),
    getAll: async (store) => [...stores[store].values()],
    delete: async (store, key) => void stores[store].delete(key),
    clear: async (store) => stores[store].clear(),
  };
}
