/**
 * Storage that fails at the first, second and each further operation of every action: once, from then on, as
 * after a power failure, or by aborting the transaction. The next visit must find either the complete state
 * before the action or the complete state after it.
 */
import { everything, NAME, openCollection, profile, put, SITE } from "./storage_profiles.js";
import assert from "node:assert/strict";
import test from "node:test";
import { openDB } from "idb";
import { RollHistory } from "../../docs/assets/js/storage/roll-history.js";

const NOW = new Date(2026, 10, 23).getTime();
const ODO = { version: 1, sheet: { name: "Odo", hobby: "bells" }, changes: [1], tomorrow: { unknown: true } };
const FIGHT = { version: 1, scene: { name: "The road ambush", log: [{ do: "defend" }] } };
const THROW = { at: NOW - 1000, calculator: "tools.throw", faces: [4], verdict: "4" };

/** [the initial state, the action]: each action gets the records as a page opens them, and the state. */
const ACTIONS = {
  "a character is saved": [
    async () => {},
    async (browser, records) =>
      (await openCollection(browser, records)).save("a", () => ({ item: ODO.sheet })),
  ],
  "a character is changed": [
    (_, records) => put(records, "things", { key: "sheet:lantern:a", kept: ODO }),
    async (browser, records) =>
      (await openCollection(browser, records)).save("a", ({ item }) => ({
        item: { ...item, name: "Odette" },
      })),
  ],
  "an unreadable character is moved aside": [
    (_, records) => put(records, "things", { key: "sheet:lantern:a", kept: "{" }),
    async (browser, records) =>
      (await openCollection(browser, records)).save("a", () => ({ item: ODO.sheet })),
  ],
  "several characters are imported": [
    async () => {},
    async (browser, records) =>
      (await openCollection(browser, records)).saveAll(
        ["a", "b", "c"].map((id) => ({ id, item: ODO.sheet })),
      ),
  ],
  "a character is deleted": [
    (_, records) => put(records, "things", { key: "sheet:lantern:a", kept: ODO }),
    async (browser, records) => (await openCollection(browser, records)).remove("a"),
  ],
  "all rolls are deleted": [
    async (_, records) => {
      for (const key of ["1", "2", "3"]) await put(records, "throws", { key, ...THROW });
    },
    (_, records) => new RollHistory(records).remove("1", "2", "3"),
  ],
  "a deletion is undone": [
    async (browser, records) => {
      await put(records, "things", { key: "sheet:lantern:a", kept: ODO });
      return (await openCollection(browser, records)).remove("a");
    },
    (_, records, deleted) => records.undelete(deleted),
  ],
};

for (const kind of ["database", "plain"]) {
  for (const how of ["once", "from then on", "by an abort"]) {
    if (kind === "plain" && how === "by an abort") continue;
    for (const [action, [before, work]] of Object.entries(ACTIONS)) {
      test(`${action}, and the ${kind} fails ${how}`, async (t) => {
        t.mock.method(Date, "now", () => NOW);
        const run = async (count) => {
          const browser = profile(kind);
          const state = await before(browser, await browser.open());
          const old = await everything(await browser.open());
          const fault = failing(browser, count, how);
          try {
            await work(browser, await browser.open(), state);
          } catch {
            // the caller gets the error; the test checks the stored data
          }
          fault.end();
          return { old, now: await everything(await browser.open()), fired: fault.fired };
        };
        const { now: whole } = await run(Infinity);
        let count = 1;
        for (; ; count += 1) {
          const { old, now, fired } = await run(count);
          if (!fired) break;
          const isKnown = [old, whole].some((state) => comparable(state) === comparable(now));
          assert.ok(isKnown, `operation ${count}: neither before nor after: ${JSON.stringify(now)}`);
        }
        assert.ok(count > 3, "the action has operations that can fail");
      });
    }
  }
}

const EARLIER = {
  "diceleaf:sheet:lantern:a": JSON.stringify(ODO),
  "diceleaf:sheet:lantern:b": "{broken",
  "diceleaf:aside:lantern:c:1": "[]",
  "diceleaf:desk:lantern:d": JSON.stringify(FIGHT),
  "diceleaf:bookmark:/book/:lantern:L-001": String(NOW),
  "diceleaf:bookmark:lantern:L-002": "7",
};
const MIGRATED = {
  things: [
    { key: "desk:lantern:d", kept: FIGHT },
    { key: "sheet:lantern:a", kept: ODO },
    { key: "sheet:lantern:b", kept: "{broken" },
    { key: "sheet:lantern:c~1", kept: "[]" },
  ],
  throws: [{ key: `00${NOW - 1000}-00000001`, ...THROW }],
  named: [{ key: "Axe", name: "Axe", calculator: "tools.throw" }],
  bookmarks: [
    { key: "lantern:L-001", at: NOW },
    { key: "lantern:L-002", at: 7 },
  ],
};

/** The setting with the time since when there is no backup. */
const NO_BACKUP_SINCE = `diceleaf:unsaved-since:${SITE}`;

/** Returns a profile in which an earlier version of the site was used. */
async function earlier(kind) {
  const browser = profile(kind);
  for (const [name, text] of Object.entries(EARLIER)) browser.raw.set(name, text);
  globalThis.indexedDB = browser.factory;
  const db = await openDB(`diceleaf:${SITE}`, 1, {
    upgrade(database) {
      database.createObjectStore("throws", { keyPath: "id", autoIncrement: true });
      database.createObjectStore("named", { keyPath: "name" });
    },
  });
  await db.add("throws", THROW);
  await db.put("named", { name: "Axe", calculator: "tools.throw" });
  db.close();
  return browser;
}

test("data of an earlier version is moved once", async () => {
  const browser = await earlier("database");
  assert.deepEqual(await everything(await browser.open()), MIGRATED);
  assert.deepEqual(browser.raw.keys(), [NO_BACKUP_SINCE]);
  const db = await openDB(`diceleaf:${SITE}`);
  assert.deepEqual([await db.count("throws"), await db.count("named")], [0, 0]);
  db.close();
  assert.deepEqual(await everything(await browser.open()), MIGRATED);
});

for (const kind of ["database", "plain"]) {
  for (const how of ["once", "from then on"]) {
    test(`earlier data is moved although the ${kind} fails ${how}`, async () => {
      const whole =
        kind === "database" ? MIGRATED : { things: MIGRATED.things, bookmarks: MIGRATED.bookmarks };
      let count = 1;
      for (; ; count += 1) {
        const browser = await earlier(kind);
        const fault = failing(browser, count, how);
        await browser.open().catch(() => {});
        fault.end();
        assert.deepEqual(await everything(await browser.open()), whole, `operation ${count}`);
        if (!fault.fired) break;
      }
      assert.ok(count > 10);
    });
  }
}

test("data of an earlier version in another tab is added", async () => {
  const browser = await earlier("database");
  await browser.open();
  const edited = { ...ODO, sheet: { name: "Odette" } };
  for (let visit = 0; visit < 3; visit += 1) {
    browser.raw.set("diceleaf:sheet:lantern:a", JSON.stringify(edited));
    await browser.open();
  }
  const { things } = await everything(await browser.open());
  const names = things.filter(({ kept }) => kept.sheet).map(({ kept }) => kept.sheet.name);
  assert.deepEqual(names.sort(), ["Odette", "Odo"]);
});

/** A record left under one key that contains another. */
const ELSEWHERE = JSON.stringify({
  record: { key: "sheet:lantern:a", kept: { version: 1, sheet: { name: "Another" } } },
  bases: [{ sheet: ODO.sheet }],
});

test("unsaved changes without a base replace nothing", async () => {
  for (const bases of [[{}], [{}, {}], []]) {
    const browser = await earlier("database");
    const before = await everything(await browser.open());
    const record = { key: "sheet:lantern:a", kept: { version: 1, sheet: { name: "Another" } } };
    browser.raw.set(`diceleaf:left:${SITE}:p:sheet:lantern:a`, JSON.stringify({ record, bases }));
    const { things } = await everything(await browser.open());
    for (const each of before.things)
      assert.deepEqual(
        things.find(({ key }) => key === each.key),
        each,
      );
    assert.equal(things.length, before.things.length + 1);
  }
});

test("damaged data is moved unchanged, to be seen and deleted", async () => {
  const deep = `{"key": "b", "kept": ${"[".repeat(99)}${"]".repeat(99)}}`;
  const damaged = {
    [`diceleaf:left:${SITE}:p:sheet:lantern:x`]: "{",
    [`diceleaf:left:${SITE}:p:sheet:lantern:y`]: '{"record": {"key": 7}}',
    [`diceleaf:left:${SITE}:p:sheet:lantern:z`]: ELSEWHERE,
    [`diceleaf:kept:${SITE}:things:a`]: '"?"',
    [`diceleaf:kept:${SITE}:things:b`]: deep,
  };
  const foreign = {
    [`diceleaf:kept:${SITE}:spells:a`]: '{"key": "a"}',
    [`diceleaf:kept:${SITE}:things:`]: '{"key": ""}',
    [`diceleaf:step:${SITE}`]: '{"kept": 1}',
    [`diceleaf:bookmark:${SITE}:lantern:L-001`]: "1e400",
  };
  for (const kind of ["database", "plain"]) {
    const browser = await earlier(kind);
    for (const [name, text] of Object.entries({ ...damaged, ...foreign })) browser.raw.set(name, text);
    const records = await browser.open();
    assert.equal(records.waiting, false);
    const { things, bookmarks } = await everything(records);
    assert.equal(bookmarks[0].at, 0);
    const added = things.filter(({ key }) => !MIGRATED.things.some((each) => each.key === key));
    assert.deepEqual(
      added.map(({ key, kept }) => [key, kept]),
      [
        ["a", '"?"'],
        ["b", deep],
        ["sheet:lantern:x", "{"],
        ["sheet:lantern:y", '{"record": {"key": 7}}'],
        ["sheet:lantern:z", ELSEWHERE],
      ],
    );
    await records.remove(added.map(({ key }) => ["things", key]));
    assert.deepEqual((await everything(records)).things, MIGRATED.things);
  }
});

test("two sites on one host each move the data of their own games", async () => {
  const browser = profile();
  browser.raw.set("diceleaf:sheet:lantern:a", JSON.stringify(ODO));
  browser.raw.set("diceleaf:sheet:reed:b", JSON.stringify(ODO));
  browser.raw.set("diceleaf:bookmark:reed:R-001", "1");
  const one = await browser.open({ site: "/a/", games: ["lantern"] });
  const other = await browser.open({ site: "/a/b/", games: ["reed"] });
  assert.deepEqual(await everything(one), { things: [{ key: "sheet:lantern:a", kept: ODO }] });
  assert.deepEqual(await everything(other), {
    things: [{ key: "sheet:reed:b", kept: ODO }],
    bookmarks: [{ key: "reed:R-001", at: 1 }],
  });
});

test("data saved while the database was blocked is moved later", async () => {
  const browser = profile("plain");
  await put(await browser.open(), "things", { key: "sheet:lantern:a", kept: ODO });
  const database = { ...profile(), raw: browser.raw };
  assert.deepEqual(browser.raw.keys(), ["diceleaf:kept:/book/:things:sheet:lantern:a", NO_BACKUP_SINCE]);
  const { openDatabase } = await import("../../docs/assets/js/storage/database.js");
  const { migrate } = await import("../../docs/assets/js/storage/migrations.js");
  const { Records } = await import("../../docs/assets/js/storage/records.js");
  globalThis.indexedDB = database.factory;
  const records = new Records(await openDatabase(openDB, NAME), NAME, browser.storage);
  await migrate(records, { site: SITE, raw: browser.raw, openDB });
  assert.deepEqual(await everything(records), { things: [{ key: "sheet:lantern:a", kept: ODO }] });
  assert.deepEqual(browser.raw.keys(), [NO_BACKUP_SINCE]);
});

/** Returns the data without random keys. */
function comparable({ deleted = [], ...rest }) {
  return JSON.stringify([rest, deleted.map(({ key, ...content }) => content)]);
}

/** Makes the `count`th operation from now on fail. */
function failing(browser, count, how) {
  let left = count;
  const fault = { fired: false, end: () => restores.forEach((restore) => restore()) };
  const restores = [];
  const due = () => {
    left -= 1;
    if (left > 0 || (left < 0 && how !== "from then on")) return false;
    fault.fired = true;
    return true;
  };
  const patch = (object, name, fail) => {
    const before = object[name];
    object[name] = function (...args) {
      const isOwn = args[1] === "versionchange"; // started by the database itself
      return !isOwn && due() ? fail.call(this, before, args) : before.apply(this, args);
    };
    restores.push(() => (object[name] = before));
  };
  const throwError = () => {
    throw new DOMException("the disk is gone", "UnknownError");
  };
  const aborting = function (before, args) {
    const request = before.apply(this, args);
    this.transaction.abort();
    return request;
  };
  for (const name of ["get", "set", "remove", "keys"]) patch(browser.raw, name, throwError);
  if (browser.kind === "plain") return fault;
  for (const name of ["get", "getAll", "put", "delete"])
    patch(IDBObjectStore.prototype, name, how === "by an abort" ? aborting : throwError);
  if (how === "by an abort") return fault;
  for (const [object, name] of [
    [IDBFactory.prototype, "open"],
    [IDBDatabase.prototype, "transaction"],
    [IDBTransaction.prototype, "commit"],
  ])
    patch(object, name, throwError);
  return fault;
}
