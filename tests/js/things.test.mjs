import { memory } from "./browserlike.js";
import assert from "node:assert/strict";
import test from "node:test";
import { KeptThings, nameOf } from "../../docs/assets/js/kept/things.js";

const sheets = (storage, more = {}) =>
  new KeptThings({ kind: "sheet", game: "lantern", version: 3, oldest: 2, storage, ...more });

test("a thing is kept under a key of its own, with its version, and read again", () => {
  const storage = memory();
  sheets(storage).keep("a", { name: "Ysol" });
  assert.deepEqual(JSON.parse(storage.get("diceleaf:sheet:lantern:a")), {
    version: 3,
    sheet: { name: "Ysol" },
  });
  assert.deepEqual(sheets(storage).read("a"), {
    id: "a",
    version: 3,
    thing: { name: "Ysol" },
    broken: false,
  });
  assert.deepEqual(sheets(storage).read("b"), { id: "b", version: 3, thing: null, broken: false });
});

test("things are listed by name, those of other games and kinds are not", () => {
  const storage = memory();
  for (const [id, name] of [
    ["1", "Zoë"],
    ["2", " Ann "],
    ["3", 7],
  ])
    sheets(storage).keep(id, { name });
  sheets(storage, { game: "lanterns" }).keep("4", { name: "Bo" });
  sheets(storage, { kind: "desk", field: "scene" }).keep("5", { name: "Cy" });
  assert.deepEqual(
    sheets(storage)
      .list()
      .map(({ id }) => id),
    ["3", "2", "1"],
  );
  assert.deepEqual([nameOf({ name: " Ann " }), nameOf({ name: 7 }), nameOf({})], ["Ann", "", ""]);
});

const DAMAGED = [
  "{",
  "null",
  "[]",
  '{"version": 3}',
  '{"version": "3", "sheet": {}}',
  '{"version": 3, "sheet": []}',
];
const OTHER_VERSIONS = ['{"version": 1, "sheet": {}}', '{"version": 4, "sheet": {}}'];

test("an earlier version that can still be read is", () => {
  const storage = memory();
  storage.set("diceleaf:sheet:lantern:a", '{"version": 2, "sheet": {"old": true}}');
  assert.deepEqual(sheets(storage).read("a"), { id: "a", version: 2, thing: { old: true }, broken: false });
});

for (const text of [...DAMAGED, ...OTHER_VERSIONS]) {
  test(`what can't be read is put aside as it was, never written over: ${text}`, () => {
    const storage = memory();
    const key = "diceleaf:sheet:lantern:a";
    storage.set(key, text);
    const things = sheets(storage);
    assert.equal(things.read("a").broken, true);
    assert.deepEqual(things.list(), []);
    assert.deepEqual(things.unreadable(), [{ key, text }]);
    things.keep("a", { name: "new" });
    assert.deepEqual(things.unreadable(), [{ key: "diceleaf:aside:lantern:a:1", text }]);
    assert.equal(things.read("a").thing.name, "new");
    things.forgetUnreadable();
    assert.deepEqual(storage.keys(), [key]);
  });
}

test("the same is put aside once, something else beside it", () => {
  const storage = memory();
  const things = sheets(storage);
  for (const text of ["{", "{", "["]) {
    storage.set("diceleaf:sheet:lantern:a", text);
    things.keep("a", {});
  }
  assert.deepEqual(
    things.unreadable().map(({ text }) => text),
    ["{", "["],
  );
});

test("which was open is noted for each kind and game", () => {
  const storage = memory();
  sheets(storage).open = "a";
  sheets(storage, { kind: "desk" }).open = "b";
  assert.deepEqual(storage.keys().sort(), ["diceleaf:desk-open:lantern", "diceleaf:open:lantern"]);
  assert.equal(sheets(storage).open, "a");
  assert.equal(sheets(storage, { game: "other" }).open, null);
});

test("a full storage is the asker's to tell of, and nothing kept is lost", () => {
  const storage = memory(60);
  const things = sheets(storage);
  things.keep("a", { name: "Ysol" });
  assert.throws(() => things.keep("a", { name: "Y".repeat(90) }), /Quota/);
  assert.equal(things.read("a").thing.name, "Ysol");
});

test("a change concerns the things of its game and kind, and a storage emptied concerns all", () => {
  const things = sheets(memory());
  const keys = ["diceleaf:sheet:lantern:a", "diceleaf:sheet:lanterns:a", "diceleaf:desk:lantern:a", null];
  assert.deepEqual(
    keys.map((key) => things.concerns(key)),
    [true, false, false, true],
  );
});

test("what is removed is gone, and new ids are unlike", () => {
  const things = sheets(memory());
  things.keep("a", {});
  things.remove("a");
  assert.equal(things.read("a").thing, null);
  const ids = new Set(Array.from({ length: 100 }, () => things.newId()));
  assert.equal(ids.size, 100);
  for (const id of ids) assert.match(id, /^[0-9a-f]{16}$/);
});

test("what is kept beside a thing stays, also what nobody here knows", () => {
  const storage = memory();
  const kept = { version: 3, sheet: { name: "Ysol" }, tomorrow: [1] };
  storage.set("diceleaf:sheet:lantern:a", JSON.stringify(kept));
  const things = sheets(storage);
  things.keep("a", { name: "Zoë" }, { changes: [2] });
  assert.deepEqual(things.read("a").thing, { name: "Zoë" });
  assert.deepEqual(things.beside("a"), { tomorrow: [1], changes: [2] });
  assert.deepEqual(things.beside("nobody"), {});
});
