import { withGlobals } from "./browserlike.js";
import { profile, put } from "./storage_profiles.js";
import assert from "node:assert/strict";
import test from "node:test";
import { RollHistory } from "../../docs/assets/js/storage/roll-history.js";
import { mergeRecord } from "../../docs/assets/js/storage/keys.js";
import { sessionDay, formatDay } from "../../docs/assets/js/tray/session-days.js";
import { toCsv } from "../../docs/assets/js/tray/sharing.js";

const openHistory = async (browser) => new RollHistory(await browser.open());
const broken = () => ({
  lasting: true,
  step: () => Promise.reject(new Error("QuotaExceededError")),
});

test("rolls are saved newest first, and deletions can be undone", async () => {
  const browser = profile();
  const before = await openHistory(browser);
  assert.equal(before.lasting, true);
  const key = await before.add({ at: 1, title: "Challenge" });
  await before.add({ at: 2, title: "Check" });
  const after = await openHistory(browser);
  assert.deepEqual(
    (await after.all()).map(({ at, title }) => [at, title]),
    [
      [2, "Check"],
      [1, "Challenge"],
    ],
  );
  const one = await after.remove(key);
  const titles = async () => (await (await openHistory(browser)).all()).map(({ title }) => title);
  assert.deepEqual(await titles(), ["Check"]);
  await after.undelete(one);
  assert.deepEqual(await titles(), ["Check", "Challenge"]);
  const all = await after.remove(...(await after.all()).map((each) => each.key));
  assert.deepEqual(await titles(), []);
  await after.undelete(all);
  assert.deepEqual(await titles(), ["Check", "Challenge"]);
});

test("a named roll replaces its namesake and can be restored", async () => {
  const history = await openHistory(profile());
  for (const [name, steps] of [
    ["Zweihander", 1],
    ["Axe", 1],
    ["Axe", 2],
  ])
    assert.equal(await history.name({ name, inputs: { steps } }), true);
  const named = async () => (await history.named()).map(({ name, inputs }) => [name, inputs.steps]);
  const both = [
    ["Axe", 2],
    ["Zweihander", 1],
  ];
  assert.deepEqual(await named(), both);
  const forgotten = await history.forget("Axe");
  assert.deepEqual(await named(), both.slice(1));
  await history.undelete(forgotten);
  assert.deepEqual(await named(), both);
});

test("a change is dispatched in other tabs only", async () => {
  const browser = profile();
  const here = await openHistory(browser);
  const there = await openHistory(browser);
  assert.deepEqual(await there.all(), []);
  const heard = [];
  here.addEventListener("change", () => heard.push("here"));
  const change = new Promise((done) => there.addEventListener("change", done));
  await here.add({ at: 1 });
  await change;
  assert.deepEqual(heard, []);
  assert.equal((await there.all()).length, 1);
});

test("rolls that can't be saved last as long as the page", async () => {
  const { Records } = await import("../../docs/assets/js/storage/records.js");
  const history = new RollHistory(new Records(broken(), "refusing", profile().storage));
  const key = await history.add({ at: 1 });
  assert.equal(history.lasting, false);
  await history.add({ at: 2 });
  assert.deepEqual(
    (await history.all()).map(({ at }) => at),
    [2, 1],
  );
  assert.equal(await history.name({ name: "Axe" }), false);
  await history.remove(key).catch(() => {});
  assert.deepEqual(
    (await history.all()).map(({ at }) => at),
    [2],
  );
});

test("damaged rolls can be shown and deleted", async (t) => {
  withGlobals(t, { document: { documentElement: { lang: "en" } } });
  const records = await profile().open();
  const odd = [
    { key: "a" },
    { key: "b", at: "yesterday", title: { of: 1 }, verdict: null, inputs: "none", faces: "6" },
    { key: "c", at: 1e300, title: "Axe", faces: [6, { toString: 1 }], mood: "good" },
    { key: "d", at: -1, faces: null, inputs: null },
  ];
  for (const record of odd) await put(records, "throws", record);
  for (const record of [{ key: "x" }, { key: "y", name: 7 }, { key: "z", name: "Bow" }])
    await put(records, "named", record);
  const history = new RollHistory(records);
  const all = await history.all();
  assert.deepEqual(
    all.map(({ key, at, title, verdict, faces, mood }) => [key, at, title, verdict, faces, mood]),
    [
      ["d", 0, "", "", [], undefined],
      ["c", 0, "Axe", "", [6], "good"],
      ["b", 0, "", "", [], undefined],
      ["a", 0, "", "", [], undefined],
    ],
  );
  assert.match(toCsv(all, "when,who"), /"1970-01-01/);
  for (const { at } of all) assert.match(formatDay(sessionDay(at), String), /19(69|70)/);
  assert.deepEqual(
    (await history.named()).map(({ name }) => name),
    ["Bow", "x", "y"],
  );
  await history.remove(...all.map(({ key }) => key));
  assert.deepEqual(await history.all(), []);
});

test("each of two rolls with the same name can be deleted", async () => {
  const records = await profile().open();
  const history = new RollHistory(records);
  await history.name({ name: "Axe", inputs: { steps: 1 } });
  await records.change((step) =>
    mergeRecord(step, "named", { key: "Axe", name: "Axe", inputs: { steps: 2 } }),
  );
  const [first, second] = await history.named();
  assert.deepEqual([first.name, second.name], ["Axe", "Axe"]);
  await history.forget(second.key);
  assert.deepEqual(
    (await history.named()).map(({ key }) => key),
    [first.key],
  );
});
