/** The database when it gives no answer, and when the page is left in the middle of a step. */
import assert from "node:assert/strict";
import test from "node:test";
import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { openDB } from "idb";
import { openDatabase, Unanswered } from "../../docs/assets/js/kept/database.js";
import { Presence } from "../../docs/assets/js/kept/presence.js";

const NAME = "diceleaf-kept:/book/";
const put = (key) => (step) => step.put("named", { key });
const keys = async (database) =>
  (await database.step("readonly", (step) => step.all("named"))).map(({ key }) => key);

/** Another page that has begun to write and doesn't go on; gives how it is ended. */
async function holding() {
  const db = await openDB(NAME);
  const tx = db.transaction("named", "readwrite");
  let isHeld = true;
  const hold = async () => {
    while (isHeld) await tx.store.get("a");
  };
  const held = hold();
  return async () => {
    isHeld = false;
    await held;
    await tx.done;
    db.close();
  };
}

test("a step without an answer is given up after a while, and leaves nothing", async () => {
  globalThis.indexedDB = new IDBFactory();
  const database = await openDatabase(openDB, NAME, 500); // a step that is answered takes a busy machine 100 ms, too
  const end = await holding();
  await assert.rejects(database.step("readwrite", put("a")), Unanswered);
  await assert.rejects(
    database.step("readonly", (step) => step.all("named")),
    Unanswered,
  );
  await end();
  assert.deepEqual(await keys(database), []);
  await database.step("readwrite", put("b"));
  assert.deepEqual(await keys(database), ["b"]);
  database.close();
});

test("a step that takes long but goes on is not given up", async () => {
  globalThis.indexedDB = new IDBFactory();
  const database = await openDatabase(openDB, NAME, 100);
  const begun = performance.now();
  const read = await database.step("readwrite", async (step) => {
    let count = 0;
    for (; performance.now() - begun < 300; count += 1) await step.get("named", "a");
    return count;
  });
  assert.ok(read > 10);
  database.close();
});

test("a database that doesn't open is not waited for", async () => {
  const never = () => new Promise(() => {});
  await assert.rejects(openDatabase(never, NAME, 20), Unanswered);
});

test("a page that is left holds nobody up, and does what it was at when it is shown again", async () => {
  globalThis.indexedDB = new IDBFactory();
  const page = new EventTarget();
  const presence = new Presence(page);
  const left = await openDatabase(openDB, NAME);
  const other = await openDatabase(openDB, NAME, 500);
  const change = (work) => presence.whileHere((signal) => left.step("readwrite", work, signal));

  let isLeft = false;
  const reading = change(async (step) => {
    if (!isLeft) for (;;) await step.get("named", "a");
    await step.put("named", { key: "late" });
    return "done";
  });
  await new Promise((soon) => setTimeout(soon, 20));
  isLeft = true;
  page.dispatchEvent(new Event("pagehide"));
  const begunWhileLeft = change(put("later"));
  await other.step("readwrite", put("b"));
  assert.deepEqual(await keys(other), ["b"]);

  page.dispatchEvent(new Event("pageshow"));
  assert.equal(await reading, "done");
  await begunWhileLeft;
  assert.deepEqual(await keys(other), ["b", "late", "later"]);
  left.close();
  other.close();
});
