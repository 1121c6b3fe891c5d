/** The saved sets of house rules: {version, house: set, was: {rule number: the book's text}}. */
import { Collection, freeName, nameOf } from "../storage/collection.js";
import { newId } from "../storage/keys.js";
import { ownValue } from "../form/paths.js";
import { sentencesOf } from "./book.js";
import { LIMITS, writeSet } from "./format.js";
import { inForce, putInForce } from "./in-force.js";

const collections = new Map();

/** Returns the Collection of a game's saved sets. */
export function savedSets(game) {
  if (!collections.has(game))
    collections.set(game, new Collection({ kind: "house", game, version: 1, oldest: 1 }));
  return collections.get(game);
}

/**
 * Returns the record of a set: {set, sentences, was}. `was` contains the book's sentence for each rewritten
 * rule, if known, to notice when the book changes it.
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
 * Saves a record under an id, by default a new one, and puts it in force. Returns the id. Rejects with the
 * browser's error if it can't be saved.
 */
export async function playBy(game, { set, sentences, was = {} }, id = newId()) {
  await savedSets(game).save(id, () => ({ item: set, beside: { was } }));
  putInForce(game, { id, set, sentences, was });
  return id;
}

/** Saves the set that a reader looks at, under a free name if another has its name, and puts it in force. */
export async function adoptPreviewed(game) {
  const record = inForce(game);
  const other = await namesake(record.set);
  if (other?.isSame) return playBy(game, record, other.id);
  const name = other ? freeNameOf(record.set) : record.set.name;
  return playBy(game, { ...record, set: { ...record.set, name } });
}

/** Returns the saved set with the same name: {id, item, isSame}, or null. */
export async function namesake(set) {
  const name = nameOf(set);
  if (!name) return null;
  const sameName = (await savedSets(set.game).all()).filter(({ item }) => nameOf(item) === name);
  const same = sameName.find(({ item }) => writeSet(item) === writeSet(set));
  const match = same ?? sameName[0];
  return match ? { ...match, isSame: Boolean(same) } : null;
}

/** Returns the name of a set, with a number if a saved set of the game has that name. */
export function freeNameOf({ game, name }) {
  return freeName(name, new Set(savedSets(game).list.map((each) => each.name)), LIMITS.name);
}

/** Returns the numbers of the rewritten rules whose sentence the book has changed since. */
export function changedSince(set, book) {
  const isOlder = ([number, { of }]) => ownValue(book.rules, number)?.of !== of;
  return Object.entries(set.rules)
    .filter(isOlder)
    .map(([number]) => number);
}
