/** A backup of everything: whatever is kept, and however much, comes back exactly as it was. */
import { everything, profile, put } from "./keeping.js";
import assert from "node:assert/strict";
import test from "node:test";
import { backUp, compared, readBackup, restore } from "../../docs/assets/js/kept/backup.js";
import { isBackupDue, lastBackup, noteBackup } from "../../docs/assets/js/kept/reminder.js";

const DAY = 24 * 3600 * 1000;
const words = (word) => word;
const fileOf = (text) => new File([text], "backup.json");

/**
 * Hundreds of fights of hundreds of events, 3 MB of characters, thousands of throws, and what nobody here
 * knows.
 */
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
  browser.storage.note("place:lantern", "{}");
  return records;
}

for (const kind of ["database", "plain"]) {
  test(`all of it comes back in another browser, from the database to the ${kind}`, async () => {
    const old = profile();
    const before = await full(old);
    const text = await backUp(before, old.storage, words);
    assert.ok(text.length > 3_000_000);
    const browser = profile(kind);
    const records = await browser.open();
    const backup = await readBackup(fileOf(text), words);
    assert.deepEqual(await compared(records, backup), { new: 5803, same: 0, other: 0 });
    await restore(records, browser.storage, backup);
    assert.deepEqual(await everything(records), await everything(before));
    assert.deepEqual(browser.storage.notes, { colours: "dark", "place:lantern": "{}" });
    assert.deepEqual(await compared(records, backup), { new: 0, same: 5803, other: 0 });
  });
}

test("what differs is kept beside what is here, once, however often it is restored", async () => {
  const browser = profile();
  const records = await browser.open();
  const odo = { key: "sheet:lantern:a", kept: { version: 1, sheet: { name: "Odo" } } };
  await put(records, "things", odo);
  browser.storage.note("colours", "dark");
  const backup = await readBackup(fileOf(await backUp(records, browser.storage, words)), words);
  const odette = { ...odo, kept: { version: 1, sheet: { name: "Odette" } } };
  await put(records, "things", odette);
  browser.storage.note("colours", "light");
  assert.deepEqual(await compared(records, backup), { new: 0, same: 0, other: 1 });
  for (let time = 0; time < 3; time += 1) await restore(records, browser.storage, backup);
  const { things } = await everything(records);
  assert.deepEqual(
    things.map(({ kept }) => kept.sheet.name),
    ["Odette", "Odo"],
  );
  assert.deepEqual(things[0], odette);
  assert.equal(browser.storage.get("colours"), "light");
});

/** A list within a list within a list… */
function nested(depth) {
  return JSON.parse("[".repeat(depth) + "]".repeat(depth));
}

const SOUND = { format: "diceleaf-backup", version: 1, made: "2026-11-23T08:00:00.000Z", notes: {} };
const REFUSED = [
  ["", "foreign"],
  ["[]", "foreign"],
  ["[".repeat(100_000), "foreign"],
  [{ ...SOUND, format: "diceleaf-sheet", records: {} }, "foreign"],
  [{ ...SOUND, version: 2, records: { things: [] } }, "newer"],
  [{ ...SOUND, version: "1", records: { things: [] } }, "damaged"],
  [{ ...SOUND, records: {} }, "damaged"],
  [{ ...SOUND, made: "yesterday", records: { things: [] } }, "damaged"],
  [{ ...SOUND, records: { spells: [] } }, "damaged"],
  [{ ...SOUND, records: { things: {} } }, "damaged"],
  [{ ...SOUND, records: { things: [null] } }, "damaged"],
  [{ ...SOUND, records: { things: [{ key: 7 }] } }, "damaged"],
  [{ ...SOUND, records: { things: [{ key: "" }] } }, "damaged"],
  [{ ...SOUND, records: { things: [{ key: "a", kept: nested(61) }] } }, "damaged"],
  [
    { ...SOUND, records: { deleted: [{ key: "a", records: [["things", { key: "a", kept: nested(99) }]] }] } },
    "damaged",
  ],
  [{ ...SOUND, records: { deleted: [{ key: "a", records: [["spells", { key: "a" }]] }] } }, "damaged"],
  [{ ...SOUND, notes: { colours: 7 }, records: { things: [] } }, "damaged"],
];

test("a file that is damaged or foreign is refused before anything is changed", async () => {
  for (const [file, why] of REFUSED) {
    const text = typeof file === "string" ? file : JSON.stringify(file);
    await assert.rejects(readBackup(fileOf(text), words), { message: why }, text.slice(0, 80));
  }
  await assert.rejects(readBackup({ size: 1e9, text: () => assert.fail("it is not read") }, words), {
    message: "large",
  });
});

test("what would not be read again is not written, nor read where it is", async () => {
  const crowded = { things: [{ key: "a", kept: new Array(5_000_001).fill([]) }] };
  const records = { read: async () => crowded };
  await assert.rejects(backUp(records, { notes: {} }, words), { message: "much" });
  const text = JSON.stringify({ ...SOUND, records: crowded });
  await assert.rejects(readBackup(fileOf(text), words), { message: "large" });
});

test("a name as long as may be and whatever lies deep in a sheet are no obstacle", async () => {
  const records = await profile().open();
  const browser = profile();
  await put(records, "named", { key: "A".repeat(5000), name: "A".repeat(5000) });
  await put(records, "things", { key: "sheet:lantern:a", kept: { version: 1, sheet: nested(50) } });
  await records.remove([["things", "sheet:lantern:a"]], "Odo");
  const text = await backUp(records, browser.storage, words);
  const other = await browser.open();
  await restore(other, browser.storage, await readBackup(fileOf(text), words));
  assert.deepEqual(await everything(other), await everything(records));
});

test("a backup is due two weeks after the first change that it doesn't have", async (t) => {
  let now = 1000 * DAY;
  t.mock.method(Date, "now", () => now);
  const browser = profile();
  const records = await browser.open();
  assert.deepEqual([isBackupDue(browser.storage), lastBackup(browser.storage)], [false, null]);
  await put(records, "throws", { key: "1" });
  now += 99 * DAY;
  assert.equal(isBackupDue(browser.storage), false, "throws alone are not precious");
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
