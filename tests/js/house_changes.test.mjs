/** The changes of a set are listed as the text will read. */
import assert from "node:assert/strict";
import test from "node:test";
import "./browserlike.js";
import { changesOf, compareChanges } from "../../docs/assets/js/house/changes.js";
import { emptySet } from "../../docs/assets/js/house/format.js";

const rule = (text) => ({ text, of: "abc", page: "lantern/", title: "Lantern", kind: "rule" });
const bonus = {
  name: "bonus",
  label: "Bonus",
  kind: "int",
  default: 3,
  low: 1,
  high: 9,
  rule: "L-5",
  sentences: { "L-5": "Guard costs {price} and adds {bonus}.", "L-6": { 4: "The bonus is 4." } },
};
const free = {
  name: "free",
  label: "Guard is free",
  kind: "flag",
  default: false,
  choices: [
    [false, "no"],
    [true, "yes"],
  ],
  rule: "",
  sentences: { "L-6": "Guard is free." },
};
const price = { ...bonus, name: "price", label: "Price", sentences: {} };
const book = {
  game: "lantern",
  book: "1",
  options: [bonus, free, price],
  rules: { "L-5": rule("Guard costs 3 and adds 3."), "L-6": rule("The bonus is 3.") },
};
const lines = (changes) => changesOf({ ...emptySet(book), ...changes }, book);
const sentenceRows = ({ sentences }) => sentences.map(({ number, books, ours }) => [number, books, ours]);

test("an option lists the sentences that it changes", () => {
  const [line] = lines({ options: { bonus: 5 } });
  assert.deepEqual([line.books, line.ours], ["3", "5"]);
  assert.deepEqual(sentenceRows(line), [["L-5", "Guard costs 3 and adds 3.", "Guard costs 3 and adds 5."]]);
  assert.deepEqual(lines({ options: { price: 2 } })[0].sentences, []);
});

test("a sentence of several options reads as it will on the page", () => {
  const [first, second] = lines({ options: { bonus: 4, free: true } });
  assert.deepEqual([second.books, second.ours], ["no", "yes"]);
  const both = ["L-6", "The bonus is 3.", "The bonus is 4. Guard is free."];
  assert.deepEqual(sentenceRows(first)[1], both);
  assert.deepEqual(sentenceRows(second), [both]);
});

test("a rewritten rule lists only the sentences that differ", () => {
  const rules = { "L-5": rule("One. Two. Three."), "L-6": rule("One. Two.") };
  const listed = (number, text) => {
    const set = { ...emptySet(book), rules: { [number]: { text, of: "abc" } } };
    const [{ books, ours }] = changesOf(set, { ...book, rules });
    return [books, ours];
  };
  assert.deepEqual(listed("L-5", "One. 2. Three."), ["… Two. …", "… 2. …"]);
  assert.deepEqual(listed("L-5", "Two. Three."), ["One. Two. …", "Two. …"]);
  assert.deepEqual(listed("L-5", "One. Two. Three. Four."), ["… Three.", "… Three. Four."]);
  assert.deepEqual(listed("L-6", "Two. One."), ["One. Two.", "Two. One."]);
  assert.deepEqual(listed("L-6", "Zero. One. Two."), ["One. …", "Zero. One. …"]);
});

test("a rewritten rule hides the option's sentence for it", () => {
  const [option, own] = lines({
    options: { free: true },
    rules: { "L-6": { text: "No bonus.", of: "abc" } },
  });
  assert.deepEqual(option.sentences, []);
  assert.deepEqual([own.kind, own.ours], ["rule", "No bonus."]);
});

test("a ruling is split into question, first sentence and rest", () => {
  const ruling = { of: "abc", page: "lantern/", kind: "ruling" };
  const two = { ...ruling, title: "Twice? No", text: "It is spent. So is oil." };
  const one = { ...ruling, title: "How often?", text: "Once." };
  const rulings = { ...book, rules: { ...book.rules, "R-1": two, "R-2": one } };
  const ours = { text: "Yes.", of: "abc" };
  const changes = changesOf({ ...emptySet(book), rules: { "R-1": ours, "R-2": ours } }, rulings);
  assert.deepEqual(
    changes.map(({ title, books, rest }) => [title, books, rest]),
    [
      ["Twice?", "No.", "It is spent. So is oil."],
      ["How often?", "Once.", ""],
    ],
  );
});

test("changes that differ from a saved set are marked", () => {
  const own = (text) => ({ text, of: "abc" });
  const added = (id, title) => ({ id, after: "L-5", title, text: "More." });
  const saved = {
    options: { bonus: 5, free: true },
    rules: { "L-6": own("None.") },
    new: [added("H-1", "")],
  };
  const sent = { options: { bonus: 4, free: true }, rules: { "L-5": own("All.") }, new: [added("H-1", "A")] };
  const { changes, gone } = compareChanges(lines(sent), lines(saved));
  assert.deepEqual(
    changes.map(({ mark, yours }) => [mark, yours]),
    [
      ["changed", "5"],
      [undefined, undefined],
      ["new", undefined],
      ["changed", "L-5: More."],
    ],
  );
  assert.deepEqual(
    gone.map(({ number, ours, yours }) => [number, ours, yours]),
    [["L-6", "", "None."]],
  );
});
