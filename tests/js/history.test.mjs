import { profile } from "./keeping.js";
import assert from "node:assert/strict";
import test from "node:test";
import { History } from "../../docs/assets/js/kept/history.js";

const opened = async (browser) => new History(await browser.open());
const broken = () => ({
  lasting: true,
  step: () => Promise.reject(new Error("QuotaExceededError")),
});

test("throws outlive the page, newest first, each with a key of its own, and come back once deleted", async () => {
  const browser = profile();
  const before = await opened(browser);
  assert.equal(before.lasting, true);
  const key = await before.add({ at: 1, title: "Challenge" });
  await before.add({ at: 2, title: "Check" });
  const after = await opened(browser);
  assert.deepEqual(
    (await after.all()).map(({ at, title }) => [at, title]),
    [
      [2, "Check"],
      [1, "Challenge"],
    ],
  );
  const one = await after.remove(key);
  const titles = async () => (await (await opened(browser)).all()).map(({ title }) => title);
  assert.deepEqual(await titles(), ["Check"]);
  await after.putBack(one);
  assert.deepEqual(await titles(), ["Check", "Challenge"]);
  const all = await after.remove(...(await after.all()).map((each) => each.key));
  assert.deepEqual(await titles(), []);
  await after.putBack(all);
  assert.deepEqual(await titles(), ["Check", "Challenge"]);
});

test("a throw kept by name takes the place of its namesake, and comes back once forgotten", async () => {
  const history = await opened(profile());
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
  await history.putBack(forgotten);
  assert.deepEqual(await named(), both);
});

test("another tab hears of a change, the tab that made it does not", async () => {
  const browser = profile();
  const here = await opened(browser);
  const there = await opened(browser);
  assert.deepEqual(await there.all(), []);
  const heard = [];
  here.addEventListener("change", () => heard.push("here"));
  const told = new Promise((done) => there.addEventListener("change", done));
  await here.add({ at: 1 });
  await told;
  assert.deepEqual(heard, []);
  assert.equal((await there.all()).length, 1);
});

test("what a browser refuses to keep lasts as long as the page, and that is said", async () => {
  const { Records } = await import("../../docs/assets/js/kept/records.js");
  const history = new History(new Records(broken(), "refusing", profile().storage));
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
