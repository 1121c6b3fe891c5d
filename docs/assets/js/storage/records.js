/**
 * What a reader keeps on this site: records in the stores of `database.js`, read and changed here and nowhere
 * else. Everything waits for the database, and what changes is whole or not at all.
 *
 *     things     {key: "sheet:GAME:ID", kept: {"version": 1, "sheet": {…}, …}}   things.js
 *     throws     {key, at, …}          history.js; keys sort by the moment
 *     named      {key, …}              the throws kept by name
 *     bookmarks  {key, at}             bookmarks.js
 *     deleted    {key, at, what, records: [[store, record]]}   what can be put back
 */
import { STORAGE } from "../site.js";
import { migrate } from "./migrations.js";
import { noteChange } from "./backup-reminder.js";
import { NewerDatabaseError, openDatabase, STORES, DatabaseTimeoutError } from "./database.js";
import { isFramed } from "./framed.js";
import { withLock } from "./with-lock.js";
import { timeKey, newId, settle } from "./keys.js";
import { LocalStorageFallback } from "./local-storage-fallback.js";
import { PageLifecycle } from "./page-lifecycle.js";
import { normaliseDeletion } from "./normalise-roll.js";
import { openRawStorage, openStorage } from "./local-storage.js";

/** For how long what was deleted can be put back, in milliseconds. */
const REMEMBERED = 30 * 24 * 3600 * 1000;
/** What a reader kept on purpose: for its sake the browser is asked not to throw this site's things away. */
const PRECIOUS = new Set(["things", "named", "bookmarks"]);

let opened = null;

/** The records of this site, with whatever earlier versions of it kept. */
export function openRecords() {
  opened ??= open(STORAGE);
  return opened;
}

async function open(site) {
  const name = isFramed ? newId() : `diceleaf-kept:${site}`; // by it pages of the site talk to each other
  const presence = new PageLifecycle();
  const { base, openDB, unread } = await openBase(name, site, presence);
  const records = new Records(base, name, openStorage(site), presence);
  records.unread = unread;
  const games = document.querySelector("[data-games]")?.dataset.games.split(" ");
  await migrate(records, { site, games, raw: openRawStorage(), openDB });
  records.sweep().catch(() => {}); // nobody waits for it, and the next visit tries again
  return records;
}

async function openBase(name, site, presence) {
  if (isFramed) return { base: new LocalStorageFallback(openStorage(site)), openDB: null, unread: "" };
  try {
    const { openDB } = await import("../libraries/idb.js");
    const base = await openDatabase(openDB, name);
    const look = (step) => step.get("things", "");
    await presence.whileHere((signal) => base.step("readonly", look, signal));
    return { base, openDB, unread: "" };
  } catch (error) {
    // as in some private windows, or where Safari gives no answer
    const unread =
      error instanceof NewerDatabaseError
        ? "newer-database"
        : error instanceof DatabaseTimeoutError
          ? "late"
          : "";
    return { base: new LocalStorageFallback(openStorage(site)), openDB: null, unread };
  }
}

/**
 * Another tab's change is told by a "change" event, whose `detail` is [[store, key]], or [[store]] where any
 * record of the store may have changed.
 */
export class Records extends EventTarget {
  /** Whether something of an earlier version could not be taken in: it waits where it was. */
  waiting = false;
  /**
   * Why what the database holds isn't among these, which join it once it can be read: "late" where it gives
   * no answer, "newer-database" where a newer version of the site has it; else "". The page has words for
   * it by that name.
   */
  unread = "";
  #base;
  #name;
  #storage;
  #others;
  #asked = false;
  #page = newId();
  #leaves = new Map(); // key → how many times this page was left with something not kept yet
  #presence;

  /** `base` is a database or the plain storage; `storage` notes what can't wait for it. */
  constructor(base, name, storage, presence = new PageLifecycle()) {
    super();
    this.#presence = presence;
    this.#base = base;
    this.#name = name;
    this.#storage = storage;
    this.#others = globalThis.BroadcastChannel ? new BroadcastChannel(name) : null;
    this.#others?.addEventListener("message", ({ data }) => this.#tell(data));
    this.#others?.unref?.(); // Node would wait for it
    globalThis.addEventListener?.("pageshow", ({ persisted }) => {
      // a page that was put aside heard nothing meanwhile
      if (persisted) this.#tell(STORES.map((store) => [store]));
    });
  }

  /** Whether they outlive the page. */
  get lasting() {
    return this.#base.lasting;
  }

  get isPlain() {
    return this.#base instanceof LocalStorageFallback;
  }

  /**
   * What `work` finds: it is given {get(store, key), all(store, start), put(store, record), delete(store,
   * key)}. It may be begun again, as that of `change`. Both reject with what the browser says, or with
   * Unanswered.
   */
  read(work) {
    return this.#presence.whileHere((signal) => this.#base.step("readonly", work, signal));
  }

  /**
   * What `work` gives once all that it puts and deletes is kept. Where that is refused nothing has changed.
   * `tellHere` has the rest of this page told as other tabs are.
   */
  async change(work, { tellHere = false } = {}) {
    const changed = [];
    let leaves;
    const begin = (step) => {
      changed.length = 0;
      leaves = new Map(this.#leaves);
      return work(noted(step, changed));
    };
    const result = await this.#presence.whileHere((signal) =>
      withLock(this.#name, () => this.#base.step("readwrite", begin, signal), signal),
    );
    // what the page was left with since is newer than what is kept now; one that is back has it at hand
    const isOver = ([store, key]) => store === "things" && leaves.get(key) === this.#leaves.get(key);
    for (const [, key] of changed.filter(isOver)) this.#storage.remove(this.#left(key));
    if (changed.length) this.#others?.postMessage(changed);
    if (tellHere) this.#tell(changed);
    if (changed.some(([store]) => PRECIOUS.has(store))) {
      noteChange(this.#storage);
      this.#askToPersist();
    }
    return result;
  }

  /**
   * Notes at once what a page that is being left was about to keep: whoever opens the records next keeps it.
   * It takes the place of what holds one of `bases`, such as {"sheet": {…}}.
   */
  leave(record, bases) {
    this.#leaves.set(record.key, (this.#leaves.get(record.key) ?? 0) + 1);
    this.#storage.note(this.#left(record.key), JSON.stringify({ record, bases }));
  }

  /** Deletes [store, key] by [store, key]; gives the key by which that can be put back. */
  remove(which, what = "", told = {}) {
    return this.change(async (step) => {
      const at = Date.now();
      const records = [];
      for (const [store, key] of which) {
        const record = await step.get(store, key);
        if (record) records.push([store, record]);
        await step.delete(store, key);
      }
      const key = timeKey(at);
      await step.put("deleted", { key, at, what, records });
      return key;
    }, told);
  }

  /** Puts back what was deleted; gives [store, record] as they are kept now. */
  putBack(key, told = {}) {
    return this.change(async (step) => {
      const deleted = await step.get("deleted", key);
      const back = [];
      for (const [store, record] of deleted ? normaliseDeletion(deleted).records : []) {
        back.push([store, await settle(step, store, record)]);
      }
      await step.delete("deleted", key);
      return back;
    }, told);
  }

  /** Deletes for good what was deleted under these keys. */
  erase(keys, told = {}) {
    return this.change(async (step) => {
      for (const key of keys) await step.delete("deleted", key);
    }, told);
  }

  /** Deletes for good what was deleted too long ago to be put back. */
  async sweep(now = Date.now()) {
    const over = timeKey(now - REMEMBERED, "");
    const keys = (await this.read((step) => step.keys("deleted"))).filter((key) => key < over);
    if (keys.length) await this.erase(keys, { tellHere: true });
  }

  #tell(changed) {
    this.dispatchEvent(new CustomEvent("change", { detail: changed }));
  }

  #left(key) {
    return `left:${this.#page}:${key}`;
  }

  /** Once a visit; Firefox asks the reader, who may look away. */
  #askToPersist() {
    if (this.#asked) return;
    this.#asked = true;
    globalThis.navigator?.storage?.persist?.().catch(() => {});
  }
}

function noted(step, changed) {
  const note = (does) => (store, what) => {
    changed.push([store, what.key ?? what]);
    return does(store, what);
  };
  return { ...step, put: note(step.put), delete: note(step.delete) };
}
