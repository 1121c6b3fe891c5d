/** Sets of house rules as text: valid data is read completely, and everything else is rejected. */
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { withGlobals } from "./browserlike.js";
import { changedText, generator } from "./random_data.js";
import { emptySet, LIMITS, plainText, readSet, writeSet } from "../../docs/assets/js/house/format.js";
import { sentenceHash } from "../../docs/assets/js/house/sentence-hash.js";
import { linkOf } from "../../docs/assets/js/house/sharing.js";
import { readLink } from "../../docs/assets/js/storage/share-link.js";

const SCHEMA = JSON.parse(fs.readFileSync(new URL("../../docs/assets/schema/house-1.json", import.meta.url)));
const EXAMPLE = fs.readFileSync(new URL("fixtures/house-set.json", import.meta.url), "utf8");
/** The example as a file, with the sentence that its rule replaces. */
const FILE = (() => {
  const file = JSON.parse(EXAMPLE);
  const was = "Zoë’s lantern burns for an hour.";
  file.rules["L-012"] = { ...file.rules["L-012"], of: sentenceHash(was), was };
  return JSON.stringify(file);
})();
const BOOK = {
  game: "lantern",
  title: "Lantern",
  book: "45ea28a",
  options: [
    {
      name: "tens_twice",
      label: "Tens count twice",
      kind: "flag",
      default: false,
      rule: "L-001",
      sentences: {},
    },
    {
      name: "wounds",
      label: "Wounds",
      kind: "int",
      default: 3,
      low: 1,
      high: 9,
      rule: "L-002",
      sentences: {},
    },
    {
      name: "botch",
      label: "Botch",
      kind: "choice",
      default: "ones",
      choices: [
        ["ones", "on ones"],
        ["never", "never"],
      ],
      rule: "L-003",
      sentences: {},
    },
  ],
  rules: Object.fromEntries(
    Array.from({ length: 400 }, (_, place) => [
      `L-${String(place).padStart(3, "0")}`,
      { text: `Rule ${place}.`, of: "k3f9a2x", page: "lantern/play/", title: "Play" },
    ]),
  ),
};
const example = (changes) => JSON.stringify({ ...JSON.parse(EXAMPLE), ...changes });
const problemOf = (changes) => readSet(example(changes), BOOK).problem;

test("a set is read as it was written", () => {
  const { set, leftOut, problem } = readSet(EXAMPLE, BOOK);
  assert.deepEqual([leftOut, problem], [[], ""]);
  assert.deepEqual(JSON.parse(writeSet(set)), JSON.parse(EXAMPLE));
  assert.deepEqual(readSet(writeSet(set), BOOK).set, set);
});

test("an empty set is short", () => {
  assert.equal(
    writeSet(emptySet(BOOK)),
    '{"format":"diceleaf-house","version":1,"game":"lantern","book":"45ea28a"}',
  );
});

test("foreign and damaged files are rejected", () => {
  assert.equal(problemOf({ game: "dichotomy" }), "game");
  assert.equal(problemOf({ format: "diceleaf-sheet" }), "foreign");
  assert.equal(problemOf({ version: 2 }), "newer");
  for (const text of ["", "{", "null", "[]", "7", EXAMPLE.slice(0, -9)]) {
    assert.ok(["damaged", "foreign"].includes(readSet(text, BOOK).problem), text);
  }
  const damaged = { name: 7, note: [], options: [], rules: "x", entries: [], hidden: {}, new: {} };
  for (const [name, value] of Object.entries(damaged)) {
    assert.equal(problemOf({ [name]: value }), "damaged", name);
  }
  assert.equal(problemOf({ rules: { "L-001": "x" } }), "damaged");
  assert.equal(problemOf({ rules: { "L-001": { text: 1 } } }), "damaged");
});

test("unknown parts are left out and listed", () => {
  const { set, leftOut } = readSet(
    example({
      options: { gone: true, wounds: 10, tens_twice: 1, botch: "never" },
      rules: { "L-999": { text: "x" }, constructor: { text: "x" }, "L-004": { text: "Kept.", of: "<b>" } },
      new: [{ id: "H-1", after: "toString", title: "T", text: "x" }],
      entries: { "no place": { hidden: true }, "list#axe": { hidden: false } },
      hidden: ["combat#dodging", "combat#dodging", 7, "javascript:alert(1)"],
      extra: 1,
    }),
    BOOK,
  );
  assert.deepEqual(set.options, { botch: "never" });
  assert.deepEqual(set.rules, { "L-004": { text: "Kept.", of: "" } });
  assert.deepEqual([set.new, set.entries, set.hidden], [[], {}, ["combat#dodging"]]);
  const listed = leftOut.map(({ kind, name }) => `${kind}: ${name}`);
  assert.deepEqual(listed, [
    "field: extra",
    "option: gone",
    "value: Wounds",
    "value: Tens count twice",
    "rule: L-999",
    "rule: constructor",
    "entry: no place",
    "entry: list#axe",
    "hidden: 7",
    "hidden: javascript:alert(1)",
    "new: T",
  ]);
});

test("an invalid value is listed with its option", () => {
  const { leftOut } = readSet(example({ options: { wounds: 10, botch: { a: 1 } } }), BOOK);
  assert.deepEqual(
    leftOut.map(({ name, value, option }) => [name, value, option.kind]),
    [
      ["Wounds", "10", "int"],
      ["Botch", '{"a":1}', "choice"],
    ],
  );
});

test("a file contains the replaced sentences, a link doesn't", () => {
  const before = "The last lantern burns for an hour.";
  const of = sentenceHash(before);
  const rules = { "L-012": { text: "It burns for two.", of }, "L-013": { text: "So does this.", of } };
  const { set } = readSet(example({ rules }), BOOK);
  const was = { "L-012": before, "L-013": "Another sentence.", "L-014": before };
  assert.deepEqual(readSet(writeSet(set, was), BOOK), {
    set,
    was: { "L-012": before },
    leftOut: [],
    problem: "",
  });
  assert.deepEqual(readSet(writeSet(set), BOOK).was, {});
  const forged = { "L-012": { text: "It burns.", of, was: "It never burns." } };
  assert.deepEqual(readSet(example({ rules: forged }), BOOK).was, {});
});

test("a set doesn't contain values of the book", () => {
  assert.deepEqual(readSet(example({ options: { wounds: 3 } }), BOOK).set.options, {});
});

test("lengths and numbers are within the schema's limits", () => {
  const { properties, $defs } = SCHEMA;
  const limits = {
    name: properties.name.maxLength,
    title: $defs.new.properties.title.maxLength,
    text: $defs.rule.properties.text.maxLength,
    key: $defs.place.maxLength,
    options: properties.options.maxProperties,
    rules: properties.rules.maxProperties,
    hidden: properties.hidden.maxItems,
    new: properties.new.maxItems,
  };
  assert.deepEqual(limits, LIMITS);
  assert.equal(properties.note.maxLength, LIMITS.text);
  const many = (most, make) => Array.from({ length: most + 1 }, (_, place) => make(place));
  const rule = (place) => [`L-${place}`, { text: "x" }];
  assert.equal(problemOf({ name: "x".repeat(81) }), "large");
  assert.equal(problemOf({ name: "🎲".repeat(80) }), "");
  assert.equal(problemOf({ rules: { "L-001": { text: "x".repeat(1201) } } }), "large");
  assert.equal(problemOf({ rules: Object.fromEntries(many(300, rule)) }), "large");
  assert.equal(problemOf({ hidden: many(300, (place) => `combat#s${place}`) }), "large");
  assert.equal(
    problemOf({ new: many(60, (place) => ({ id: `H-${place}`, after: "L-001", text: "x" })) }),
    "large",
  );
  assert.equal(readSet(`"${"x".repeat(3_000_000)}"`, BOOK).problem, "large");
});

test("direction marks and control characters are removed", () => {
  assert.equal(plainText("a\u202eb\u2066c\u0000d\u200be\u{e0041}f\ufff9g\ud800h", 99), "abcdefgh");
  assert.equal(plainText("  one\n\ntwo\t three\u2028 ", 99), "one two three");
  assert.equal(plainText("Zoe\u0308", 99), "Zoë");
  assert.equal(plainText("👩‍👩‍👧 می‌خواهم", 99), "👩‍👩‍👧 می‌خواهم");
  assert.equal(plainText("abc def", 4), "abc");
});

test("arbitrary texts give valid sets", () => {
  const random = generator(44);
  let readCount = 0;
  for (let times = 0; times < 3000; times += 1) {
    const { set, was, problem } = readSet(changedText(random() < 0.5 ? EXAMPLE : FILE, random), BOOK);
    if (!set) {
      assert.notEqual(problem, "");
      continue;
    }
    readCount += 1;
    assert.deepEqual(readSet(writeSet(set), BOOK), { set, was: {}, leftOut: [], problem: "" });
    assert.deepEqual(readSet(writeSet(set, was), BOOK), { set, was, leftOut: [], problem: "" });
    assert.ok(
      !/[\u0000-\u001f\u202a-\u202e\u2066-\u2069\ud800]/.test(
        writeSet(set).replace(/[\ud800-\udbff][\udc00-\udfff]/g, ""),
      ),
    );
  }
  assert.ok(readCount > 100, `${readCount} of 3000 could be read`);
});

/** Returns sentences of 98 characters from a book. */
function sentences(count) {
  const folder = new URL("../../docs/two_d6/", import.meta.url);
  const pages = fs.readdirSync(folder).filter((name) => name.endsWith(".md"));
  const text = pages.map((name) => fs.readFileSync(new URL(name, folder), "utf8")).join("\n\n");
  const long = text.split("\n\n").filter((part) => /^[A-Z][^|`]{110,}$/s.test(part));
  assert.ok(long.length >= count, `${long.length} of ${count}`);
  const plain = long.map((part) => part.replace(/\[#[^\]]*\]|[*[\]]/g, "").replace(/\s+/g, " "));
  return plain.slice(0, count).map((part) => `${part.slice(0, 97).trim()}.`);
}

test("a link with twenty sentences has at most 2000 characters", async (t) => {
  withGlobals(t, { location: new URL("https://example.org/diceleaf/lantern/house-rules/") });
  const [added, ...twenty] = sentences(21);
  const rules = twenty.map((text, place) => [
    `L-0${String(place * 3 + 10)}`,
    { text, of: (0xfffffff - place * 1234567).toString(36) },
  ]);
  const set = {
    ...readSet(EXAMPLE, BOOK).set,
    options: { tens_twice: true, wounds: 4, botch: "never" },
    rules: Object.fromEntries(rules),
    hidden: [],
    entries: {},
    new: [{ id: "H-1", after: "L-061", title: "Last light", text: added }],
  };
  const link = await linkOf(set);
  const length = new URL(link).hash.length;
  t.diagnostic(`${length} characters`);
  assert.ok(length <= 2000, `${length}`);
  assert.deepEqual(readSet(await readLink(link, "house"), BOOK).set, set);
  const longer = { ...set, note: sentences(30).slice(20).join(" ") };
  assert.equal(await linkOf(longer), null);
});
