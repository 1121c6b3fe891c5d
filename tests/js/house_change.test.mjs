/** Changes to a set of house rules return a new set, without values of the standard rules. */
import "fake-indexeddb/auto";
import assert from "node:assert/strict";
import test from "node:test";
import { withGlobals } from "./browserlike.js";
import { isByTheBook, optionsOn, sentencesOf } from "../../docs/assets/js/house/book.js";
import {
  changeSet,
  withNew,
  withOption,
  withoutNew,
  withRule,
  withUse,
} from "../../docs/assets/js/house/change.js";
import { emptySet } from "../../docs/assets/js/house/format.js";
import { inForce, placeOf, putInForce } from "../../docs/assets/js/house/in-force.js";
import { savedSets } from "../../docs/assets/js/house/sets.js";

const wounds = {
  name: "wounds",
  label: "Wounds",
  kind: "int",
  default: 3,
  low: 1,
  high: 9,
  rule: "L-2",
  sentences: { "L-2": "You have {value} wounds.", "L-3": { 4: "Four." } },
};
const book = {
  game: "lantern",
  book: "1",
  options: [wounds],
  rules: { "L-2": { text: "You have 3 wounds.", of: "abc", page: "lantern/", title: "Lantern" } },
};

test("an option with the book's value is left out", () => {
  const set = withOption(emptySet(book), wounds, 4);
  assert.deepEqual(set.options, { wounds: 4 });
  assert.ok(!isByTheBook(wounds, set.options));
  assert.deepEqual(withOption(set, wounds, 3).options, {});
});

test("an option brings its sentences", () => {
  assert.deepEqual(sentencesOf(book, { wounds: 4 }), { "L-2": "You have 4 wounds.", "L-3": "Four." });
  assert.deepEqual(sentencesOf(book, { wounds: 5 }), { "L-2": "You have 5 wounds." });
  assert.deepEqual(sentencesOf(book, { wounds: 3 }), {});
  assert.deepEqual(optionsOn(book, "L-3"), [wounds]);
  assert.deepEqual(optionsOn(book, "L-4"), []);
});

test("sentences of several options are combined, each once", () => {
  const [bonus, price] = ["bonus", "price"].map((name) => ({
    name,
    default: 3,
    sentences: { "L-5": "Guard costs {price} and adds {bonus}.", "L-6": `The ${name} is {value}. It stays.` },
  }));
  const both = { ...book, options: [bonus, price] };
  assert.equal(sentencesOf(both, { price: 2 })["L-5"], "Guard costs 2 and adds 3.");
  const sentences = sentencesOf(both, { bonus: 4, price: 2 });
  assert.equal(sentences["L-5"], "Guard costs 2 and adds 4.");
  assert.equal(sentences["L-6"], "The bonus is 4. It stays. The price is 2.");
});

test("a rule without a text is restored", () => {
  const set = withRule(emptySet(book), "L-2", "Four.", "abc");
  assert.deepEqual(set.rules, { "L-2": { text: "Four.", of: "abc" } });
  assert.deepEqual(withRule(set, "L-2", "").rules, {});
});

test("a new rule has the next number and keeps its place", () => {
  const rule = { title: "", text: "One.", after: "L-2" };
  const two = withNew(withNew(emptySet(book), rule), { ...rule, text: "Two." });
  assert.deepEqual(
    two.new.map(({ id }) => id),
    ["H-1", "H-2"],
  );
  const edited = withNew(two, { ...two.new[0], text: "Uno." });
  assert.deepEqual(
    edited.new.map(({ text }) => text),
    ["Uno.", "Two."],
  );
  assert.deepEqual(
    withNew(withoutNew(two, "H-1"), rule).new.map(({ id }) => id),
    ["H-2", "H-3"],
  );
});

test("entries and sections are excluded and included again", () => {
  const entry = { kind: "entry", place: placeOf("lantern/spells/#blast", "lantern") };
  const section = { kind: "section", place: placeOf("lantern/#start", "lantern") };
  const set = withUse(withUse(emptySet(book), entry, false), section, false);
  assert.deepEqual([set.entries, set.hidden], [{ "spells#blast": { hidden: true } }, ["index#start"]]);
  const again = withUse(withUse(set, entry, true), section, true);
  assert.deepEqual([again.entries, again.hidden], [{}, []]);
});

test("the first change creates a set, and the next changes it", async (t) => {
  withGlobals(t, { document: { querySelector: () => null } });
  await changeSet("lantern", (set) => withOption(set, wounds, 4), { book, name: "Ours" });
  const { id, set, sentences } = inForce("lantern");
  assert.deepEqual([set.name, set.options, sentences["L-2"]], ["Ours", { wounds: 4 }, "You have 4 wounds."]);
  const entry = { kind: "entry", place: "spells#blast" };
  await changeSet("lantern", (before) => withUse(before, entry, false));
  assert.equal(inForce("lantern").id, id);
  assert.equal(
    inForce("lantern").sentences["L-2"],
    "You have 4 wounds.",
    "sentences are preserved on other pages",
  );
  assert.deepEqual((await savedSets("lantern").read(id)).item.entries, { "spells#blast": { hidden: true } });
});

test("changing a previewed set saves it", async (t) => {
  withGlobals(t, { document: { querySelector: () => null } });
  const set = { ...emptySet(book), name: "Theirs" };
  putInForce("lantern", { id: "", set, sentences: {} }, { look: true });
  await changeSet("lantern", (before) => withOption(before, wounds, 5), { book });
  const record = inForce("lantern");
  assert.ok(record.id && !record.look);
  assert.deepEqual([record.set.name, record.set.options], ["Theirs", { wounds: 5 }]);
});
