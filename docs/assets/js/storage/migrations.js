/**
 * Moves data into the records that is stored elsewhere: by earlier versions of this site, by a page that was
 * left during a change, or in the local storage while the database was blocked. The originals are removed
 * once the records have been read back. The next visit continues an interrupted migration.
 *
 *     diceleaf:sheet:GAME:ID, diceleaf:desk:GAME:ID       the saved item, in JSON
 *     diceleaf:aside:GAME:ID:N, diceleaf:desk-aside:…     unreadable items
 *     diceleaf:bookmark:SITE:KEY, diceleaf:bookmark:KEY   the time of the bookmark
 *     diceleaf:left:SITE:PAGE:KEY                         {record, bases}, see `Records.leave`
 *     diceleaf:kept:SITE:STORE:KEY                        a record in the local storage
 *     the database diceleaf:SITE                          rolls, and rolls saved by name
 *
 * Some names contain no site. Of those, each site takes the items of its own games.
 */
import { isRecord } from "../form/paths.js";
import { STORES } from "./database.js";
import { isStorable, timeKey, parseRecord, mergeRecord } from "./keys.js";
import { same } from "./merge.js";

const THING = /^diceleaf:(sheet|desk):([^:]+):(.+)$/;
const ASIDE = /^diceleaf:(desk-)?aside:([^:]+):(.+):(\d+)$/;
const BOOKMARK = /^diceleaf:bookmark:(([^:/]+):.+)$/;

/**
 * `games` are the games of this site, by default all; `raw` is the local storage; `openDB` is idb's, or null.
 */
export async function migrate(records, { site, games, raw, openDB }) {
  try {
    if (raw.lasting) await moveLocalStorage(records, { site, games, raw });
    if (openDB) await moveRollDatabase(records, openDB, `diceleaf:${site}`);
  } catch {
    records.waiting = true; // there isn't enough space; all data stays where it is
  }
}

async function moveLocalStorage(records, { site, games, raw }) {
  const isOurs = (game) => !games || games.includes(game);
  const entries = raw.keys().map((name) => {
    const text = raw.get(name);
    return { name, text, ...read(name, text, { site, isOurs, isPlain: records.isPlain }) };
  });
  const moves = entries.filter(({ store, record }) => STORES.includes(store) && record.key);
  await mergeRecords(records, moves);
  for (const { name, text } of moves) if (raw.get(name) === text) raw.remove(name);
}

/** Returns [{store, record, bases}] for a name of the local storage; empty if it belongs to another site. */
function read(name, text, { site, isOurs, isPlain }) {
  const restAfter = (kind) =>
    name.startsWith(`diceleaf:${kind}:${site}:`) ? name.slice(`diceleaf:${kind}:${site}:`.length) : "";
  if (restAfter("left")) return { store: "things", ...parseLeft(text, restAfter("left")) };
  if (restAfter("kept") && !isPlain) {
    const [store, key] = splitAtColon(restAfter("kept"));
    return { store, record: parseRecord(text, key) };
  }
  if (restAfter("bookmark"))
    return { store: "bookmarks", record: { key: restAfter("bookmark"), at: parseTime(text) } };
  const [, kind, game, id] = THING.exec(name) ?? [];
  if (kind && isOurs(game)) return { store: "things", record: parseItem(text, `${kind}:${game}:${id}`) };
  const [, isDesk, asideGame, asideId, number] = ASIDE.exec(name) ?? [];
  if (asideGame && isOurs(asideGame)) {
    return {
      store: "things",
      record: parseItem(text, `${isDesk ? "desk" : "sheet"}:${asideGame}:${asideId}~${number}`),
    };
  }
  const [, key, book] = BOOKMARK.exec(name) ?? [];
  return key && isOurs(book) ? { store: "bookmarks", record: { key, at: parseTime(text) } } : {};
}

/** Returns {record, bases} that a page left under PAGE:KEY. */
function parseLeft(text, name) {
  const key = splitAtColon(name)[1];
  const { record, bases } = Object(parseJson(text));
  const isWhole = isStorable(record) && record.key === key && isRecord(record.kept);
  if (isWhole && Array.isArray(bases) && bases.every(isRecord)) return { record, bases };
  return { record: parseRecord(text, key) };
}

function parseTime(text) {
  const at = Number(text);
  return Number.isFinite(at) ? at : 0;
}

/** Returns what is before the first colon, and after it. */
function splitAtColon(name) {
  const [first, ...rest] = name.split(":");
  return [first, rest.join(":")];
}

async function moveRollDatabase(records, openDB, name) {
  const databases = (await globalThis.indexedDB.databases?.()) ?? [];
  if (!databases.some((each) => each.name === name)) return;
  const db = await openDB(name);
  try {
    const [throws, named] = [await db.getAll("throws"), await db.getAll("named")];
    await mergeRecords(records, [
      ...throws.map(({ id, ...roll }) => {
        const record = { key: timeKey(roll.at, String(id).padStart(8, "0")), ...roll };
        return { store: "throws", record };
      }),
      ...named.map(({ name, ...roll }) => ({ store: "named", record: { key: name, name, ...roll } })),
    ]);
    const tx = db.transaction(["throws", "named"], "readwrite");
    for (const { id } of throws) tx.objectStore("throws").delete(id);
    for (const each of named) tx.objectStore("named").delete(each.name);
    await tx.done;
  } finally {
    db.close();
  }
}

/** Saves [{store, record, bases}], and reads them back. */
async function mergeRecords(records, moves) {
  if (!moves.length) return;
  const saved = await records.change(async (step) => {
    const pairs = [];
    for (const { store, record, bases } of moves)
      pairs.push([store, await mergeRecord(step, store, record, bases)]);
    return pairs;
  });
  await records.read(async (step) => {
    for (const [store, record] of saved) {
      if (!same(await step.get(store, record.key), record)) throw new Error("it was not kept");
    }
  });
}

/** A text that isn't a record stays a text. */
function parseItem(text, key) {
  const record = { key, kept: parseJson(text) };
  return isRecord(record.kept) && isStorable(record) ? record : { key, kept: text };
}

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
