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
  const marks = new Marks(memory());
  assert.equal(marks.turn("lantern:L-001"), true);
  marks.turn("lantern:term::flee");
  assert.deepEqual(marks.bookmarks(), ["lantern:term::flee", "lantern:L-001"]);
  assert.equal(marks.turn("lantern:L-001"), false);
  assert.deepEqual(marks.bookmarks(), ["lantern:term::flee"]);
});

test("each book has a place, the last read comes first", (t) => {
  withTime(t);
  const marks = new Marks(memory());
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
  const marks = new Marks(memory());
  for (const key of ["a", "b", "c", "d", "e", "f", "g", "c"]) marks.found(key);
  assert.deepEqual(marks.lately(), ["c", "g", "f", "e", "d", "b"]);
});

test("a storage that is full forgets, one that is damaged is read as empty", () => {
  const full = new Marks(memory(3));
  assert.equal(full.turn("lantern:L-001"), false);
  full.read("lantern", { address: "lantern/", chapter: "Lantern" });
  full.found("lantern:L-001");
  assert.deepEqual([full.bookmarks(), full.places(), full.lately()], [[], [], []]);
  const storage = memory();
  storage.set("diceleaf:lately", "{");
  storage.set("diceleaf:place:lantern", "[]");
  const damaged = new Marks(storage);
  assert.deepEqual([damaged.lately(), damaged.places()], [[], []]);
});
