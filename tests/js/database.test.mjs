/** The database when it doesn't reply, and when the page is left during a transaction. */
import { memory, settled, withClock } from "./browserlike.js";
import assert from "node:assert/strict";
import test from "node:test";
import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { openDB } from "idb";
import {
  NewerDatabaseError,
  openDatabase,
  DatabaseTimeoutError,
} from "../../docs/assets/js/storage/database.js";
import { PageLifecycle } from "../../docs/assets/js/storage/page-lifecycle.js";
import { Records } from "../../docs/assets/js/storage/records.js";
import { openStorage } from "../../docs/assets/js/storage/local-storage.js";

const NAME = "diceleaf-kept:/book/";
const put = (key) => (step) => step.put("named", { key });
const keys = async (database) =>
  (await database.step("readonly", (step) => step.all("named"))).map(({ key }) => key);

/** Another page that has started a transaction and doesn't finish; returns a function that ends it. */
async function holding() {
  const db = await openDB(NAME);
  const tx = db.transaction("named", "readwrite");
  let isHeld = true;
  const hold = async () => {
    while (isHeld) await tx.store.get("a");
  };
  const lock = hold();
  return async () => {
    isHeld = false;
    await lock;
    await tx.done;
    db.close();
  };
}

test("a transaction without a reply is aborted", async (t) => {
  globalThis.indexedDB = new IDBFactory();
  const pass = withClock(t);
  const database = await openDatabase(openDB, NAME, 500);
  const end = await holding();
  const assertTimesOut = async (step) => {
    const timeout = assert.rejects(step, DatabaseTimeoutError);
    await pass(500);
    await timeout;
  };
  await assertTimesOut(database.step("readwrite", put("a")));
  await assertTimesOut(database.step("readonly", (step) => step.all("named")));
  await end();
  assert.deepEqual(await keys(database), []);
  await database.step("readwrite", put("b"));
  assert.deepEqual(await keys(database), ["b"]);
  database.close();
});

test("a long transaction that makes progress isn't aborted", async (t) => {
  globalThis.indexedDB = new IDBFactory();
  const pass = withClock(t);
  const database = await openDatabase(openDB, NAME, 100);
  let isDone = false;
  const reading = database.step("readwrite", async (step) => {
    let count = 0;
    for (; !isDone; count += 1) await step.get("named", "a");
    return count;
  });
  for (let time = 0; time < 6; time += 1) await pass(50);
  isDone = true;
  assert.ok((await reading) > 10);
  database.close();
});

test("opening a database times out", async () => {
  const never = () => new Promise(() => {});
  await assert.rejects(openDatabase(never, NAME, 20), DatabaseTimeoutError);
});

test("a left page blocks no other and continues when shown", async () => {
  globalThis.indexedDB = new IDBFactory();
  const page = new EventTarget();
  const lifecycle = new PageLifecycle(page);
  const own = await openDatabase(openDB, NAME);
  const other = await openDatabase(openDB, NAME, 500);
  const change = (work) => lifecycle.runWhileShown((signal) => own.step("readwrite", work, signal));

  let isLeft = false;
  const reading = change(async (step) => {
    if (!isLeft) for (;;) await step.get("named", "a");
    await step.put("named", { key: "late" });
    return "done";
  });
  await new Promise((soon) => setTimeout(soon, 20));
  isLeft = true;
  page.dispatchEvent(new Event("pagehide"));
  const changeWhileLeft = change(put("later"));
  await other.step("readwrite", put("b"));
  assert.deepEqual(await keys(other), ["b"]);

  page.dispatchEvent(new Event("pageshow"));
  assert.equal(await reading, "done");
  await changeWhileLeft;
  assert.deepEqual(await keys(other), ["b", "late", "later"]);
  own.close();
  other.close();
});

test("unsaved changes of a left page are dropped once saved", async () => {
  globalThis.indexedDB = new IDBFactory();
  const page = new EventTarget();
  const raw = memory();
  const database = await openDatabase(openDB, NAME);
  const records = new Records(database, NAME, openStorage("/book/", raw), new PageLifecycle(page));
  const record = { key: "sheet:lantern:a", kept: { version: 1, sheet: { name: "Zoë" } } };
  const notes = () => raw.keys().filter((name) => name.includes(":left:"));

  let isLeft = false;
  const saving = records.change(async (step) => {
    await step.put("things", record);
    if (isLeft) return;
    isLeft = true;
    records.leave(record, [{}]);
    page.dispatchEvent(new Event("pagehide"));
    await step.get("things", record.key); // the transaction is aborted, so that the test fails here
  });
  await settled();
  assert.equal(notes().length, 1);
  page.dispatchEvent(new Event("pageshow"));
  await saving;
  assert.deepEqual(notes(), []);
  database.close();
});

test("a newer database is recognised when opening and while open", async () => {
  globalThis.indexedDB = new IDBFactory();
  const database = await openDatabase(openDB, NAME);
  const newer = await openDB(NAME, 2);
  await assert.rejects(openDatabase(openDB, NAME), NewerDatabaseError);
  await assert.rejects(database.step("readwrite", put("a")), NewerDatabaseError);
  newer.close();
});
