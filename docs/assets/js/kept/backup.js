/**
 * All that a reader keeps on this site as one file, and back.
 *
 *     {"format": "diceleaf-backup", "version": 1, "made": "2026-11-23T08:00:00.000Z",
 *      "records": {"things": […], …}, "notes": {"colours": "dark", …}}
 *
 * `records` are those of `records.js` as they are, whatever is in them; `notes` what the plain storage holds.
 */
import { isRecord } from "../form/paths.js";
import { STORES } from "./database.js";
import { isKeepable, settle } from "./keys.js";
import { same } from "./merge.js";
import { Refused } from "./things.js";

const FORMAT = "diceleaf-backup";
const VERSION = 1;
/**
 * Bytes of a backup, and lists and records in it: what is larger would take the page with it when it is read.
 */
const LARGEST = 100_000_000;
const MOST_LISTS = 5_000_000;

/** {store: its records} of all stores. */
export function allOf(records) {
  return records.read(async (step) => {
    const all = {};
    for (const store of STORES) all[store] = await step.all(store);
    return all;
  });
}

/** The text of a backup. Throws Refused where it would be too large to be restored. */
export async function backUp(records, storage, words, now = Date.now()) {
  const made = new Date(now).toISOString();
  const { notes } = storage;
  const text = JSON.stringify({
    format: FORMAT,
    version: VERSION,
    made,
    records: await allOf(records),
    notes,
  });
  if (new Blob([text]).size > LARGEST || isCrowded(text)) throw new Refused(words("much"));
  return text;
}

/**
 * The backup that a file is, as `backUp` wrote it. Throws Refused; `words` says why by "large", "foreign", …
 */
export async function readBackup(file, words) {
  if (file.size > LARGEST) throw new Refused(words("large"));
  const text = await file.text();
  if (isCrowded(text)) throw new Refused(words("large"));
  const backup = parsed(text);
  if (backup?.format !== FORMAT) throw new Refused(words("foreign"));
  if (backup.version > VERSION) throw new Refused(words("newer"));
  if (!isSound(backup)) throw new Refused(words("damaged"));
  return backup;
}

function isSound({ version, made, records, notes }) {
  const lists = isRecord(records) ? Object.entries(records) : [];
  return (
    version === VERSION &&
    !Number.isNaN(Date.parse(made)) &&
    lists.length > 0 &&
    lists.every(([store, list]) => STORES.includes(store) && Array.isArray(list) && list.every(isKeepable)) &&
    (records.deleted ?? []).every(isDeleted) &&
    isRecord(notes) &&
    Object.values(notes).every((text) => typeof text === "string")
  );
}

/**
 * Whether there are more lists and records in a text of JSON than there may be; those within words count,
 * too.
 */
function isCrowded(text) {
  let lists = 0;
  for (const bracket of ["[", "{"]) {
    for (let place = text.indexOf(bracket); place >= 0; place = text.indexOf(bracket, place + 1)) {
      lists += 1;
      if (lists > MOST_LISTS) return true;
    }
  }
  return false;
}

function isDeleted({ records }) {
  return (
    Array.isArray(records) &&
    records.every((each) => Array.isArray(each) && STORES.includes(each[0]) && isKeepable(each[1]))
  );
}

/** How many records of a backup are kept here already, and how many are kept here as something else. */
export async function compared(records, backup) {
  const here = await allOf(records);
  const counts = { new: 0, same: 0, other: 0 };
  for (const [store, list] of Object.entries(backup.records)) {
    const kept = new Map(here[store].map((record) => [record.key, record]));
    for (const record of list) {
      const found = kept.get(record.key);
      counts[!found ? "new" : same(found, record) ? "same" : "other"] += 1;
    }
  }
  return counts;
}

/**
 * Takes in all of a backup or none of it. What is kept here as something else stays, and the other beside it.
 */
export async function restore(records, storage, backup) {
  const takeIn = async (step) => {
    for (const [store, list] of Object.entries(backup.records)) {
      for (const record of list) await settle(step, store, record);
    }
  };
  await records.change(takeIn, { tellHere: true });
  for (const [name, text] of Object.entries(backup.notes)) {
    if (storage.get(name) === null) storage.note(name, text);
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
