/**
 * The search as pure JavaScript: numbers in any spelling, what comes first, misspellings, what belongs
 * together.
 */
import assert from "node:assert/strict";
import test from "node:test";
import MiniSearch from "minisearch";
import { Finder } from "../../docs/assets/js/search/finder.js";
import { fits, readNumber } from "../../docs/assets/js/search/rule-numbers.js";
import { withoutName, normaliseName, root, snippet } from "../../docs/assets/js/search/text-matching.js";

for (const written of [
  "D120",
  "D-120",
  "d-120",
  "d 120",
  "d.120",
  "D–120",
  "[D-120]",
  "rule d120",
  " D-120 ",
]) {
  test(`${written} is the number of a rule`, () => {
    const read = readNumber(written);
    assert.equal(fits("D-120", read), 2);
    assert.equal(fits("C-120", read), 0);
    assert.equal(fits("D-012", read), 0);
  });
}

test("a number alone may belong to any letter, and zeros in front of it don't matter", () => {
  assert.equal(fits("D-012", readNumber("12")), 2);
  assert.equal(fits("R-12", readNumber("012")), 2);
  assert.equal(fits("D-120", readNumber("12")), 0);
});

test("the beginning of a number with its letter fits, but less", () => {
  assert.equal(fits("D-120", readNumber("d-12")), 1);
  assert.equal(fits("D-012", readNumber("d-12")), 2);
});

test("words are no numbers", () => {
  for (const written of ["2d10", "d", "hit", "1200", "d-", ""])
    assert.equal(readNumber(written), null, written);
});

test("words are compared by what they have in common", () => {
  assert.deepEqual(["Specialties", "foes’", "Bless", "glasses", "Café"].map(root), [
    "specialty",
    "foe",
    "bless",
    "glass",
    "cafe",
  ]);
});

test("a snippet shows what was found, in whole words", () => {
  const text = `${"One word and another. ".repeat(20)}Here are the zones. ${"And so on. ".repeat(20)}`;
  const pieces = snippet(text, new Set(["zone"]));
  assert.deepEqual(
    pieces.filter(([, found]) => found),
    [["zones", true]],
  );
  const whole = pieces.map(([piece]) => piece).join("");
  assert.ok(whole.length < 190 && whole.startsWith("… ") && whole.endsWith(" …"));
  assert.ok(text.includes(whole.slice(2, -2)));
});

/** A small library: two books that share some words and numbers, and a page of neither. */
function library() {
  return new Finder({
    books: [
      { title: "Home" },
      { id: "lantern", title: "Lantern", address: "lantern/" },
      { id: "reed", title: "Reed" },
    ],
    pages: [
      { book: 0, title: "Home" },
      { book: 1, address: "lantern/fights/", title: "Fights" },
      { book: 2, address: "reed/fights/", title: "Fights" },
    ],
    things: [
      { kind: "section", page: 0, anchor: "flee", name: "Flee", text: "A word." },
      {
        kind: "rule",
        page: 1,
        anchor: "L-001",
        text: "Whoever flees is out.",
        numbers: ["L-001"],
        rulings: ["R-1"],
      },
      {
        kind: "ruling",
        page: 1,
        anchor: "R-1",
        name: "May one flee twice?",
        text: "No.",
        numbers: ["R-1"],
        about: ["L-001"],
      },
      {
        kind: "entry",
        page: 1,
        anchor: "boots",
        name: "Boots",
        cells: [["Price", "3"]],
        numbers: ["L-002", "L-003"],
      },
      {
        kind: "calculator",
        page: 1,
        anchor: "c",
        of: "lantern.c",
        name: "Flight",
        about: ["L-004", "L-001"],
        cells: [["Roll", ""]],
      },
      {
        kind: "calculator",
        page: 1,
        anchor: "d",
        of: "lantern.d",
        name: "Race",
        about: ["L-001"],
        cells: [["Roll", ""]],
      },
      { kind: "rule", page: 2, anchor: "L-001", text: "Nobody flees.", numbers: ["L-001"] },
    ],
  });
}

test("what an address leads to is known by each of its numbers, and by the page", () => {
  const books = library();
  assert.equal(books.at("lantern/fights/#L-001").text, "Whoever flees is out.");
  assert.equal(books.at("lantern/fights/#L-003"), books.at("lantern/fights/#boots"));
  assert.equal(books.at("lantern/fights/#L-003").text, "Price: 3");
  assert.equal(books.at("lantern/fights/#nowhere"), undefined);
});

test("a thing keeps its key on whatever page it stands", () => {
  const books = library();
  const { key } = books.at("lantern/fights/#L-001");
  assert.equal(key, "lantern:L-001");
  assert.equal(books.kept(key).page.address, "lantern/fights/");
});

test("a rule has its own book's rulings and calculators, the most telling first", () => {
  const books = library();
  const rule = books.at("lantern/fights/#L-001");
  assert.deepEqual(
    books.rulings(rule).map(({ numbers }) => numbers[0]),
    ["R-1"],
  );
  assert.deepEqual(
    books.calculators(rule).map(({ name }) => name),
    ["Race", "Flight"],
  );
  assert.deepEqual(books.calculators(books.at("reed/fights/#L-001")), []);
});

test("the reader's own book comes first, and what is no book last", async () => {
  const books = library();
  await books.prepare(MiniSearch);
  const [, lantern, reed] = books.books;
  const first = (typed, book) => books.find(typed, book).hits[0].thing.text;
  assert.equal(first("l1", lantern), "Whoever flees is out.");
  assert.equal(first("1", reed), "Nobody flees.");
  assert.equal(first("nobody flees", lantern), "Nobody flees.");
});

test("a name is found without what it is of", () => {
  assert.equal(normaliseName("Turn (in a fight)"), normaliseName("turns"));
  assert.equal(normaliseName("Total (of a die)"), "total");
});

test("what stands below a name doesn't begin with it again", () => {
  assert.equal(
    withoutName("Cleave", "Cleave: one roll counts against two foes."),
    "One roll counts against two foes.",
  );
  assert.equal(withoutName("Boots", "Boots. They carry you."), "They carry you.");
  assert.equal(withoutName("Flee", "Fleeing: it works."), "Fleeing: it works.");
  assert.equal(withoutName("", "Whoever flees is out."), "Whoever flees is out.");
});
