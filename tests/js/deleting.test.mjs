/** Deletions: undone even if damaged, made permanent, and expired after 30 days. */
import { everything, profile, put } from "./storage_profiles.js";
import assert from "node:assert/strict";
import test from "node:test";

const DAY = 24 * 3600 * 1000;
const ODO = { key: "sheet:lantern:a", kept: { version: 1, sheet: { name: "Odo" } } };

for (const kind of ["database", "plain"]) {
  test(`permanent deletion removes everything from the ${kind}`, async () => {
    const browser = profile(kind);
    const records = await browser.open();
    for (const key of ["a", "b", "c"]) {
      await put(records, "things", { ...ODO, key: `sheet:lantern:${key}` });
      await records.remove([["things", `sheet:lantern:${key}`]], key);
    }
    const { deleted } = await everything(records);
    await records.erase([deleted[1].key]);
    assert.deepEqual((await everything(records)).deleted, [deleted[0], deleted[2]]);
    await records.erase(deleted.map(({ key }) => key));
    assert.deepEqual(await everything(await browser.open()), {});
    assert.doesNotMatch(JSON.stringify(browser.raw.keys().map(browser.raw.get)), /Odo/);
    assert.deepEqual(await records.undelete(deleted[0].key), []);
  });

  test(`deletions in the ${kind} expire after 30 days`, async (t) => {
    let now = 20_000 * DAY;
    t.mock.method(Date, "now", () => now);
    const browser = profile(kind);
    const records = await browser.open();
    for (const key of ["sheet:lantern:a", "sheet:lantern:b"]) {
      await put(records, "things", { ...ODO, key });
      await records.remove([["things", key]], key);
      now += 20 * DAY;
    }
    await put(records, "deleted", { key: "zzz", records: 5 });
    const names = async () => (await everything(records)).deleted.map(({ key, what = key }) => what);
    now -= 11 * DAY;
    await records.sweep();
    assert.deepEqual(await names(), ["sheet:lantern:a", "sheet:lantern:b", "zzz"]);
    now += 2 * DAY;
    await records.sweep();
    assert.deepEqual(await names(), ["sheet:lantern:b", "zzz"], "deletions without a date don't expire");
    now += 99 * DAY;
    await records.sweep();
    assert.deepEqual(await names(), ["zzz"]);
  });
}

test("a damaged deletion restores its valid records", async () => {
  const records = await profile().open();
  const damaged = [
    5,
    null,
    "things",
    { length: 3 },
    [["things", ODO], ["spells", ODO], ["things", { key: 7 }], 7],
  ];
  for (const [place, damage] of damaged.entries())
    await put(records, "deleted", { key: `${place}`, records: damage });
  for (const place of damaged.keys()) await records.undelete(`${place}`);
  assert.deepEqual(await everything(records), { things: [ODO] });
});
