import { withClock, withGlobals } from "./browserlike.js";
import { openCollection, profile, put } from "./storage_profiles.js";
import assert from "node:assert/strict";
import test from "node:test";
import { nameOf } from "../../docs/assets/js/storage/collection.js";

const KEY = "sheet:lantern:a";

for (const kind of ["database", "plain"]) {
  test(`items in the ${kind}`, async (t) => {
    let browser;
    let records;
    t.beforeEach(async () => {
      browser = profile(kind);
      records = await browser.open();
    });
    const sheets = (more) => openCollection(browser, records, { version: 3, oldest: 2, ...more });
    const save = async (id, item, more) => (await sheets(more)).save(id, () => ({ item }));
    const saved = (key = KEY) => records.read((step) => step.get("things", key));

    await t.test("an item is saved under its own key with its version", async () => {
      await save("a", { name: "Ysol" });
      assert.deepEqual(await saved(), { key: KEY, kept: { version: 3, sheet: { name: "Ysol" } } });
      const nothing = { version: 3, item: null, beside: {}, broken: false };
      assert.deepEqual(await (await sheets()).read("a"), { ...nothing, id: "a", item: { name: "Ysol" } });
      assert.deepEqual(await (await sheets()).read("b"), { ...nothing, id: "b" });
    });

    await t.test("items are listed by name, without other games and kinds", async () => {
      await save("1", { name: "Zoë" });
      await save("2", { name: " Ann " });
      await save("3", { name: 7 });
      await save("4", { name: "Bo" }, { game: "lanterns" });
      await save("5", { name: "Cy" }, { kind: "desk", field: "scene" });
      assert.deepEqual(
        (await sheets()).list.map(({ id, name }) => [id, name]),
        [
          ["3", ""],
          ["2", "Ann"],
          ["1", "Zoë"],
        ],
      );
      assert.deepEqual(
        (await (await sheets()).all()).map(({ id }) => id),
        ["3", "2", "1"],
      );
      assert.deepEqual([nameOf({ name: " Ann " }), nameOf({ name: 7 }), nameOf({})], ["Ann", "", ""]);
    });

    await t.test("changes are listed at once, here and in other tabs", async () => {
      const things = await sheets();
      await things.save("a", () => ({ item: { name: "Ysol" } }));
      await things.save("b", () => ({ item: { name: "Bo" } }));
      await things.save("b", () => ({ item: { name: "Zoë" } }));
      assert.deepEqual(
        things.list.map(({ name }) => name),
        ["Ysol", "Zoë"],
      );
      const leaving = new AbortController();
      t.after(() => leaving.abort());
      const heard = new Promise((done) => things.listen(leaving.signal, done));
      records = await browser.open();
      await (await sheets()).remove("a");
      await heard;
      assert.deepEqual(
        things.list.map(({ name }) => name),
        ["Zoë"],
      );
    });

    await t.test("earlier versions are read", async () => {
      await put(records, "things", { key: KEY, kept: { version: 2, sheet: { old: true } } });
      const { version, item } = await (await sheets()).read("a");
      assert.deepEqual([version, item], [2, { old: true }]);
    });

    const versions = [1, 4, "3", undefined].map((version) => ({ version, sheet: {} }));
    const damaged = ["{", "null", "[]", { version: 3 }, { version: 3, sheet: [] }, ...versions];
    for (const what of damaged) {
      const text = typeof what === "string" ? what : JSON.stringify(what);
      await t.test(`unreadable data is moved aside unchanged: ${text}`, async () => {
        await put(records, "things", { key: KEY, kept: JSON.parse(JSON.stringify(what)) });
        const things = await sheets();
        assert.equal((await things.read("a")).broken, true);
        assert.deepEqual([things.list, things.anyUnreadable], [[], true]);
        assert.deepEqual(await things.unreadable(), [{ key: KEY, text }]);
        await things.save("a", () => ({ item: { name: "new" } }));
        const [{ key, text: aside }] = await things.unreadable();
        assert.match(key, /^sheet:lantern:a~/);
        assert.equal(aside, text);
        assert.equal((await things.read("a")).item.name, "new");
        const deleted = await things.forgetUnreadable();
        assert.deepEqual([await things.unreadable(), things.anyUnreadable], [[], false]);
        await things.undelete(deleted);
        assert.deepEqual(await things.unreadable(), [{ key, text }]);
      });
    }

    await t.test("a deletion of several items has their names", async () => {
      const things = await sheets();
      for (const [id, name] of [
        ["a", ""],
        ["b", "Ysol"],
        ["c", " "],
        ["d", "Bram"],
      ])
        await things.save(id, () => ({ item: { name } }));
      await things.remove("a", "b", "c", "d");
      await things.save("a", () => ({ item: {} }));
      await things.save("b", () => ({ item: {} }));
      await things.remove("a", "b");
      const deleted = await records.read((step) => step.all("deleted"));
      assert.deepEqual(deleted.map(({ what }) => what).sort(), ["", "Ysol, Bram"]);
    });

    await t.test("an unreadable item is moved once", async () => {
      for (const text of ["{", "{", "["]) {
        await put(records, "things", { key: KEY, kept: text });
        await save("a", {});
      }
      const aside = await (await sheets()).unreadable();
      assert.deepEqual(aside.map(({ text }) => text).sort(), ["[", "{"]);
    });

    await t.test("the last opened item is saved for each kind and game", async () => {
      (await sheets()).open = "a";
      (await sheets({ kind: "desk" })).open = "b";
      assert.equal((await sheets()).open, "a");
      assert.equal((await sheets({ game: "other" })).open, null);
      assert.equal((await sheets({ kind: "desk" })).open, "b");
    });

    await t.test("unknown data saved with an item is preserved", async () => {
      await put(records, "things", { key: KEY, kept: { version: 3, sheet: {}, tomorrow: [1] } });
      const things = await sheets();
      await things.save("a", () => ({ item: { name: "Zoë" }, beside: { changes: [2] } }));
      const { item, beside } = await things.read("a");
      assert.deepEqual([item, beside], [{ name: "Zoë" }, { tomorrow: [1], changes: [2] }]);
    });

    await t.test("a restored item is unchanged, beside a new one with its key", async () => {
      const whole = { key: KEY, kept: { version: 3, sheet: { name: "Ysol" }, tomorrow: [1] } };
      await put(records, "things", whole);
      const things = await sheets();
      const deleted = await things.remove("a");
      assert.deepEqual([things.list, await saved()], [[], undefined]);
      assert.deepEqual(await things.undelete(deleted), ["a"]);
      assert.deepEqual(await saved(), whole);

      const again = await things.remove("a");
      await things.save("a", () => ({ item: { name: "Zoë" } }));
      const [beside] = await things.undelete(again);
      assert.notEqual(beside, "a");
      assert.deepEqual(await saved(`sheet:lantern:${beside}`), { ...whole, key: `sheet:lantern:${beside}` });
      assert.equal((await things.read("a")).item.name, "Zoë");
      assert.deepEqual(await things.undelete(again), [], "once");
    });

    await t.test("simultaneous edits of two tabs are all saved", async () => {
      const [one, other] = [await sheets(), await sheets({ records: await browser.open() })];
      const edit = (things, field) => things.save("a", ({ item }) => ({ item: { ...item, [field]: true } }));
      const fields = Array.from({ length: 30 }, (_, place) => `f${place}`);
      await Promise.all(fields.map((field, place) => edit(place % 2 ? one : other, field)));
      assert.deepEqual(Object.keys((await one.read("a")).item).sort(), fields.sort());
    });

    await t.test("unsaved changes of a left page only replace their base", async () => {
      const things = await sheets();
      await things.save("a", () => ({ item: { name: "Zo" }, beside: { tomorrow: 1 } }));
      things.leave("a", { item: { name: "Zoë" }, beside: { changes: [1] } }, [{ name: "Z" }, { name: "Zo" }]);
      records = await browser.open();
      const next = await sheets();
      assert.deepEqual(
        [next.list.length, (await saved()).kept],
        [1, { version: 3, sheet: { name: "Zoë" }, tomorrow: 1, changes: [1] }],
      );
      assert.deepEqual(
        browser.raw.keys().filter((key) => key.includes("left")),
        [],
      );

      next.leave("a", { item: { name: "Odo" } }, [{ name: "Zo" }]);
      records = await browser.open();
      records = await browser.open();
      const names = (await sheets()).list.map(({ name }) => name);
      assert.deepEqual(names, ["Odo", "Zoë"]);
    });

    await t.test("a page that is left while saving leaves the latest changes", async () => {
      const things = await sheets();
      await things.save("a", () => {
        things.leave("a", { item: { name: "Zoë" } }, [{}, { name: "Zo" }]);
        return { item: { name: "Zo" } };
      });
      records = await browser.open();
      assert.deepEqual((await saved()).kept.sheet, { name: "Zoë" });
    });

    await t.test("a left page that saves again drops its unsaved changes", async () => {
      const things = await sheets();
      things.leave("a", { item: { name: "Zo" } }, [{}]);
      await things.save("a", () => ({ item: { name: "Zoë" } }));
      records = await browser.open();
      assert.deepEqual(
        (await sheets()).list.map(({ name }) => name),
        ["Zoë"],
      );
    });
  });
}

test("a full storage rejects, and saved items stay", async () => {
  const browser = profile("plain");
  const records = await browser.open();
  const things = await openCollection(browser, records);
  await things.save("a", () => ({ item: { name: "Ysol" } }));
  browser.raw.room = 120;
  await assert.rejects(
    things.save("a", () => ({ item: { name: "Y".repeat(200) } })),
    /Quota/,
  );
  assert.equal((await things.read("a")).item.name, "Ysol");
  assert.deepEqual(
    things.list.map(({ name }) => name),
    ["Ysol"],
  );
});

test("saving one of many items reads and writes only that one", async (t) => {
  const browser = profile();
  const records = await browser.open();
  const sheet = { name: "Odo", notes: "x".repeat(2000) };
  await records.change(async (step) => {
    for (let place = 0; place < 1000; place += 1)
      await step.put("things", { key: `sheet:lantern:${place}`, kept: { version: 1, sheet } });
  });
  const things = await openCollection(browser, records);
  assert.equal(things.list.length, 1000);
  const calls = { get: 0, getAll: 0, put: 0 };
  for (const name of Object.keys(calls)) {
    const before = IDBObjectStore.prototype[name];
    t.mock.method(IDBObjectStore.prototype, name, function (...args) {
      calls[name] += 1;
      return before.apply(this, args);
    });
  }
  for (const name of ["Ot", "Ott", "Otto"]) await things.save("7", () => ({ item: { ...sheet, name } }));
  assert.deepEqual(calls, { get: 3, getAll: 0, put: 3 });
  assert.deepEqual(
    things.list.filter(({ name }) => name !== "Odo").map(({ id, name }) => [id, name]),
    [["7", "Otto"]],
  );
});

test("persistent storage is requested once, after a first change", async (t) => {
  const persist = t.mock.fn(async () => false);
  withGlobals(t, { navigator: { storage: { persist } } });
  const records = await profile().open();
  const pass = withClock(t);
  await put(records, "throws", { key: "1" });
  await pass(5000);
  assert.equal(persist.mock.callCount(), 0);
  await put(records, "bookmarks", { key: "lantern:L-001", at: 1 });
  await put(records, "things", { key: KEY, kept: {} });
  await pass(1000);
  assert.equal(persist.mock.callCount(), 0);
  await pass(5000);
  assert.equal(persist.mock.callCount(), 1);
});
