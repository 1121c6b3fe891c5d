/**
 * The sets of house rules that a reader has saved: {version, house: set, was: {rule number: the book's
 * text}}.
 */
import { Collection, nameOf } from "../storage/collection.js";
import { newId } from "../storage/keys.js";
import { ownValue } from "../form/paths.js";
import { sentencesOf } from "./book.js";
import { writeSet } from "./format.js";
import { putInForce } from "./in-force.js";

const opened = new Map();

/** The Collection of a game's saved sets. */
export function savedSets(game) {
  if (!opened.has(game)) opened.set(game, new Collection({ kind: "house", game, version: 1, oldest: 1 }));
  return opened.get(game);
}

/**
 * What is kept and put in force of a set: {set, sentences, was}. `was` holds the book's sentence that each
 * rewritten rule stands for, as far as it is known, for the day when the book changes it.
 */
export function recordOf(set, book, before = {}) {
  const was = Object.entries(set.rules).map(([number, { of }]) => {
    const rule = ownValue(book.rules, number);
    return [number, rule && rule.of === of ? rule.text : ownValue(before, number)];
  });
  return {
    set,
    sentences: sentencesOf(book, set.options),
    was: Object.fromEntries(was.filter(([, text]) => typeof text === "string")),
  };
}

/**
 * Saves a record under an id, a new one unless named, and has the table play by it. Gives the id. Rejects
 * with what the browser says where it can't be saved.
 */
export async function playBy(game, { set, sentences, was = {} }, id = newId()) {
  await savedSets(game).save(id, () => ({ thing: set, beside: { was } }));
  putInForce(game, { id, set, sentences, was });
  return id;
}

/** The saved set that has the name of another: {id, thing, isSame}; null where there is none. */
export async function namesake(set) {
  const name = nameOf(set);
  if (!name) return null;
  const alike = (await savedSets(set.game).all()).filter(({ thing }) => nameOf(thing) === name);
  const same = alike.find(({ thing }) => writeSet(thing) === writeSet(set));
  const found = same ?? alike[0];
  return found ? { ...found, isSame: Boolean(same) } : null;
}

/** The rewritten rules of a set whose sentence the book has changed since: their numbers. */
export function changedSince(set, book) {
  const isOlder = ([number, { of }]) => ownValue(book.rules, number)?.of !== of;
  return Object.entries(set.rules)
    .filter(isOlder)
    .map(([number]) => number);
}
