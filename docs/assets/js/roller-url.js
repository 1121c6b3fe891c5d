/**
 * Addresses that fill in a roller: `?situation=average&steps=1#core_rules.challenge`, one throw with
 * `dice=[5]`.
 */
import { IN_FOLDER } from "./site.js";
import { decodeHash } from "./url-hash.js";
import { MAX_JSON_DEPTH, MAX_JSON_CHARS } from "./limits.js";

const OWN = ["by", "called", "compare", "dice", "roller", "seed", "theme"];

/** Characters of a name: of who threw, or of what was thrown. */
const LONGEST_NAME = 120;

/**
 * What an address asks of the roller with this id: {inputs, dice, seed, by, called}, or null if it asks
 * nothing of it. Of a throw, `by` is who threw it and `called` what the button that threw it is called.
 */
export function readRollerUrl(address, id) {
  const url = new URL(address, location.href);
  const named = url.searchParams.get("roller") ?? decodeHash(url.hash);
  if (named !== id || !url.search) return null;
  const values = Object.fromEntries([...url.searchParams].map(([name, text]) => [name, readValue(text)]));
  const inputs = Object.fromEntries(Object.entries(values).filter(([name]) => !OWN.includes(name)));
  const [by, called] = ["by", "called"].map(
    (name) => url.searchParams.get(name)?.slice(0, LONGEST_NAME) ?? null,
  );
  return { inputs, dice: values.dice ?? null, seed: values.seed ?? null, by, called };
}

/**
 * Names the roller before the `#` of the page's address too: links within the page write there where they
 * lead, and a page that is loaded again must still know whom its address asks.
 */
export function rememberRoller(id) {
  const url = new URL(location.href);
  url.searchParams.set("roller", id);
  history.replaceState(history.state, "", url.href);
}

/** Whether an address of this page leads anybody else to it: none into a folder of the reader's does. */
export function isShareable() {
  return !IN_FOLDER;
}

/** The address of this page's roller with these inputs, and of one throw if its dice are given. */
export function writeRollerUrl(id, inputs, dice = null) {
  const url = new URL(location.href);
  const values = dice ? { ...inputs, dice } : inputs;
  const given = Object.entries(values).filter(([, value]) => value !== null);
  url.search = new URLSearchParams(given.map(([name, value]) => [name, writeValue(value)]));
  url.hash = id;
  return url.href;
}

/**
 * Whatever isn't text stands as JSON. A number that JavaScript would round stays as it is written, and so
 * does what is too much to be anything: the rules read both.
 */
function readValue(text) {
  if (/\d{16}/.test(text) || text.length > MAX_JSON_CHARS || isDeep(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Whether lists and records are nested so deeply that they could not be handed on. */
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
