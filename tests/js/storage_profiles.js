/** Records in a database and in the local storage, with simulated failures. */
import { memory } from "./browserlike.js";
import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { openDB } from "idb";
import { migrate } from "../../docs/assets/js/storage/migrations.js";
import { Collection } from "../../docs/assets/js/storage/collection.js";
import { openDatabase } from "../../docs/assets/js/storage/database.js";
import { LocalStorageFallback } from "../../docs/assets/js/storage/local-storage-fallback.js";
import { Records } from "../../docs/assets/js/storage/records.js";
import { openStorage } from "../../docs/assets/js/storage/local-storage.js";

export const SITE = "/book/";
export const NAME = `diceleaf-kept:${SITE}`;

/** Channels of one profile only: messages to the pages of thousands of others would take most of the time. */
class Channel extends BroadcastChannel {
  static profile = 0;

  constructor(name) {
    super(`${name} of ${Channel.profile}`);
  }
}
globalThis.BroadcastChannel = Channel;
let profiles = 0;

/**
 * A browser's profile: the data that outlives its pages. `open` opens the records of a page as the site does.
 */
export function profile(kind = "database") {
  const own = (profiles += 1);
  const raw = memory();
  const factory = new IDBFactory();
  return {
    kind,
    raw,
    factory,
    storage: openStorage(SITE, raw),
    async open({ site = SITE, games } = {}) {
      globalThis.indexedDB = factory;
      Channel.profile = own;
      const storage = openStorage(site, raw);
      const name = `diceleaf-kept:${site}`;
      const hasDatabase = kind === "database";
      const base = hasDatabase ? await openDatabase(openDB, name) : new LocalStorageFallback(storage);
      const records = new Records(base, name, storage);
      await migrate(records, { site, games, raw, openDB: hasDatabase ? openDB : null });
      return records;
    },
  };
}

/** Returns all saved data, by store. */
export async function everything(records) {
  const stores = ["things", "throws", "named", "bookmarks", "deleted"];
  const saved = await records.read(async (step) => {
    const lists = [];
    for (const store of stores) lists.push([store, await step.all(store)]);
    return lists;
  });
  return Object.fromEntries(saved.filter(([, list]) => list.length));
}

export const put = (records, store, record) => records.change((step) => step.put(store, record));

/** Opens a collection as a page does: the characters of a game, unless `more` says otherwise. */
export async function openCollection({ storage }, records, more = {}) {
  const all = { kind: "sheet", game: "lantern", version: 1, oldest: 1, records, storage, ...more };
  const things = new Collection(all);
  await things.opened;
  return things;
}
