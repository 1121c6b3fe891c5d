/**
 * Completes records for display, as those of a backup or an earlier version of the site may lack fields or
 * have invalid ones. The stored records stay unchanged.
 */
import { isRecord } from "../form/paths.js";
import { STORES } from "./database.js";
import { isStorable } from "./keys.js";

const TEXTS = ["title", "verdict", "asked", "who", "label", "say", "text", "address"];
/** The latest time that keys can sort by, in milliseconds. */
const MAX_TIME = 1e15;

export function normaliseRoll(record) {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, textOf(record[name])]));
  const { at, inputs, faces } = record;
  return {
    ...record,
    ...texts,
    at: timeOf(at),
    inputs: isRecord(inputs) ? inputs : {},
    faces: Array.isArray(faces) ? faces.filter(Number.isInteger) : [],
  };
}

/** Returns a saved roll; without a name it has its key as the name. */
export function normaliseNamedRoll(record) {
  return { ...normaliseRoll(record), name: textOf(record.name) || record.key };
}

/** Returns {key, at, what, records} of a deletion, with the records that can be restored. */
export function normaliseDeletion({ key, at, what, records }) {
  const pairs = Array.isArray(records) ? records : [];
  return { key, at: timeOf(at), what: textOf(what), records: pairs.filter(isPair) };
}

function isPair(pair) {
  return Array.isArray(pair) && STORES.includes(pair[0]) && isStorable(pair[1]);
}

function timeOf(at) {
  return Number.isFinite(at) && at >= 0 && at < MAX_TIME ? at : 0;
}

function textOf(value) {
  return typeof value === "string" ? value : "";
}
