/** Changes to the set of house rules in force, which is the one that a reader edits. */
import { emptySet } from "./format.js";
import { inForce } from "./in-force.js";
import { playBy, recordOf } from "./sets.js";

/**
 * Saves what `change` makes of the set in force and has the table play by it; starts a set where none is in
 * force or it is only looked at. `change` is given a set and gives a new one. `book` is that of the page *Our
 * house rules*; elsewhere a change must leave the options alone. Rejects with what the browser says where it
 * can't be saved.
 */
export async function changeSet(game, change, { book = null, name = "" } = {}) {
  const before = inForce(game);
  const set = change(before?.set ?? { ...emptySet(book ?? { game, book: "" }), name });
  const record = book ? recordOf(set, book, before?.was) : { sentences: {}, ...before, set };
  await playBy(game, record, before && !before.look ? before.id : undefined);
}

/** A set in which an option has this value; the book's is left out. */
export function withOption(set, { name, default: byTheBook }, value) {
  return { ...set, options: withEntry(set.options, name, value === byTheBook ? undefined : value) };
}

/** A set in which a rule of the book has this text, `of` the book's sentence; without a text the book's. */
export function withRule(set, number, text, of) {
  return { ...set, rules: withEntry(set.rules, number, text ? { text, of } : undefined) };
}

/** A set with a rule of the table's own, in the place of that with its id; one without an id is new. */
export function withNew(set, rule) {
  const id = rule.id || nextId(set.new);
  const others = set.new.filter((each) => each.id !== id);
  const place = set.new.findIndex((each) => each.id === id);
  return { ...set, new: others.toSpliced(place < 0 ? others.length : place, 0, { ...rule, id }) };
}

/** A set without this rule of the table's own. */
export function withoutNew(set, id) {
  return { ...set, new: set.new.filter((each) => each.id !== id) };
}

/** A set in which an entry or a section of the book isn't used, or is again. */
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
