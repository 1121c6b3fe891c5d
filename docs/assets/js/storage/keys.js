/** The keys of records, and how two records with the same key are resolved. */
import { isRecord } from "../form/paths.js";
import { MAX_JSON_DEPTH } from "../limits.js";
import { same } from "./merge.js";

/** The nesting depth of lists and records in a record: the engine's limit, and the levels around the data. */
const MAX_DEPTH = MAX_JSON_DEPTH + 10;

/**
 * Returns whether a record from elsewhere can be saved, found and exported: its key is valid, and its nesting
 * limited.
 */
export function isStorable(record) {
  return isRecord(record) && typeof record.key === "string" && record.key !== "" && isShallow(record);
}

/**
 * Returns the record in a JSON text; if it is damaged, a record with the text itself, which can be seen and
 * deleted.
 */
export function parseRecord(text, key) {
  try {
    const record = JSON.parse(text);
    if (isStorable(record) && record.key === key) return record;
  } catch {
    // damaged
  }
  return { key, kept: text };
}

/** Returns whether the nesting of a value is within the limit. */
export function isShallow(value, depth = MAX_DEPTH) {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((each) => isShallow(each, depth - 1));
}

/** Returns the kind, game and id in the key of a sheet, an encounter or a set of house rules, or null. */
export function parseItemKey(key) {
  const [, kind, game, id] = /^(sheet|desk|house):([^:]+):(.+)$/s.exec(key) ?? [];
  return kind ? { kind, game, id } : null;
}

/** Returns a new unique key. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns a new key that sorts by a time, in milliseconds. */
export function timeKey(at, id = newId()) {
  return `${String(at).padStart(15, "0")}-${id}`;
}

/**
 * Saves a record from elsewhere. If another record has its key, both are preserved, the new one under another
 * key; but a record equal to one of `bases` is an earlier state and is replaced. Duplicates are saved once.
 * Returns the saved record.
 */
export async function mergeRecord(step, store, record, bases = []) {
  const first = await step.get(store, record.key);
  if (first && store === "bookmarks") return first; // bookmarks with the same key are equal
  if (first && bases.length && isEarlierState(first.kept, record.kept)) return first;
  if (!first || bases.some((base) => isEarlierState(first.kept, base))) {
    const merged = first ? { ...record, kept: { ...first.kept, ...record.kept } } : record;
    await step.put(store, merged);
    return merged;
  }
  for (const each of alternativeKeys(record)) {
    const existing = await step.get(store, each.key);
    if (existing && same(existing, each)) return existing;
    if (existing) continue;
    await step.put(store, each);
    return each;
  }
}

/** Returns the record under its own key, and under alternative keys that depend on its content. */
export function* alternativeKeys(record) {
  yield record;
  const { key, ...content } = record;
  const end = hash(JSON.stringify(content));
  for (let count = 1; ; count += 1) yield { ...record, key: `${key}~${end}${count > 1 ? `~${count}` : ""}` };
}

/** Returns a hash of a text as eight letters: FNV-1a, 32 bits. */
function hash(text) {
  let sum = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) {
    sum = Math.imul(sum ^ text.charCodeAt(place), 0x01000193);
  }
  return (sum >>> 0).toString(16).padStart(8, "0");
}

/** Returns whether a base is an earlier state of a saved record. An empty base isn't. */
function isEarlierState(saved, base) {
  const states = Object.entries(base);
  return states.length > 0 && states.every(([name, value]) => same(saved?.[name], value));
}
