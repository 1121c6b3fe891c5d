/** Search results and cards with house rules. */
import assert from "node:assert/strict";
import test from "node:test";
import { withHouseRules } from "../../docs/assets/js/house/things.js";
import { textOf } from "../../docs/assets/js/search/text-matching.js";

const INDEX = {
  books: [{ title: "Site" }, { id: "lantern", title: "Lantern" }],
  pages: [{ book: 0 }, { book: 1, address: "lantern/oil/", title: "Oil" }],
  things: [
    { page: 0, kind: "chapter", anchor: "site", name: "Site" },
    { page: 1, kind: "rule", anchor: "L-1", text: "A flask burns for an hour.", numbers: ["L-1"] },
    { page: 1, kind: "rule", anchor: "L-2", text: "Wind blows it out.", numbers: ["L-2"] },
    { page: 1, kind: "ruling", anchor: "R-1", name: "What if oil spills? It burns", numbers: ["R-1"] },
    { page: 1, kind: "entry", anchor: "lamp", name: "Lamp", cells: [["Price", "3"]] },
    { page: 1, kind: "section", anchor: "wicks", name: "Wicks" },
    { page: 1, kind: "rule", anchor: "L-3", text: "Trim it.", numbers: ["L-3"], section: "Wicks" },
    { page: 1, kind: "section", anchor: "braids", name: "Braids", depth: 1 },
    { page: 1, kind: "rule", anchor: "L-4", text: "Braid three.", numbers: ["L-4"], section: "Braids" },
    { page: 1, kind: "section", anchor: "flints", name: "Flints" },
    { page: 1, kind: "rule", anchor: "L-5", text: "Strike twice.", numbers: ["L-5"], section: "Flints" },
  ],
};
const SET = {
  game: "lantern",
  name: "Thursday",
  options: {},
  rules: {
    "L-1": { text: "A flask burns all night." },
    "L-2": { text: { toString: 7 } },
    "L-4": { text: "Braid four." },
  },
  entries: { "oil#lamp": { hidden: true } },
  hidden: ["oil#wicks"],
  new: [
    { id: "H-1", after: "L-1", title: "Thrift", text: "Pour the rest back." },
    { id: "H-2", after: "R-1", title: "", text: "Sand puts it out." },
  ],
};

const RECORD = { id: "a", set: SET, sentences: { "L-2": "Wind does nothing.", "L-1": "By the option." } };
const entries = withHouseRules(INDEX, (game) => (game === "lantern" ? RECORD : null)).things;
const entry = (anchor) => entries.find((each) => each.anchor === anchor);

test("a rewritten rule is found by its new text and by the book's", () => {
  const rule = entry("L-1");
  assert.equal(textOf(rule), "House rule: A flask burns all night.");
  assert.equal(rule.inBook, "A flask burns for an hour.");
  assert.match(rule.text, /all night.+an hour/);
});

test("an option's sentence replaces a damaged one", () => {
  assert.equal(textOf(entry("L-2")), "House rule: Wind does nothing.");
});

test("a new rule follows its rule or ruling", () => {
  const after = (anchor) => entries[entries.indexOf(entry(anchor)) + 1];
  assert.deepEqual(after("L-1").numbers, ["H-1"]);
  assert.equal(after("L-1").name, "Thrift");
  assert.deepEqual(after("R-1").numbers, ["H-2"]);
  assert.equal(textOf(after("R-1")), "House rule: Sand puts it out.");
});

test("an excluded entry is labelled", () => {
  assert.equal(entry("lamp").note, "Not used at your table");
});

test("an excluded section is labelled up to the next beside it", () => {
  assert.equal(entry("wicks").label, "Not used at your table. ");
  assert.equal(textOf(entry("L-3")), "Not used at your table. Trim it.");
  assert.equal(textOf(entry("L-4")), "Not used at your table. House rule: Braid four.");
  assert.equal(entry("flints").label, undefined);
  assert.equal(textOf(entry("L-5")), "Strike twice.");
});

test("without a set the index is as the build wrote it", () => {
  assert.equal(
    withHouseRules(INDEX, () => null),
    INDEX,
  );
});
