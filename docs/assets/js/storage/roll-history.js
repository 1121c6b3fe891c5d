/**
 * The rolls of this site and the rolls saved by name, as records.
 *
 *     throws   {key, at, calculator, inputs, faces, label, title, asked, who, verdict, tone, say, text,
 *               address}
 *     named    {key, name, calculator, inputs, who}   the key is the name, unless two have the same
 *
 * `at` is the time in milliseconds; inputs and faces reproduce the roll; the other fields are the texts shown
 * at that time; `address` is relative to the root of the site.
 */
import { timeKey } from "./keys.js";
import { normaliseRoll, normaliseNamedRoll } from "./normalise-roll.js";

/** Dispatches "change" when another tab has changed the history, or a deletion was undone. */
export class RollHistory extends EventTarget {
  #records;
  #unsaved = []; // rolls that the browser couldn't save; they last as long as the page
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
    return this.#records.lasting && !this.#unsaved.length;
  }

  /** Why saved rolls may be missing, as in `Records`. */
  get unreadReason() {
    return this.#records.unreadReason;
  }

  /**
   * Saves a roll; returns its key. If the browser can't save it, it lasts as long as the page, as the current
   * roll matters most.
   */
  async add(roll) {
    const record = { key: timeKey(roll.at), ...roll };
    await this.all();
    try {
      await this.#records.change((step) => step.put("throws", record));
    } catch {
      this.#unsaved.unshift(record);
    }
    this.#all?.unshift(record);
    return record.key;
  }

  /** Returns all rolls, newest first. */
  async all() {
    this.#all ??= [...this.#unsaved, ...(await this.#readAll("throws")).map(normaliseRoll).reverse()];
    return this.#all;
  }

  /** Deletes rolls; returns the key of the deletion. */
  async remove(...keys) {
    this.#unsaved = this.#unsaved.filter(({ key }) => !keys.includes(key));
    this.#all = null;
    return this.#records.remove(keys.map((key) => ["throws", key]));
  }

  /** Returns the named rolls, sorted by name. A backup may add a second roll of the same name. */
  async named() {
    const named = (await this.#readAll("named")).map(normaliseNamedRoll);
    return named.sort((one, other) => one.name.localeCompare(other.name));
  }

  /** Saves a roll under a name, replacing the previous one; returns whether the browser could save it. */
  async name(roll) {
    try {
      await this.#records.change((step) => step.put("named", { ...roll, key: roll.name }));
      return true;
    } catch {
      return false;
    }
  }

  /** Deletes a named roll; returns the key of the deletion. */
  forget(key) {
    return this.#records.remove([["named", key]]);
  }

  async undelete(key) {
    await this.#records.undelete(key);
    this.#all = null;
    this.dispatchEvent(new Event("change"));
  }

  async #readAll(store) {
    try {
      return await this.#records.read((step) => step.all(store));
    } catch {
      return [];
    }
  }
}
