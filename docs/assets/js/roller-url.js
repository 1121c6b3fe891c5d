/**
 * Addresses that fill in a roller: `?situation=average&steps=1#core_rules.challenge`, or with `dice=[5]` show
 * a roll.
 */
import { IN_FOLDER } from "./site.js";
import { decodeHash } from "./url-hash.js";
import { MAX_JSON_DEPTH, MAX_JSON_CHARS } from "./limits.js";

const OWN = ["by", "called", "compare", "dice", "roller", "seed", "theme"];

/** The most characters in the name of a person or a roll. */
const MAX_NAME_CHARS = 120;

/**
 * Returns the parameters of an address for the roller with an id: {inputs, dice, seed, by, called}, or null
 * if it has none. `by` is the person who rolled, `called` the label of the roll's button.
 */
export function readRollerUrl(address, id) {
  const url = new URL(address, location.href);
  const named = url.searchParams.get("roller") ?? decodeHash(url.hash);
  if (named !== id || !url.search) return null;
  const values = Object.fromEntries([...url.searchParams].map(([name, text]) => [name, readValue(text)]));
  const inputs = Object.fromEntries(Object.entries(values).filter(([name]) => !OWN.includes(name)));
  const [by, called] = ["by", "called"].map(
    (name) => url.searchParams.get(name)?.slice(0, MAX_NAME_CHARS) ?? null,
  );
  return { inputs, dice: values.dice ?? null, seed: values.seed ?? null, by, called };
}

/**
 * Moves the name of the roller in the page's address to a parameter: links within the page replace the
 * fragment, and after a reload the address must still name the roller.
 */
export function rememberRoller(id) {
  const url = new URL(location.href);
  url.searchParams.set("roller", id);
  history.replaceState(history.state, "", url.href);
}

/** Returns whether other people can open an address of this page; nobody else can open a local folder. */
export function isShareable() {
  return !IN_FOLDER;
}

/** Returns the address of a roller with these inputs, and optionally the dice of a roll. */
export function writeRollerUrl(id, inputs, dice = null) {
  const url = new URL(location.href);
  const values = dice ? { ...inputs, dice } : inputs;
  const entries = Object.entries(values).filter(([, value]) => value !== null);
  url.search = new URLSearchParams(entries.map(([name, value]) => [name, writeValue(value)]));
  url.hash = id;
  return url.href;
}

/**
 * Values other than text are JSON. Numbers that JavaScript would round, and values that are too long, stay
 * text, which the rules can read.
 */
function readValue(text) {
  if (/\d{16}/.test(text) || text.length > MAX_JSON_CHARS || isDeep(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns whether lists and records are nested too deeply for a request. */
export function isDeep(text) {
  let depth = 0;
  for (const bracket of text.match(/[[\]{}]/g) ?? []) {
    depth += "[{".includes(bracket) ? 1 : -1;
    if (depth > MAX_JSON_DEPTH) return true;
  }
  return false;
}

function writeValue(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}
