/**
 * The throws of this site and the throws kept by name, among the records.
 *
 *     throws   {key, at, calculator, inputs, faces, label, title, asked, who, verdict, tone, say, text,
 *               address}
 *     named    {key, name, calculator, inputs, who}   the key is its name, unless two bear the same
 *
 * `at` is in milliseconds; inputs and faces throw it again; the rest is told as it was then; `address` begins
 * at the root of the site.
 */
import { timeKey } from "./keys.js";
import { normaliseRoll, normaliseNamedRoll } from "./normalise-roll.js";

/** A change that another tab made, or a thing put back, is told by a "change" event. */
export class RollHistory extends EventTarget {
  #records;
  #unkept = []; // what the browser refused to keep: it lasts as long as the page
  #all = null; // newest first

  constructor(records) {
    super();
    this.#records = records;
    records.addEventListener("change", ({ detail }) => {
      if (!detail.some(([store]) => store === "throws" || store === "named")) return;
      this.#all = null;
      this.dispatchEvent(new Event("change"));
    });
  }

  get lasting() {
    return this.#records.lasting && !this.#unkept.length;
  }

  /** Why throws that are kept aren't among these, as `Records` has it. */
  get unread() {
    return this.#records.unread;
  }

  /**
   * Keeps a throw; gives its key. Where the browser refuses it lasts as long as the page: the throw at hand
   * matters more.
   */
  async add(thrown) {
    const record = { key: timeKey(thrown.at), ...thrown };
    await this.all();
    try {
      await this.#records.change((step) => step.put("throws", record));
    } catch {
      this.#unkept.unshift(record);
    }
    this.#all?.unshift(record);
    return record.key;
  }

  /** All throws, newest first. */
  async all() {
    this.#all ??= [...this.#unkept, ...(await this.#kept("throws")).map(normaliseRoll).reverse()];
    return this.#all;
  }

  /** Deletes throws; gives the key by which they can be put back. */
  async remove(...keys) {
    this.#unkept = this.#unkept.filter(({ key }) => !keys.includes(key));
    this.#all = null;
    return this.#records.remove(keys.map((key) => ["throws", key]));
  }

  /** The throws kept by name, by name; of two that bear the same, a backup brought one. */
  async named() {
    const named = (await this.#kept("named")).map(normaliseNamedRoll);
    return named.sort((one, other) => one.name.localeCompare(other.name));
  }

  /** Keeps a throw by its name, in the place of one that has it. Says whether the browser did. */
  async name(thrown) {
    try {
      await this.#records.change((step) => step.put("named", { ...thrown, key: thrown.name }));
      return true;
    } catch {
      return false;
    }
  }

  /** Deletes a throw kept by name; gives the key by which it can be put back. */
  forget(key) {
    return this.#records.remove([["named", key]]);
  }

  async putBack(key) {
    await this.#records.putBack(key);
    this.#all = null;
    this.dispatchEvent(new Event("change"));
  }

  async #kept(store) {
    try {
      return await this.#records.read((step) => step.all(store));
    } catch {
      return [];
    }
  }
}
