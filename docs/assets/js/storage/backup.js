/**
 * A backup of everything that the reader has saved on this site, as one file.
 *
 *     {"format": "diceleaf-backup", "version": 1, "made": "2026-11-23T08:00:00.000Z",
 *      "records": {"things": […], …}, "notes": {"colours": "dark", …}}
 *
 * `records` are the records of `records.js` except deleted ones, `notes` the settings of `settings.js`. The
 * same tables decide what is written and what is read, so that a file adds nothing that a backup of this site
 * can't contain.
 */
import { isRecord } from "../form/paths.js";
import { STORES } from "./database.js";
import { isStorable, mergeRecord, parseItemKey } from "./keys.js";
import { parseSetting } from "./settings.js";
import { ReaderError } from "./collection.js";

const FORMAT = "diceleaf-backup";
const VERSION = 1;
/**
 * The most bytes of a backup, and the most lists and records in it. Reading a larger file could crash the
 * page.
 */
const MAX_BYTES = 100_000_000;
const MAX_LISTS = 5_000_000;

/**
 * The stores of a backup, each with a test whether a record belongs there. Damage inside a record is restored
 * unchanged: the elements that show sheets, encounters and rolls handle it.
 */
const VALIDATORS = new Map([
  ["things", ({ key }) => parseItemKey(key) !== null],
  ["throws", () => true],
  ["named", () => true],
  ["bookmarks", ({ at }) => Number.isFinite(at)],
]);

/** Returns the records of all stores, by store. */
export function readAllStores(records) {
  return records.read(async (step) => {
    const all = {};
    for (const store of STORES) all[store] = await step.all(store);
    return all;
  });
}

/** Returns the text of a backup. Throws ReaderError if it is too large to be restored. */
export async function createBackup(records, storage, messageOf, now = Date.now()) {
  const created = new Date(now).toISOString();
  const { notes } = storage;
  const all = validRecords(await readAllStores(records));
  const text = JSON.stringify({ format: FORMAT, version: VERSION, made: created, records: all, notes });
  if (new Blob([text]).size > MAX_BYTES || isCrowded(text)) throw new ReaderError(messageOf("much"));
  return text;
}

/** Returns the records that a backup contains, by store. */
function validRecords(all) {
  const stores = [...VALIDATORS].filter(([store]) => Object.hasOwn(all, store));
  return Object.fromEntries(stores.map(([store, belongs]) => [store, all[store].filter(belongs)]));
}

/**
 * Returns the backup in a file of `createBackup`: {made, records, notes, left}, where `left` is the number of
 * entries without a place in a backup. Throws ReaderError; `messageOf` returns its message for "large",
 * "foreign", …
 */
export async function readBackup(file, messageOf) {
  if (file.size > MAX_BYTES) throw new ReaderError(messageOf("large"));
  const text = await file.text();
  if (isCrowded(text)) throw new ReaderError(messageOf("large"));
  const backup = parseJson(text);
  if (backup?.format !== FORMAT) throw new ReaderError(messageOf("foreign"));
  if (backup.version > VERSION) throw new ReaderError(messageOf("newer"));
  if (!isValid(backup)) throw new ReaderError(messageOf("damaged"));
  const records = validRecords(backup.records);
  const entries = Object.entries(backup.notes);
  const notes = entries.filter(([name, note]) => parseSetting(name, note) !== null);
  const leftCount = sizeOf(backup.records) - sizeOf(records) + entries.length - notes.length;
  return { made: backup.made, records, notes: Object.fromEntries(notes), left: leftCount };
}

function isValid({ version, made, records, notes }) {
  const lists = isRecord(records) ? Object.entries(records) : [];
  return (
    version === VERSION &&
    !Number.isNaN(Date.parse(made)) &&
    lists.length > 0 &&
    lists.every(([store, list]) => STORES.includes(store) && Array.isArray(list) && list.every(isStorable)) &&
    isRecord(notes) &&
    Object.values(notes).every((text) => typeof text === "string")
  );
}

function sizeOf(records) {
  return Object.values(records).reduce((size, list) => size + list.length, 0);
}

/** Returns whether JSON contains more lists and records than allowed. Brackets in texts count, too. */
function isCrowded(text) {
  let lists = 0;
  for (const bracket of ["[", "{"]) {
    for (let place = text.indexOf(bracket); place >= 0; place = text.indexOf(bracket, place + 1)) {
      lists += 1;
      if (lists > MAX_LISTS) return true;
    }
  }
  return false;
}

/**
 * Returns what restoring a backup would add: {records, notes} as they will be saved, and the `counts` of
 * records that are `new`, the `same` as here, or in conflict with an `other` record of the same key.
 */
export async function compareBackup(records, storage, backup) {
  const current = await readAllStores(records);
  const counts = { new: 0, same: 0, other: 0 };
  const added = {};
  for (const [store, list] of Object.entries(backup.records)) {
    const byKey = new Map(current[store].map((record) => [record.key, record]));
    const step = { get: (_, key) => byKey.get(key), put: (_, record) => byKey.set(record.key, record) };
    added[store] = [];
    for (const record of list) {
      const before = byKey.size;
      const saved = await mergeRecord(step, store, record);
      counts[byKey.size === before ? "same" : saved.key === record.key ? "new" : "other"] += 1;
      if (byKey.size > before) added[store].push(saved);
    }
  }
  return { records: added, notes: newNotes(storage, backup), counts };
}

/**
 * Restores all of a backup or nothing. A conflicting record is added under another key; existing settings
 * stay unchanged.
 */
export async function restore(records, storage, backup) {
  const addRecords = async (step) => {
    for (const [store, list] of Object.entries(backup.records)) {
      for (const record of list) await mergeRecord(step, store, record);
    }
  };
  await records.change(addRecords, { notifyHere: true });
  for (const [name, text] of Object.entries(newNotes(storage, backup))) storage.note(name, text);
}

/** Returns the settings of a backup that aren't set here. */
function newNotes(storage, { notes }) {
  return Object.fromEntries(Object.entries(notes).filter(([name]) => storage.read(name) === null));
}

/**
 * Returns the data in a JSON text. Numbers that are too large, such as 1e999, become null, as when written.
 */
function parseJson(text) {
  try {
    return JSON.parse(text, (_, value) => (value === Infinity || value === -Infinity ? null : value));
  } catch {
    return null;
  }
}
