/** Changes to the set of house rules in force. */
import { emptySet } from "./format.js";
import { inForce } from "./in-force.js";
import { freeNameOf, playBy, recordOf, savedSets } from "./sets.js";

/**
 * Saves a changed copy of the set in force and puts it in force. Creates a set if none is in force, or if it
 * is only previewed. `change` gets a set and returns a new one. `book` is that of the page *Our house rules*;
 * elsewhere a change must leave the options alone. Rejects with the browser's error if it can't be saved.
 */
export async function changeSet(game, change, { book = null, name = "" } = {}) {
  const before = inForce(game);
  const changed = change(before?.set ?? { ...emptySet(book ?? { game, book: "" }), name });
  if (before?.look) await savedSets(game).opened;
  const set = before?.look ? { ...changed, name: freeNameOf(changed) } : changed;
  const record = book ? recordOf(set, book, before?.was) : { sentences: {}, ...before, set };
  await playBy(game, record, before && !before.look ? before.id : undefined);
}

/** Returns a set with this value of an option; the book's value is left out. */
export function withOption(set, { name, default: byTheBook }, value) {
  return { ...set, options: withEntry(set.options, name, value === byTheBook ? undefined : value) };
}

/**
 * Returns a set with this text for a rule of the book, `of` the book's sentence; without a text, the rule is
 * restored.
 */
export function withRule(set, number, text, of) {
  return { ...set, rules: withEntry(set.rules, number, text ? { text, of } : undefined) };
}

/** Returns a set with a new rule, which replaces the one with its id; a rule without an id is added. */
export function withNew(set, rule) {
  const id = rule.id || nextId(set.new);
  const others = set.new.filter((each) => each.id !== id);
  const place = set.new.findIndex((each) => each.id === id);
  return { ...set, new: others.toSpliced(place < 0 ? others.length : place, 0, { ...rule, id }) };
}

/** Returns a set without this new rule. */
export function withoutNew(set, id) {
  return { ...set, new: set.new.filter((each) => each.id !== id) };
}

/** Returns a set that excludes an entry or section of the book, or includes it again. */
export function withUse(set, { kind, place }, isUsed) {
  if (kind === "entry") {
    return { ...set, entries: withEntry(set.entries, place, isUsed ? undefined : { hidden: true }) };
  }
  const others = set.hidden.filter((each) => each !== place);
  return { ...set, hidden: isUsed ? others : [...others, place] };
}

function withEntry(record, name, value) {
  const { [name]: _, ...others } = record;
  return value === undefined ? others : { ...others, [name]: value };
}

function nextId(rules) {
  return `H-${1 + Math.max(0, ...rules.map(({ id }) => Number(id.slice(2))))}`;
}
