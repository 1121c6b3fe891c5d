/** What players type, and what the search puts first in the built books. */
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import vm from "node:vm";
import MiniSearch from "minisearch";
import { Finder } from "../../../docs/assets/js/search/finder.js";

const folder = new URL("../../../site/search/", import.meta.url);
const context = {};
for (const name of fs.readdirSync(folder)) {
  vm.runInNewContext(fs.readFileSync(new URL(name, folder), "utf8"), context);
}
const books = new Finder(JSON.parse(JSON.stringify(context.diceleafIndex)));
books.takeProse(JSON.parse(JSON.stringify(context.diceleafProse)));

await books.prepare(MiniSearch);

/** What players type, in which book, and what must come first: a number, or a kind and an anchor. */
const ASKED = [
  ["dichotomy", "D120", "D-120"],
  ["dichotomy", "120", "D-120"],
  ["core_rules", "d 120", "D-120"],
  ["core_rules", "51", "C-051"],
  ["core_rules", "r-2", "R-2"],
  ["dichotomy", "hp", "term hit"],
  ["dichotomy", "hit", "term hit"],
  ["dichotomy", "prone", "term dive"],
  ["dichotomy", "stun", "term shaken"],
  ["dichotomy", "defend", "term defend"],
  ["dichotomy", "smite", "D-072"],
  ["dichotomy", "acrobatcs", "D-074"],
  ["dichotomy", "experience points", "term xp"],
  ["dichotomy", "money", "term wealth"],
  ["dichotomy", "action points", "term ap"],
  ["dichotomy", "zones", "term zone"],
  ["dichotomy", "combat", "chapter combat"],
  ["dichotomy", "injurry", "term injured"],
  ["core_rules", "might", "C-038"],
  ["core_rules", "specialties", "term specialty"],
  ["core_rules", "great succes", "term great-success"],
  ["core_rules", "chalenge", "term challenge"],
  ["core_rules", "d8", "term d8"],
  ["core_rules", "advantage", "term favourable-situation"],
  ["core_rules", "the table screen", "chapter table-screen"],
];

for (const [book, typed, wanted] of ASKED) {
  test(
    `“${typed}” in ${book} finds ${wanted} first`,
    { skip: !books && "the site isn't built" },
    async () => {
      const { hits } = books.find(
        typed,
        books.books.find(({ id }) => id === book),
      );
      const told = hits.map(
        ({ thing, number }) => number ?? thing.numbers[0] ?? `${thing.kind} ${thing.anchor}`,
      );
      assert.equal(told[0], wanted, told.slice(0, 5).join(", "));
    },
  );
}

for (const typed of ["highest", "lowest", "move", "track", "wound", "throw", "roll"]) {
  test(`“${typed}” leads a player to a game, whatever the author's guide calls so`, () => {
    const { hits } = books.find(typed);
    assert.notEqual(hits[0].thing.book.id, "authoring");
  });
}

test("whoever reads the author's guide finds there what it tells", () => {
  const { hits } = books.find(
    "highest",
    books.books.find(({ id }) => id === "authoring"),
  );
  assert.equal(hits[0].thing.anchor, "Dice.highest");
});

test("the number of a rule finds no other book's words that happen to begin so", () => {
  const { hits } = books.find(
    "T-199",
    books.books.find(({ id }) => id === "two_d6"),
  );
  assert.deepEqual(
    hits.map(({ thing }) => thing.numbers[0]),
    ["T-199"],
  );
});

test("what nobody wrote finds nothing", () => {
  assert.deepEqual(books.find("qqqqqq"), { hits: [], nearly: false });
});
