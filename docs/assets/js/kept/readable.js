/**
 * A throw as it can be shown and deleted, whatever lies under its key: what a backup brings, or an earlier
 * version of the site left, may lack what every throw has. What is kept stays as it is.
 */
import { isRecord } from "../form/paths.js";

const TEXTS = ["title", "verdict", "asked", "who", "label", "say", "text", "address"];
/** In milliseconds; keys that sort by a moment have room for no later one. */
const LAST_MOMENT = 1e15;

export function readable(record) {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, textOf(record[name])]));
  const { at, inputs, faces } = record;
  return {
    ...record,
    ...texts,
    at: Number.isFinite(at) && at >= 0 && at < LAST_MOMENT ? at : 0,
    inputs: isRecord(inputs) ? inputs : {},
    faces: Array.isArray(faces) ? faces.filter(Number.isInteger) : [],
  };
}

/** A throw kept by name; one without a name bears its key. */
export function readableByName(record) {
  return { ...readable(record), name: textOf(record.name) || record.key };
}

function textOf(value) {
  return typeof value === "string" ? value : "";
}
