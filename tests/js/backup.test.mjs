/** Backups: all data, however much, is restored exactly. */
import { everything, profile, put } from "./storage_profiles.js";
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { createBackup, compareBackup, readBackup, restore } from "../../docs/assets/js/storage/backup.js";
import { takePendingJoins } from "../../docs/assets/js/tracker/pending-join.js";
import { isBackupDue, lastBackup, noteBackup } from "../../docs/assets/js/storage/backup-reminder.js";

const DAY = 24 * 3600 * 1000;
const words = (word) => word;
const toFile = (text) => new File([text], "backup.json");
const PLACE = JSON.stringify({ address: "lantern/", chapter: "Lantern", section: "", at: 1 });
const countsOf = async (...args) => (await compareBackup(...args)).counts;

/** Hundreds of fights with hundreds of events, 3 MB of characters, thousands of rolls, and unknown data. */
async function full(browser) {
  const records = await browser.open();
  const log = Array.from({ length: 500 }, (_, place) => ({
    do: "attack",
    who: "Odile",
    dice: [place % 10, 3],
  }));
  await records.change(async (step) => {
    for (let place = 0; place < 300; place += 1) {
      const scene = { name: `Fight ${place}`, log: place < 20 ? log : log.slice(0, 9) };
      await step.put("things", { key: `desk:lantern:${place}`, kept: { version: 1, scene } });
    }
    for (let place = 0; place < 500; place += 1) {
      const sheet = { name: `Odo ${place}`, heirloom: { story: "x".repeat(6000), "": null } };
      await step.put("things", {
        key: `sheet:lantern:${place}`,
        kept: { version: 1, sheet, tomorrow: [0.1] },
      });
    }
    for (let place = 0; place < 5000; place += 1) {
      await step.put("throws", {
        key: `${place}`.padStart(9, "0"),
        at: place,
        faces: [place % 6],
        mood: "🎲",
      });
    }
    await step.put("things", { key: "sheet:lantern:broken", kept: "{" });
    await step.put("named", { key: "Axe", name: "Axe" });
    await step.put("bookmarks", { key: "lantern:L-001", at: 1 });
  });
  await records.remove([["things", "sheet:lantern:7"]], "Odo 7");
  browser.storage.note("colours", "dark");
  browser.storage.note("place:lantern", PLACE);
  return records;
}

for (const kind of ["database", "plain"]) {
  test(`everything is restored in the ${kind} of another browser`, async () => {
    const old = profile();
    const before = await full(old);
    const text = await createBackup(before, old.storage, words);
    assert.ok(text.length > 3_000_000);
    const browser = profile(kind);
    const records = await browser.open();
    const backup = await readBackup(toFile(text), words);
    const added = await compareBackup(records, browser.storage, backup);
    assert.deepEqual([added.counts, backup.left], [{ new: 5802, same: 0, other: 0 }, 0]);
    await restore(records, browser.storage, backup);
    const { deleted, ...remaining } = await everything(before);
    assert.equal(deleted.length, 1, "deletions aren't part of a backup");
    assert.deepEqual(await everything(records), remaining);
    assert.deepEqual(added.records, remaining);
    assert.deepEqual(browser.storage.notes, { colours: "dark", "place:lantern": PLACE });
    assert.deepEqual(added.notes, browser.storage.notes);
    const again = await compareBackup(records, browser.storage, backup);
    assert.deepEqual([again.counts, again.notes], [{ new: 0, same: 5802, other: 0 }, {}]);
  });
}

test("restoring a conflicting record repeatedly adds it once", async () => {
  const browser = profile();
  const records = await browser.open();
  const odo = { key: "sheet:lantern:a", kept: { version: 1, sheet: { name: "Odo" } } };
  await put(records, "things", odo);
  browser.storage.note("colours", "dark");
  const backup = await readBackup(toFile(await createBackup(records, browser.storage, words)), words);
  const odette = { ...odo, kept: { version: 1, sheet: { name: "Odette" } } };
  await put(records, "things", odette);
  browser.storage.note("colours", "light");
  const { counts, records: added } = await compareBackup(records, browser.storage, backup);
  assert.deepEqual(counts, { new: 0, same: 0, other: 1 });
  for (let time = 0; time < 3; time += 1) await restore(records, browser.storage, backup);
  assert.deepEqual(
    (await everything(records)).things.slice(1),
    added.things,
    "the shown records are the added ones",
  );
  assert.deepEqual(await countsOf(records, browser.storage, backup), { new: 0, same: 1, other: 0 });
  const { things } = await everything(records);
  assert.deepEqual(
    things.map(({ kept }) => kept.sheet.name),
    ["Odette", "Odo"],
  );
  assert.deepEqual(things[0], odette);
  assert.equal(browser.storage.get("colours"), "light");
});

/** A deeply nested list. */
function nested(depth) {
  return JSON.parse("[".repeat(depth) + "]".repeat(depth));
}

const VALID = { format: "diceleaf-backup", version: 1, made: "2026-11-23T08:00:00.000Z", notes: {} };
const REJECTED = [
  ["", "foreign"],
  ["[]", "foreign"],
  ["[".repeat(100_000), "foreign"],
  [{ ...VALID, format: "diceleaf-sheet", records: {} }, "foreign"],
  [{ ...VALID, version: 2, records: { things: [] } }, "newer"],
  [{ ...VALID, version: "1", records: { things: [] } }, "damaged"],
  [{ ...VALID, records: {} }, "damaged"],
  [{ ...VALID, made: "yesterday", records: { things: [] } }, "damaged"],
  [{ ...VALID, records: { spells: [] } }, "damaged"],
  [{ ...VALID, records: { things: {} } }, "damaged"],
  [{ ...VALID, records: { things: [null] } }, "damaged"],
  [{ ...VALID, records: { things: [{ key: 7 }] } }, "damaged"],
  [{ ...VALID, records: { things: [{ key: "" }] } }, "damaged"],
  [{ ...VALID, records: { things: [{ key: "a", kept: nested(61) }] } }, "damaged"],
  [
    { ...VALID, records: { deleted: [{ key: "a", records: [["things", { key: "a", kept: nested(99) }]] }] } },
    "damaged",
  ],
  [{ ...VALID, notes: { colours: 7 }, records: { things: [] } }, "damaged"],
];

test("a damaged or foreign file is rejected without any change", async () => {
  for (const [file, why] of REJECTED) {
    const text = typeof file === "string" ? file : JSON.stringify(file);
    await assert.rejects(readBackup(toFile(text), words), { message: why }, text.slice(0, 80));
  }
  await assert.rejects(readBackup({ size: 1e9, text: () => assert.fail("the file was read") }, words), {
    message: "large",
  });
});

test("data that can't be restored is neither written nor read", async () => {
  const crowded = { things: [{ key: "sheet:lantern:a", kept: new Array(5_000_001).fill([]) }] };
  const records = { read: async () => crowded };
  await assert.rejects(createBackup(records, { notes: {} }, words), { message: "much" });
  const text = JSON.stringify({ ...VALID, records: crowded });
  await assert.rejects(readBackup(toFile(text), words), { message: "large" });
});

test("the longest name and deeply nested data are restored", async () => {
  const records = await profile().open();
  const browser = profile();
  await put(records, "named", { key: "A".repeat(5000), name: "A".repeat(5000) });
  await put(records, "things", { key: "sheet:lantern:a", kept: { version: 1, sheet: nested(50) } });
  await records.remove([["things", "sheet:lantern:a"]], "Odo");
  const text = await createBackup(records, browser.storage, words);
  const other = await browser.open();
  await restore(other, browser.storage, await readBackup(toFile(text), words));
  const { deleted, ...remaining } = await everything(records);
  assert.deepEqual(await everything(other), remaining);
});

const fixture = new URL("./fixtures/backup-version-1.json", import.meta.url);

test("a backup of an earlier version restores all but deletions", async () => {
  const text = fs.readFileSync(fixture, "utf8");
  const { records: savedRecords, notes: savedNotes } = JSON.parse(text);
  for (const kind of ["database", "plain"]) {
    const browser = profile(kind);
    const records = await browser.open();
    const backup = await readBackup(toFile(text), words);
    assert.equal(backup.left, savedRecords.deleted.length + 1, "the bin and the pending join");
    await restore(records, browser.storage, backup);
    const { deleted, ...remaining } = savedRecords;
    assert.deepEqual(await everything(records), remaining);
    const { "into:dichotomy": into, ...settings } = savedNotes;
    assert.deepEqual(browser.storage.notes, settings);
    const again = JSON.parse(await createBackup(records, browser.storage, words));
    assert.deepEqual([again.records, again.notes], [remaining, settings]);
  }
});

/** Files that were shown as "0 of 0 entries" but changed or damaged the reader's data, and similar ones. */
const ODO = { key: "sheet:core_rules:aaaa", kept: { version: 1, sheet: { name: "Odo" } } };
const EVIL = { key: ODO.key, kept: { version: 1, sheet: { name: "OVERWRITTEN" } } };
const ATTACKS = [
  { "left:evil:sheet:core_rules:aaaa": JSON.stringify({ record: EVIL, bases: [{}] }) },
  { "left:evil:sheet:core_rules:aaaa": JSON.stringify({ record: EVIL, bases: [ODO.kept] }) },
  { "left:evil:sheet:core_rules:bbbb": JSON.stringify({ record: EVIL, bases: [ODO.kept] }) },
  { "into:dichotomy": '[{"set":"remove","name":"Beard"},{"set":"rest","called":"Renamed by a backup"}]' },
  { "into:dichotomy": '[{"sample":"ogre","count":2}]' },
  { "kept:deleted:zzz": '{"key":"zzz","records":5}' },
  { "kept:things:sheet:core_rules:aaaa": JSON.stringify(EVIL) },
  { step: JSON.stringify([["kept:things:sheet:core_rules:aaaa", null]]) },
  { "bookmark:core_rules:C-001": "1" },
  { "sheet:core_rules:aaaa": JSON.stringify(EVIL.kept) },
  { "backed-up": "99999999999999" },
  { "unsaved-since": "0" },
];

test("restoring changes only what was shown before", async () => {
  for (const kind of ["database", "plain"]) {
    for (const notes of ATTACKS) {
      const browser = profile(kind);
      const records = await browser.open();
      await put(records, "things", ODO);
      const raw = () => browser.raw.keys().map((key) => [key, browser.raw.get(key)]);
      const before = raw();
      const file = JSON.stringify({ ...VALID, records: { things: [] }, notes });
      const backup = await readBackup(toFile(file), words);
      const added = await compareBackup(records, browser.storage, backup);
      assert.deepEqual([added.records, added.notes, backup.left], [{ things: [] }, {}, 1], file);
      await restore(records, browser.storage, backup);
      assert.deepEqual(raw(), before, file);
      assert.deepEqual(await everything(await browser.open()), { things: [ODO] }, file);
      assert.deepEqual(takePendingJoins(browser.storage, "dichotomy"), [], file);
    }
  }
});

test("a number too large for JSON is restored as shown", async () => {
  for (const kind of ["database", "plain"]) {
    for (const number of ["1e999", "-1e999"]) {
      const browser = profile(kind);
      const records = await browser.open();
      const named = { key: "Axe", name: "Axe", at: 7, words: "Infinity" };
      const file = JSON.stringify({ ...VALID, records: { named: [named] }, notes: {} });
      const backup = await readBackup(toFile(file.replace(":7,", `:${number},`)), words);
      const added = await compareBackup(records, browser.storage, backup);
      await restore(records, browser.storage, backup);
      assert.deepEqual(await everything(records), added.records, kind);
      assert.deepEqual(added.records, { named: [{ ...named, at: null }] }, kind);
    }
  }
});

const NAMES = [
  ..."colours sheet-way cards python tumble sound shake own-dice only-count name lately".split(" "),
  ..."open desk-open place asked into left kept step backed-up unsaved-since bookmark sheet desk".split(" "),
  ..."aside desk-aside constructor __proto__ prototype toString hasOwnProperty".split(" "),
  "",
];
const TEXTS = [
  "",
  "yes",
  "dark",
  "play",
  "a1",
  "7",
  "[]",
  "{}",
  "null",
  '["a"]',
  "[7]",
  PLACE,
  "{",
  "[".repeat(99),
];

test("a backup adds only settings that this site backs up", async () => {
  const kinds = NAMES.flatMap((name) => [name, `${name}:`, `${name}:lantern`, `${name}:things:a`]);
  let count = 0;
  for (const name of kinds) {
    for (const text of TEXTS) {
      const from = profile();
      const [kind, ...about] = name.split(":");
      from.raw.set(["diceleaf", kind, "/book/", ...about].join(":"), text);
      const expected = Object.entries(from.storage.notes);
      const to = profile();
      const file = JSON.stringify({
        ...VALID,
        records: { things: [] },
        notes: Object.fromEntries([[name, text]]),
      });
      const backup = await readBackup(toFile(file), words);
      await restore({ change: async () => {} }, to.storage, backup);
      assert.deepEqual(Object.entries(to.storage.notes), expected, file);
      assert.equal(to.raw.keys().length, expected.length, file);
      count += expected.length;
    }
  }
  assert.ok(count > 30);
});

test("records without a store and deletions are left out", async () => {
  const records = {
    things: ["name:constructor:5", "sheet", "sheet:", "sheet::a", "desk:lantern:", "__proto__", ODO.key].map(
      (key) => ({
        ...ODO,
        key,
      }),
    ),
    bookmarks: [{ key: "a" }, { key: "b", at: "?" }, { key: "lantern:L-001", at: 1 }],
    deleted: [{ key: "zzz", records: 5 }, { key: "y", records: [["spells", { key: "a" }]] }, { key: "1" }],
  };
  const backup = await readBackup(toFile(JSON.stringify({ ...VALID, records })), words);
  assert.deepEqual(backup.records, { things: [ODO], bookmarks: [{ key: "lantern:L-001", at: 1 }] });
  assert.equal(backup.left, 11);
  const browser = profile();
  const opened = await browser.open();
  for (const [store, list] of Object.entries(records))
    for (const each of list) await put(opened, store, each);
  assert.deepEqual(JSON.parse(await createBackup(opened, browser.storage, words)).records, {
    ...backup.records,
    throws: [],
    named: [],
  });
});

test("a backup is due two weeks after the first change without one", async (t) => {
  let now = 1000 * DAY;
  t.mock.method(Date, "now", () => now);
  const browser = profile();
  const records = await browser.open();
  assert.deepEqual([isBackupDue(browser.storage), lastBackup(browser.storage)], [false, null]);
  await put(records, "throws", { key: "1" });
  now += 99 * DAY;
  assert.equal(isBackupDue(browser.storage), false, "rolls alone need no backup");
  await put(records, "things", { key: "sheet:lantern:a", kept: {} });
  now += 13 * DAY;
  await put(records, "things", { key: "sheet:lantern:b", kept: {} });
  assert.equal(isBackupDue(browser.storage), false);
  now += 2 * DAY;
  assert.equal(isBackupDue(browser.storage), true);
  noteBackup(browser.storage);
  now += 99 * DAY;
  assert.deepEqual([isBackupDue(browser.storage), lastBackup(browser.storage)], [false, now - 99 * DAY]);
});

test("a backup contains house rules and the set in force", async () => {
  const old = profile();
  const records = await old.open();
  const set = { game: "lantern", name: "Thursday", options: { wounds: 4 } };
  const record = { key: "house:lantern:1", kept: { version: 1, house: set, was: {} } };
  await put(records, "things", record);
  const note = JSON.stringify({ id: "1", set, sentences: {} });
  old.storage.note("house:lantern", note);
  old.storage.note("house:dichotomy", '{"set": 1}');
  const backup = await readBackup(toFile(await createBackup(records, old.storage, words)), words);
  const browser = profile();
  const there = await browser.open();
  await restore(there, browser.storage, backup);
  assert.deepEqual((await everything(there)).things, [record]);
  assert.deepEqual(browser.storage.notes, { "house:lantern": note });
});
