/** The ranking of the search in the built books. */
import assert from "node:assert/strict";
import test from "node:test";
import { ask, bookOf, books, nameOf } from "./books.js";

/** Queries, the book of the reader, and what the first hit must open: a number, or a kind and an anchor. */
const QUERIES = [
  ["dichotomy", "D120", "D-120"],
  ["dichotomy", "120", "D-120"],
  ["core_rules", "51", "C-051"],
  ["core_rules", "r-2", "R-2"],
  ["dichotomy", "hp", "D-199"],
  ["dichotomy", "hit", "D-199"],
  ["dichotomy", "prone", "section taking-a-dive"],
  ["dichotomy", "stun", "D-200"],
  ["dichotomy", "defend", "D-188"],
  ["dichotomy", "smite", "D-072"],
  ["dichotomy", "acrobatcs", "D-074"],
  ["dichotomy", "experience points", "D-115"],
  ["dichotomy", "money", "D-172"],
  ["dichotomy", "action points", "D-184"],
  ["dichotomy", "zones", "D-179"],
  ["dichotomy", "combat", "chapter combat"],
  ["dichotomy", "injurry", "D-202"],
  ["core_rules", "might", "C-038"],
  ["core_rules", "specialties", "C-040"],
  ["core_rules", "great succes", "section reading-the-result"],
  ["core_rules", "chalenge", "C-001"],
  ["core_rules", "d8", "C-050"],
  ["core_rules", "advantage", "C-050"],
  ["core_rules", "the table screen", "chapter table-screen"],
  ["core_rules", "sprint", "C-038"],
  ["core_rules", "bribe", "C-030"],
  // queries of a player and a game master that used to fail
  ["core_rules", "get points back", "C-017"],
  ["core_rules", "points back", "C-017"],
  ["core_rules", "regain points", "C-017"],
  ["action_consequence", "doubled", "A-028"],
  ["action_consequence", "when am I out", "R-40"],
  ["basic_systems", "bothc", "S-065"],
  ["two_d6", "how many actions", "T-186"],
  ["two_d6", "how do I heal", "T-212"],
  ["two_d6", "armor when hit", "section armour"],
];

for (const [book, query, expected] of QUERIES) {
  test(`“${query}” in ${book} opens ${expected} first`, () => {
    const { hits, opened } = ask(book, query);
    const names = hits.slice(0, 5).map(({ entry }) => nameOf(entry));
    assert.equal(nameOf(opened), expected, names.join(", "));
  });
}

for (const query of ["xp", "dying", "heal", "initiative"]) {
  test(`“${query}” finds nothing in Core Rules, but in other books`, () => {
    const { hits, others } = ask("core_rules", query);
    assert.deepEqual(
      hits.map(({ entry }) => nameOf(entry)),
      [],
    );
    assert.ok(others.length && others.every(({ entry }) => entry.book.id !== "core_rules"));
  });
}

test("“flanking” is in no book and isn't corrected", () => {
  const { hits, others, mentions } = ask("two_d6", "flanking");
  assert.deepEqual([...hits, ...others, ...mentions], []);
});

test("the number of another book's rule is found there", () => {
  const { hits, others } = ask("core_rules", "d 120");
  assert.deepEqual([hits.length, others.map(({ number }) => number)], [0, ["D-120"]]);
});

test("words that no rule contains together are reported", () => {
  const { hits, closest } = ask("two_d6", "fall damage");
  assert.ok(closest && hits.length);
});

for (const query of ["highest", "lowest", "move", "track", "wound", "throw", "roll"]) {
  test(`“${query}” opens a game rather than the author's guide`, () => {
    const { hits } = books.find(query);
    assert.notEqual(hits[0].entry.book.id, "authoring");
  });
}

test("the author's guide is found by its readers only", () => {
  assert.equal(ask("authoring", "highest").hits[0].entry.anchor, "Dice.highest");
  const { others } = ask("dichotomy", "zones");
  assert.ok(others.every(({ entry }) => !entry.book.aside));
});

test("a rule number matches no words of other books", () => {
  const { hits, others } = ask("two_d6", "T-199");
  assert.deepEqual(
    [...hits, ...others].map(({ entry }) => entry.numbers[0]),
    ["T-199"],
  );
});

test("an unknown word finds nothing", () => {
  const nothing = { hits: [], others: [], mentions: [], closest: false, meant: "" };
  assert.deepEqual(books.find("qqqqqq"), nothing);
  assert.deepEqual(books.find("qqqqqq", bookOf("two_d6")), nothing);
});

test("a keystroke is answered within a frame", () => {
  const query = "how long does the advantage last";
  const book = bookOf("action_consequence");
  for (let at = 2; at <= query.length; at += 1) books.find(query.slice(0, at), book); // until it is compiled
  const start = process.cpuUsage().user;
  for (let at = 2; at <= query.length; at += 1) books.find(query.slice(0, at), book);
  const each = (process.cpuUsage().user - start) / 1000 / (query.length - 1);
  assert.ok(each < 16, `${each.toFixed(1)} ms`);
});
