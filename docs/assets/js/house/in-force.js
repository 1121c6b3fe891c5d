/**
 * The set of house rules that a reader's table plays by: at most one per game. A record in force is {id,
 * look, set, sentences}: the saved set it comes from, whether the reader only looks at it, the set itself,
 * and {rule number: text} that its options bring. It is in the plain storage under `house:GAME`, or where the
 * reader only looks, in that of this tab, so that it is there before a page is drawn.
 *
 * When it changes, here or in another tab (`loader.js`), `diceleaf:house` is dispatched on `window` with
 * {game}.
 */
import { isRecord } from "../form/paths.js";
import { everywhere, inThisTab } from "./storages.js";

const known = new Map(); // game → {text, record}, as a page asks for it many times

/** The place of a section or entry in a set: `combat#dodging` for an address from the root of the site. */
export function placeOf(address, game) {
  const [path, anchor] = address.slice(game.length + 1).split("#");
  return `${path.replace(/\/$|\.html$/, "") || "index"}#${anchor}`;
}

/** The record in force for a game; null where its table plays by the book. */
export function inForce(game) {
  const name = `house:${game}`;
  const text = inThisTab.get(name) ?? everywhere.get(name);
  if (known.get(game)?.text !== text) known.set(game, { text, record: parseRecord(text, game) });
  return known.get(game).record;
}

/** {name: value} of the options that the table decides otherwise: the `house` of a request to the engine. */
export function optionsOf(game) {
  return shownRecord(game)?.set.options ?? {};
}

/** The record by which pages are shown: none while the reader sees the book's rules. */
export function shownRecord(game) {
  return isSuspended(game) ? null : inForce(game);
}

/** Whether the reader sees the book's rules for now, in this tab, though a set is in force. */
export function isSuspended(game) {
  return inThisTab.get(`house-book:${game}`) !== null;
}

/** Shows the book's rules for now, or the table's again. */
export function suspend(game, isOn) {
  if (isOn) inThisTab.set(`house-book:${game}`, "1");
  else inThisTab.remove(`house-book:${game}`);
  tell(game);
}

/**
 * Puts a record in force, or with null the book. `look` does so in this tab only and until it is closed:
 * what is in force otherwise stays, and is so again after `putInForce(game, null, {look: true})`. Throws what
 * the browser says where its storage is full.
 */
export function putInForce(game, record, { look = false } = {}) {
  const name = `house:${game}`;
  if (record) (look ? inThisTab : everywhere).set(name, JSON.stringify({ ...record, look }));
  if (!look || !record) inThisTab.remove(name);
  if (!look && !record) everywhere.remove(name);
  suspend(game, false);
}

function parseRecord(text, game) {
  try {
    const record = JSON.parse(text);
    const { options, rules, entries, hidden, new: added } = record.set;
    const isWhole =
      record.set.game === game &&
      [record.sentences, options, rules, entries].every(isRecord) &&
      [hidden, added].every(Array.isArray);
    return isWhole ? record : null;
  } catch {
    return null; // there is none, or it is damaged
  }
}

function tell(game) {
  globalThis.dispatchEvent?.(new CustomEvent("diceleaf:house", { detail: { game } }));
}
