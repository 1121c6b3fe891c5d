/**
 * The set of house rules in force: at most one per game. Its record is {id, look, set, sentences}: the saved
 * set, whether it is only previewed, the set itself, and {rule number: text} that its options add. It is in
 * the local storage under `house:GAME`, or for a preview in the session storage, so that it is available
 * before a page is drawn.
 *
 * Changes, here or in another tab (`loader.js`), dispatch `diceleaf:house` on `window` with {game}.
 */
import { isRecord } from "../form/paths.js";
import { everywhere, inThisTab } from "./storages.js";

const recordsByGame = new Map(); // game → {text, record}, as a page requests it often

/**
 * Returns the identifier of a section or entry in a set: `combat#dodging`, from an address relative to the
 * root of the site.
 */
export function placeOf(address, game) {
  const [path, anchor] = address.slice(game.length + 1).split("#");
  return `${path.replace(/\/$|\.html$/, "") || "index"}#${anchor}`;
}

/** Returns the record in force for a game, or null. */
export function inForce(game) {
  const name = `house:${game}`;
  const text = inThisTab.get(name) ?? everywhere.get(name);
  if (recordsByGame.get(game)?.text !== text)
    recordsByGame.set(game, { text, record: parseRecord(text, game) });
  return recordsByGame.get(game).record;
}

/** Returns {name: value} of the options that the set changes: `house` in requests to the engine. */
export function optionsOf(game) {
  return shownRecord(game)?.set.options ?? {};
}

/** Returns the name of the set with which pages are shown, "" without one. */
export function nameOf(game) {
  return String(shownRecord(game)?.set.name ?? "");
}

/** Returns the record with which pages are shown, or null while the reader looks at the standard rules. */
export function shownRecord(game) {
  return isSuspended(game) ? null : inForce(game);
}

/** Returns whether the reader looks at the standard rules in this tab, although a set is in force. */
export function isSuspended(game) {
  return inThisTab.get(`house-book:${game}`) !== null;
}

/** Switches to the standard rules in this tab, or back. */
export function setSuspended(game, isOn) {
  if (isOn) inThisTab.set(`house-book:${game}`, "1");
  else inThisTab.remove(`house-book:${game}`);
  dispatchChange(game);
}

/**
 * Puts a record in force, or null for the standard rules. With `look`, only in this tab until it is closed:
 * `putInForce(game, null, {look: true})` restores the previous set. Throws the browser's error if its storage
 * is full.
 */
export function putInForce(game, record, { look = false } = {}) {
  const name = `house:${game}`;
  if (record) (look ? inThisTab : everywhere).set(name, JSON.stringify({ ...record, look }));
  if (!look || !record) inThisTab.remove(name);
  if (!look && !record) everywhere.remove(name);
  setSuspended(game, false);
}

function parseRecord(text, game) {
  try {
    const record = JSON.parse(text);
    const { options, rules, entries, hidden, new: newRules } = record.set;
    const isWhole =
      record.set.game === game &&
      [record.sentences, options, rules, entries].every(isRecord) &&
      [hidden, newRules].every(Array.isArray);
    return isWhole ? record : null;
  } catch {
    return null; // missing or damaged
  }
}

function dispatchChange(game) {
  globalThis.dispatchEvent?.(new CustomEvent("diceleaf:house", { detail: { game } }));
}
