/**
 * Everything that a reader saves on this site: records in the stores of `database.js`, which only this module
 * reads and changes. Operations wait for the database, and each change is atomic.
 *
 *     things     {key: "sheet:GAME:ID", kept: {"version": 1, "sheet": {…}, …}}   collection.js
 *     throws     {key, at, …}          roll-history.js; keys sort by time
 *     named      {key, …}              rolls saved by name
 *     bookmarks  {key, at}             bookmarks.js
 *     deleted    {key, at, what, records: [[store, record]]}   deletions that can be undone
 */
import { STORAGE } from "../site.js";
import { migrate } from "./migrations.js";
import { noteChange } from "./backup-reminder.js";
import { NewerDatabaseError, openDatabase, STORES, DatabaseTimeoutError } from "./database.js";
import { isFramed } from "./framed.js";
import { withLock } from "./with-lock.js";
import { timeKey, newId, mergeRecord } from "./keys.js";
import { LocalStorageFallback } from "./local-storage-fallback.js";
import { PageLifecycle } from "./page-lifecycle.js";
import { normaliseDeletion } from "./normalise-roll.js";
import { openRawStorage, openStorage } from "./local-storage.js";

/** How long a deletion can be undone, in milliseconds. */
const UNDO_PERIOD = 30 * 24 * 3600 * 1000;
const AFTER_MESSAGE = 4000; // milliseconds in which the message about a change is read aloud
/** The stores for which the browser is asked not to evict this site's data. */
const PERSISTENT_STORES = new Set(["things", "named", "bookmarks"]);

let whenOpened = null;

/** Returns the records of this site, including those of its earlier versions. */
export function openRecords() {
  whenOpened ??= open(STORAGE);
  return whenOpened;
}

async function open(site) {
  const name = isFramed ? newId() : `diceleaf-kept:${site}`; // the channel between pages of the site
  const lifecycle = new PageLifecycle();
  const { base, openDB, unreadReason } = await openBase(name, site, lifecycle);
  const records = new Records(base, name, openStorage(site), lifecycle);
  records.unreadReason = unreadReason;
  const games = document.querySelector("[data-games]")?.dataset.games.split(" ");
  await migrate(records, { site, games, raw: openRawStorage(), openDB });
  records.sweep().catch(() => {}); // not awaited; the next visit retries
  return records;
}

async function openBase(name, site, lifecycle) {
  if (isFramed) return { base: new LocalStorageFallback(openStorage(site)), openDB: null, unreadReason: "" };
  try {
    const { openDB } = await import("../libraries/idb.js");
    const base = await openDatabase(openDB, name);
    const probe = (step) => step.get("things", "");
    await lifecycle.runWhileShown((signal) => base.step("readonly", probe, signal));
    return { base, openDB, unreadReason: "" };
  } catch (error) {
    // as in some private windows, or when Safari doesn't reply
    const unreadReason =
      error instanceof NewerDatabaseError
        ? "newer-database"
        : error instanceof DatabaseTimeoutError
          ? "late"
          : "";
    return { base: new LocalStorageFallback(openStorage(site)), openDB: null, unreadReason };
  }
}

/**
 * Dispatches a "change" event for another tab's change, whose `detail` is [[store, key]], or [[store]] if any
 * record of the store may have changed.
 */
export class Records extends EventTarget {
  /** Whether data of an earlier version couldn't be moved; it stays where it is. */
  waiting = false;
  /**
   * Why the records of the database aren't among these, as the name of a message: "late" if it doesn't reply,
   * "newer-database" if a newer version of the site uses it; else "". They are added once it can be read.
   */
  unreadReason = "";
  #base;
  #name;
  #storage;
  #channel;
  #hasAskedToPersist = false;
  #page = newId();
  #leaveCounts = new Map(); // key → the number of times that this page was left with unsaved changes
  #lifecycle;

  /** `base` is a database or the local storage; `storage` is used for changes that can't wait. */
  constructor(base, name, storage, lifecycle = new PageLifecycle()) {
    super();
    this.#lifecycle = lifecycle;
    this.#base = base;
    this.#name = name;
    this.#storage = storage;
    this.#channel = globalThis.BroadcastChannel ? new BroadcastChannel(name) : null;
    this.#channel?.addEventListener("message", ({ data }) => this.#dispatchChange(data));
    this.#channel?.unref?.(); // otherwise Node wouldn't exit
    globalThis.addEventListener?.("pageshow", ({ persisted }) => {
      // a page in the back/forward cache receives no messages
      if (persisted) this.#dispatchChange(STORES.map((store) => [store]));
    });
  }

  /** Whether the records outlive the page. */
  get lasting() {
    return this.#base.lasting;
  }

  get isPlain() {
    return this.#base instanceof LocalStorageFallback;
  }

  /**
   * Returns the result of `work`, called with {get(store, key), all(store, start), put(store, record),
   * delete(store, key)}. `work` may be restarted, here and in `change`. Both reject with the browser's error
   * or DatabaseTimeoutError.
   */
  read(work) {
    return this.#lifecycle.runWhileShown((signal) => this.#base.step("readonly", work, signal));
  }

  /**
   * Returns the result of `work` once its changes are saved. If that fails, nothing has changed. With
   * `notifyHere`, the change event is also dispatched on this page.
   */
  async change(work, { notifyHere = false } = {}) {
    const changed = [];
    let leaveCounts;
    const begin = (step) => {
      changed.length = 0;
      leaveCounts = new Map(this.#leaveCounts);
      return work(recordingChanges(step, changed));
    };
    const result = await this.#lifecycle.runWhileShown((signal) =>
      withLock(this.#name, () => this.#base.step("readwrite", begin, signal), signal),
    );
    // changes left by a page are newer than this; a page that is shown again still has them
    const isSuperseded = ([store, key]) =>
      store === "things" && leaveCounts.get(key) === this.#leaveCounts.get(key);
    for (const [, key] of changed.filter(isSuperseded)) this.#storage.remove(this.#leaveKey(key));
    if (changed.length) this.#channel?.postMessage(changed);
    if (notifyHere) this.#dispatchChange(changed);
    if (changed.some(([store]) => PERSISTENT_STORES.has(store))) {
      noteChange(this.#storage);
      this.#askToPersist();
    }
    return result;
  }

  /**
   * Saves at once what a page that is being left hasn't saved yet; the next page to open the records moves it
   * there. It replaces a record equal to one of `bases`, such as {"sheet": {…}}.
   */
  leave(record, bases) {
    this.#leaveCounts.set(record.key, (this.#leaveCounts.get(record.key) ?? 0) + 1);
    this.#storage.note(this.#leaveKey(record.key), JSON.stringify({ record, bases }));
  }

  /** Deletes records given as [store, key]; returns the key of the deletion. */
  remove(keys, what = "", options = {}) {
    return this.change(async (step) => {
      const at = Date.now();
      const records = [];
      for (const [store, key] of keys) {
        const record = await step.get(store, key);
        if (record) records.push([store, record]);
        await step.delete(store, key);
      }
      const key = timeKey(at);
      await step.put("deleted", { key, at, what, records });
      return key;
    }, options);
  }

  /** Restores a deletion; returns [store, record] as saved. */
  undelete(key, options = {}) {
    return this.change(async (step) => {
      const deleted = await step.get("deleted", key);
      const restored = [];
      for (const [store, record] of deleted ? normaliseDeletion(deleted).records : []) {
        restored.push([store, await mergeRecord(step, store, record)]);
      }
      await step.delete("deleted", key);
      return restored;
    }, options);
  }

  /** Permanently deletes the deletions with these keys. */
  erase(keys, options = {}) {
    return this.change(async (step) => {
      for (const key of keys) await step.delete("deleted", key);
    }, options);
  }

  /** Permanently deletes deletions that are too old to be undone. */
  async sweep(now = Date.now()) {
    const firstKept = timeKey(now - UNDO_PERIOD, "");
    const keys = (await this.read((step) => step.keys("deleted"))).filter((key) => key < firstKept);
    if (keys.length) await this.erase(keys, { notifyHere: true });
  }

  #dispatchChange(changed) {
    this.dispatchEvent(new CustomEvent("change", { detail: changed }));
  }

  #leaveKey(key) {
    return `left:${this.#page}:${key}`;
  }

  /** Once per visit. Firefox asks the reader, who may not answer; its prompt would cut off our message. */
  #askToPersist() {
    if (this.#hasAskedToPersist) return;
    this.#hasAskedToPersist = true;
    const storage = globalThis.navigator?.storage; // read now, as the next test in Node replaces it
    const ask = () => storage?.persist?.().catch(() => {});
    setTimeout(ask, AFTER_MESSAGE).unref?.(); // otherwise Node would wait
  }
}

function recordingChanges(step, changed) {
  const recording = (write) => (store, what) => {
    changed.push([store, what.key ?? what]);
    return write(store, what);
  };
  return { ...step, put: recording(step.put), delete: recording(step.delete) };
}
