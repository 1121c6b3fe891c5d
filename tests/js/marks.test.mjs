/** Bookmarks and places: kept, in order, and forgotten without a word where the browser keeps nothing. */
import assert from "node:assert/strict";
import test from "node:test";
import { memory } from "./browserlike.js";
import { Marks } from "../../docs/assets/js/kept/marks.js";

function withTime(t) {
  let now = 0;
  t.mock.method(Date, "now", () => (now += 1));
}

test("bookmarks are listed newest first, and turned off again", (t) => {
  withTime(t);
  const marks = new Marks(memory(), "/book/");
  assert.equal(marks.turn("lantern:L-001"), true);
  marks.turn("lantern:term::flee");
  assert.deepEqual(marks.bookmarks(), ["lantern:term::flee", "lantern:L-001"]);
  assert.equal(marks.turn("lantern:L-001"), false);
  assert.deepEqual(marks.bookmarks(), ["lantern:term::flee"]);
});

test("each book has a place, the last read comes first", (t) => {
  withTime(t);
  const marks = new Marks(memory(), "/book/");
  marks.read("lantern", { address: "lantern/fights/#flight", chapter: "Fights", section: "Flight" });
  marks.read("reed", { address: "reed/", chapter: "Reed", section: "" });
  marks.read("lantern", { address: "lantern/ends/", chapter: "Ends", section: "" });
  assert.deepEqual(
    marks.places().map(({ book, chapter }) => [book, chapter]),
    [
      ["lantern", "Ends"],
      ["reed", "Reed"],
    ],
  );
  assert.equal(marks.place("nobody"), null);
});

test("what was found last comes first and once, and few are remembered", () => {
  const marks = new Marks(memory(), "/book/");
  for (const key of ["a", "b", "c", "d", "e", "f", "g", "c"]) marks.found(key);
  assert.deepEqual(marks.lately(), ["c", "g", "f", "e", "d", "b"]);
});

test("a storage that is full forgets, one that is damaged is read as empty", () => {
  const full = new Marks(memory(3), "/book/");
  assert.equal(full.turn("lantern:L-001"), false);
  full.read("lantern", { address: "lantern/", chapter: "Lantern" });
  full.found("lantern:L-001");
  assert.deepEqual([full.bookmarks(), full.places(), full.lately()], [[], [], []]);
  const storage = memory();
  storage.set("diceleaf:lately:/book/", "{");
  storage.set("diceleaf:place:/book/:lantern", "[]");
  const damaged = new Marks(storage, "/book/");
  assert.deepEqual([damaged.lately(), damaged.places()], [[], []]);
});

test("two sites of one host keep their marks apart, and the first takes over what bore no site's name", (t) => {
  withTime(t);
  const storage = memory();
  storage.set("diceleaf:bookmark:lantern:L-001", "1");
  storage.set("diceleaf:place:lantern", '{"address": "lantern/ends/", "chapter": "Ends", "at": 1}');
  storage.set("diceleaf:lately", '["lantern:L-001"]');
  storage.set("diceleaf:sheet:lantern:a", "{}");
  const one = new Marks(storage, "/a/");
  const other = new Marks(storage, "/a/b/");
  assert.deepEqual(one.bookmarks(), ["lantern:L-001"]);
  assert.equal(one.place("lantern").chapter, "Ends");
  assert.deepEqual(one.lately(), ["lantern:L-001"]);
  assert.deepEqual([other.bookmarks(), other.places(), other.lately()], [[], [], []]);
  other.turn("lantern:L-002");
  assert.deepEqual(one.bookmarks(), ["lantern:L-001"]);
  assert.deepEqual(other.bookmarks(), ["lantern:L-002"]);
  assert.equal(storage.get("diceleaf:sheet:lantern:a"), "{}");
});
