/** The keys of what is kept, and what becomes of two records that want the same. */
import { isRecord } from "../form/paths.js";
import { MAX_JSON_DEPTH } from "../limits.js";
import { same } from "./merge.js";

/** Lists and records within each other in a record: those of what the rules take, and those around it. */
const NESTED = MAX_JSON_DEPTH + 10;

/**
 * Whether something that comes from elsewhere can be kept, found again and handed on: it has a key, and an
 * end.
 */
export function isStorable(record) {
  return isRecord(record) && typeof record.key === "string" && record.key !== "" && isShallow(record);
}

/**
 * The record of this key that a text is; where it is none, one that has the text, so that it can be seen and
 * deleted.
 */
export function parseRecord(text, key) {
  try {
    const record = JSON.parse(text);
    if (isStorable(record) && record.key === key) return record;
  } catch {
    // it is damaged
  }
  return { key, kept: text };
}

/** Whether nothing in a value lies deeper than what is kept may. */
export function isShallow(value, depth = NESTED) {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((each) => isShallow(each, depth - 1));
}

/** The kind, game and id in the key of a sheet, a scene or a set of house rules; null where it is another. */
export function parseItemKey(key) {
  const [, kind, game, id] = /^(sheet|desk|house):([^:]+):(.+)$/s.exec(key) ?? [];
  return kind ? { kind, game, id } : null;
}

/** A key that nothing has yet. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A new key that sorts by a moment, in milliseconds. */
export function timeKey(at, id = newId()) {
  return `${String(at).padStart(15, "0")}-${id}`;
}

/**
 * Puts a record that comes from elsewhere among those that are kept. One that has its key and says something
 * else stays, and so does the newcomer, under another key; but what holds one of `bases` is only an earlier
 * state of it. Gives the record as it is kept now. What comes twice is kept once.
 */
export async function settle(step, store, record, bases = []) {
  const first = await step.get(store, record.key);
  if (first && store === "bookmarks") return first; // marked is marked
  if (first && bases.length && holds(first.kept, record.kept)) return first;
  if (!first || bases.some((base) => holds(first.kept, base))) {
    const whole = first ? { ...record, kept: { ...first.kept, ...record.kept } } : record;
    await step.put(store, whole);
    return whole;
  }
  for (const each of alternativeKeys(record)) {
    const there = await step.get(store, each.key);
    if (there && same(there, each)) return there;
    if (there) continue;
    await step.put(store, each);
    return each;
  }
}

/** The record under its own key, and under others that hang on what it says. */
export function* alternativeKeys(record) {
  yield record;
  const { key, ...said } = record;
  const end = hash(JSON.stringify(said));
  for (let count = 1; ; count += 1) yield { ...record, key: `${key}~${end}${count > 1 ? `~${count}` : ""}` };
}

/** Eight letters that hang on a text: FNV-1a, 32 bits. */
function hash(text) {
  let sum = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) {
    sum = Math.imul(sum ^ text.charCodeAt(place), 0x01000193);
  }
  return (sum >>> 0).toString(16).padStart(8, "0");
}

/** Whether a base is an earlier state of what is kept; one that says nothing is a state of nothing. */
function holds(kept, base) {
  const states = Object.entries(base);
  return states.length > 0 && states.every(([name, value]) => same(kept?.[name], value));
}
