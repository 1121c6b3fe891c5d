/**
 * Records as they can be shown and deleted, whatever lies under their keys: what a backup brings, or an
 * earlier version of the site left, may lack what every such record has. What is kept stays as it is.
 */
import { isRecord } from "../form/paths.js";
import { STORES } from "./database.js";
import { isStorable } from "./keys.js";

const TEXTS = ["title", "verdict", "asked", "who", "label", "say", "text", "address"];
/** In milliseconds; keys that sort by a moment have room for no later one. */
const LAST_MOMENT = 1e15;

export function normaliseRoll(record) {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, textOf(record[name])]));
  const { at, inputs, faces } = record;
  return {
    ...record,
    ...texts,
    at: momentOf(at),
    inputs: isRecord(inputs) ? inputs : {},
    faces: Array.isArray(faces) ? faces.filter(Number.isInteger) : [],
  };
}

/** A throw kept by name; one without a name bears its key. */
export function normaliseNamedRoll(record) {
  return { ...normaliseRoll(record), name: textOf(record.name) || record.key };
}

/** {key, at, what, records} of what was deleted, the records being those that can be put back. */
export function normaliseDeletion({ key, at, what, records }) {
  const pairs = Array.isArray(records) ? records : [];
  return { key, at: momentOf(at), what: textOf(what), records: pairs.filter(isPair) };
}

function isPair(pair) {
  return Array.isArray(pair) && STORES.includes(pair[0]) && isStorable(pair[1]);
}

function momentOf(at) {
  return Number.isFinite(at) && at >= 0 && at < LAST_MOMENT ? at : 0;
}

function textOf(value) {
  return typeof value === "string" ? value : "";
}
