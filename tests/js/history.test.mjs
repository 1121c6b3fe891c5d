import assert from "node:assert/strict";
import test from "node:test";
import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { openDB } from "idb";
import { History, openThrows } from "../../docs/assets/js/kept/history.js";

async function opened(name = "diceleaf:/book/") {
  return new History(await openThrows(openDB, name), name);
}

test.beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

test("throws outlive the page, newest first, each with an id of its own", async () => {
  const before = await opened();
  assert.equal(before.lasting, true);
  await before.add({ at: 1, title: "Challenge" });
  await before.add({ at: 2, title: "Check" });
  const after = await opened();
  assert.deepEqual(await after.all(), [
    { id: 2, at: 2, title: "Check" },
    { id: 1, at: 1, title: "Challenge" },
  ]);
  await after.remove(1);
  assert.deepEqual(
    (await before.all()).map(({ id }) => id),
    [2],
  );
  await after.clear();
  assert.deepEqual(await before.all(), []);
});

test("a throw kept by name takes the place of its namesake", async () => {
  const history = await opened();
  await history.name({ name: "Zweihander", inputs: { steps: 1 } });
  await history.name({ name: "Axe", inputs: { steps: 1 } });
  await history.name({ name: "Axe", inputs: { steps: 2 } });
  assert.deepEqual(await history.named(), [
    { name: "Axe", inputs: { steps: 2 } },
    { name: "Zweihander", inputs: { steps: 1 } },
  ]);
  await history.forget("Axe");
  assert.equal((await history.named()).length, 1);
});

test("two sites of one host have histories of their own", async () => {
  const one = await opened("diceleaf:/one/");
  const other = await opened("diceleaf:/other/");
  await one.add({ at: 1 });
  assert.deepEqual(await other.all(), []);
});

test("another tab hears of a change, the tab that made it does not", async () => {
  const here = await opened();
  const there = await opened();
  const heard = [];
  here.addEventListener("change", () => heard.push("here"));
  const told = new Promise((done) => there.addEventListener("change", done));
  await here.add({ at: 1 });
  await told;
  assert.deepEqual(heard, []);
});

test("a database that breaks is given up, and the throw at hand is kept as long as the page", async () => {
  const broken = new Proxy({}, { get: () => () => Promise.reject(new Error("QuotaExceededError")) });
  const history = new History(broken, "diceleaf:/book/");
  await history.add({ at: 1 });
  assert.equal(history.lasting, false);
  assert.deepEqual(await history.all(), [{ at: 1, id: 1 }]);
});

test("without a database there is a memory", async () => {
  const history = new History(null, "diceleaf:/book/");
  assert.equal(history.lasting, false);
  await history.add({ at: 1 });
  await history.add({ at: 2 });
  assert.deepEqual(
    (await history.all()).map(({ at }) => at),
    [2, 1],
  );
});
