/**
 * A comparison in an address: `?situation=average&steps=1&compare={"pinned":[{"inputs":{"steps":2}}]}#ID`.
 * The inputs of the form are parameters, as in every address of a roller.
 */
import { isDeep, readRollerUrl, writeRollerUrl } from "../roller-url.js";
import { isRecord } from "../form/paths.js";
import { MAX_JSON_CHARS } from "../limits.js";

const NAME = "compare";
const MAX_PINNED = 3; // the most that can be pinned
const EMPTY = { pinned: [], inputs: {}, name: "", way: "" };

/**
 * Returns the comparison in an address for the roller with an id: {pinned: [{inputs, name}], inputs, name,
 * way}, where `name` is the character whose `inputs` are in the form. Empty if damaged.
 */
export function readComparison(address, id) {
  const shared = readRollerUrl(address, id);
  const comparison = shared && parseJson(new URL(address, location.href).searchParams.get(NAME));
  if (!isRecord(comparison) || !Array.isArray(comparison.pinned)) return EMPTY;
  const pinned = comparison.pinned
    .filter((each) => isRecord(each) && isRecord(each.inputs))
    .slice(0, MAX_PINNED);
  return {
    pinned: pinned.map(({ inputs, name }) => ({ inputs, name: textOf(name) })),
    inputs: shared.inputs,
    name: textOf(comparison.name),
    way: textOf(comparison.way),
  };
}

/** Returns the address that opens this comparison; `inputs` are the form's. */
export function writeComparison(id, inputs, { pinned, name, way }) {
  const url = new URL(writeRollerUrl(id, inputs));
  const comparison = { pinned: pinned.map(withoutEmpty), name, way };
  url.searchParams.set(NAME, JSON.stringify(withoutEmpty(comparison)));
  return url.href;
}

function withoutEmpty(record) {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ""));
}

function textOf(value) {
  return typeof value === "string" ? value : "";
}

function parseJson(text) {
  if (text === null || text.length > MAX_JSON_CHARS || isDeep(text)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
