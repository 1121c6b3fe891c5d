/** The search without a page: rule numbers in any spelling, ranking, misspellings and relations. */
import assert from "node:assert/strict";
import test from "node:test";
import MiniSearch from "minisearch";
import { Finder } from "../../docs/assets/js/search/finder.js";
import { matchQuality, readNumber } from "../../docs/assets/js/search/rule-numbers.js";
import { editDistance, respell } from "../../docs/assets/js/search/spelling.js";
import {
  withoutName,
  normaliseName,
  root,
  snippet,
  stem,
} from "../../docs/assets/js/search/text-matching.js";

for (const text of ["D120", "D-120", "d-120", "d 120", "d.120", "D–120", "[D-120]", "rule d120", " D-120 "]) {
  test(`${text} is the number of a rule`, () => {
    const read = readNumber(text);
    assert.equal(matchQuality("D-120", read), 2);
    assert.equal(matchQuality("C-120", read), 0);
    assert.equal(matchQuality("D-012", read), 0);
  });
}

test("a number matches without its letter and leading zeros", () => {
  assert.equal(matchQuality("D-012", readNumber("12")), 2);
  assert.equal(matchQuality("R-12", readNumber("012")), 2);
  assert.equal(matchQuality("D-120", readNumber("12")), 0);
});

test("the start of a number matches with a lower score", () => {
  assert.equal(matchQuality("D-120", readNumber("d-12")), 1);
  assert.equal(matchQuality("D-012", readNumber("d-12")), 2);
});

test("words aren't rule numbers", () => {
  for (const text of ["2d10", "d", "hit", "1200", "d-", ""]) assert.equal(readNumber(text), null, text);
});

test("words are compared by their stem", () => {
  assert.deepEqual(["Specialties", "foes’", "Bless", "glasses", "Café", "ties"].map(root), [
    "specialty",
    "foe",
    "bless",
    "glass",
    "cafe",
    "tie",
  ]);
});

for (const words of [
  "armour armor",
  "specialisation specializations",
  "defence defense",
  "favourable favorable",
]) {
  test(`${words} have one root`, () => assert.equal(new Set(words.split(" ").map(root)).size, 1));
}

for (const words of [
  "heal healing healed",
  "move moving moved",
  "injure injured injury",
  "hit hitting",
  "tie tying",
]) {
  test(`${words} have one stem`, () => assert.equal(new Set(words.split(" ").map(stem)).size, 1));
}

test("words that only look alike have different stems", () => {
  for (const [one, other] of ["ring r", "need ne", "dying die", "bless ble"].map((each) => each.split(" ")))
    assert.notEqual(stem(one), stem(other));
});

test("a swapped, additional, missing or wrong letter counts once", () => {
  const distances = ["botch", "bothc", "botc", "bottch", "batch", "btoch"].map((word) =>
    editDistance(word, "botch"),
  );
  assert.deepEqual(distances, [0, 1, 1, 1, 1, 1]);
  assert.equal(editDistance("kitten", "sitting"), 3);
});

test("an unknown word is corrected, or split in two", () => {
  const known = new Map(["botch", "batch", "landing", "we", "owe", "initiative"].map((word) => [word, 1]));
  for (const word of ["batch", "we", "owe"]) known.set(word, 5);
  assert.deepEqual(respell("bothc", known), ["botch"]);
  assert.deepEqual(respell("bitch", known), ["batch"], "the more frequent word is chosen");
  assert.deepEqual(respell("innitiatve", known), ["initiative"]);
  assert.deepEqual(respell("weowe", known), ["we", "owe"]);
  assert.equal(respell("flanking", known), null, "two letters differ, including the first");
  assert.equal(respell("xp", known), null);
});

test("an excerpt marks matches as whole words", () => {
  const text = `${"One word and another. ".repeat(20)}Here are the zones. ${"And so on. ".repeat(20)}`;
  const pieces = snippet(text, new Set(["zone"]), 170);
  assert.deepEqual(
    pieces.filter(([, isMatch]) => isMatch),
    [["zones", true]],
  );
  const whole = pieces.map(([piece]) => piece).join("");
  assert.ok(whole.length < 190 && whole.startsWith("… ") && whole.endsWith(" …"));
  assert.ok(text.includes(whole.slice(2, -2)));
});

/** A small library: two books with some common words and numbers, and a page outside both. */
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
      { kind: "section", page: 2, anchor: "tale", name: "A tale", text: "Ash buys boots." },
      {
        kind: "term",
        page: 2,
        anchor: "exit",
        name: "exit",
        text: "A way out.",
        also: ["door", "turning back"],
        see: [["Fights", "reed/fights/#L-001"]],
      },
    ],
  });
}

test("an entry is found by each of its numbers and by its page", () => {
  const books = library();
  assert.equal(books.at("lantern/fights/#L-001").text, "Whoever flees is out.");
  assert.equal(books.at("lantern/fights/#L-003"), books.at("lantern/fights/#boots"));
  assert.equal(books.at("lantern/fights/#L-003").text, "Price: 3");
  assert.equal(books.at("lantern/fights/#nowhere"), undefined);
});

test("the key of an entry doesn't depend on its page", () => {
  const books = library();
  const { key } = books.at("lantern/fights/#L-001");
  assert.equal(key, "lantern:L-001");
  assert.equal(books.byKey(key).page.address, "lantern/fights/");
});

test("a rule has the rulings and calculators of its book", () => {
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

test("the reader's own book comes first", async () => {
  const books = library();
  await books.prepare(MiniSearch);
  const [, lantern, reed] = books.books;
  const texts = (hits) => hits.map(({ entry }) => entry.text);
  const results = books.find("l1", lantern);
  assert.deepEqual(texts(results.hits), ["Whoever flees is out."]);
  assert.deepEqual(texts(results.others), ["Nobody flees."]);
  assert.equal(books.find("1", reed).hits[0].entry.text, "Nobody flees.");
  const { hits, others } = books.find("flees");
  assert.ok(texts(hits).includes("A word."));
  assert.equal(others.length, 0, "outside of books, all results are hits");
});

test("results of other books are shown if the reader's has none", async () => {
  const books = library();
  await books.prepare(MiniSearch);
  const [, lantern, reed] = books.books;
  const nowhere = books.find("nobody", lantern);
  assert.deepEqual([nowhere.hits.length, nowhere.others[0].entry.text], [0, "Nobody flees."]);
  const mentioned = books.find("boots", reed);
  assert.deepEqual([mentioned.hits.length, mentioned.others[0].entry.name], [0, "Boots"]);
  assert.equal(mentioned.mentions[0].entry.name, "A tale");
});

test("incomplete matches are marked, and misspellings corrected", async () => {
  const books = library();
  await books.prepare(MiniSearch);
  const [, , reed] = books.books;
  assert.equal(books.find("nobody waits", reed).closest, true);
  const { hits, meant, closest } = books.find("noboyd flees", reed);
  assert.deepEqual([hits[0].entry.text, meant, closest], ["Nobody flees.", "nobody flee", false]);
});

test("everyday synonyms are used unless the book has the word", async () => {
  const books = library();
  await books.prepare(MiniSearch);
  const [, lantern, reed] = books.books;
  assert.equal(books.find("escape", reed).hits[0].entry.text, "Nobody flees.");
  assert.equal(books.find("race", lantern).hits[0].entry.name, "Race");
});

test("a term is found by its synonyms and opens its rule", async () => {
  const books = library();
  await books.prepare(MiniSearch);
  const [, , reed] = books.books;
  for (const query of ["door", "doors", "turn back", "how do I turn back"]) {
    const [{ entry }] = books.find(query, reed).hits;
    assert.deepEqual([entry.name, books.target(entry).text], ["exit", "Nobody flees."], query);
  }
});

test("a name is found without its addition", () => {
  assert.equal(normaliseName("Turn (in a fight)"), normaliseName("turns"));
  assert.equal(normaliseName("Total (of a die)"), "total");
});

test("the text below a name doesn't repeat it", () => {
  assert.equal(
    withoutName("Cleave", "Cleave: one roll counts against two foes."),
    "One roll counts against two foes.",
  );
  assert.equal(withoutName("Boots", "Boots. They carry you."), "They carry you.");
  assert.equal(withoutName("Flee", "Fleeing: it works."), "Fleeing: it works.");
  assert.equal(withoutName("", "Whoever flees is out."), "Whoever flees is out.");
});
