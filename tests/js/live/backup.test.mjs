import { settled } from "../browserlike.js";
import { openPage } from "./page.js";
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";

/** Damaged records beside a valid one. */
const ODD = {
  things: [
    { key: "constructor:__proto__:e" },
    { key: "desk:constructor:5", kept: { version: 1, scene: { name: "Ford" } } },
    { key: "desk:dichotomy:c", kept: { version: 1, scene: { name: {}, log: 7 } } },
    { key: "desk:no_game_of_ours:d", kept: "{" },
    { key: "name:constructor:5" },
    { key: "sheet", kept: null },
    { key: "sheet:__proto__:5", kept: { constructor: { name: "Wren" } } },
    { key: "sheet:wayfarer:a", kept: { version: 1, sheet: { name: "Odo" } } },
    { key: "sheet:wayfarer:b", kept: { version: 1, sheet: Array.from({ length: 20_000 }, () => [[]]) } },
  ],
  throws: [{ key: "0" }],
  named: [
    { key: "Axe", name: "Axe" },
    { key: "f", name: 7 },
  ],
  bookmarks: [
    { key: "__proto__:constructor", at: 2 },
    { key: "gone", at: "?" },
    { key: "wayfarer:W-001", at: 1 },
  ],
  deleted: [
    { key: "1", records: [["things", { key: "sheet:wayfarer:g" }]] },
    {
      key: "2",
      at: "?",
      what: { of: 1 },
      records: [["things", null], ["spells", { key: "a" }], 7, ["things"]],
    },
    { key: "3", at: 1e300, records: { length: 1 } },
    { key: "zzz", records: 5 },
  ],
};
/** The keys of records whose kind or game this site doesn't have. */
const UNKNOWN_KEYS = ["constructor:__proto__:e", "name:constructor:5", "sheet", "gone"];
const BACKUP = {
  format: "diceleaf-backup",
  version: 1,
  made: "2026-11-23T08:00:00.000Z",
  notes: {},
};

/** Returns a page with the backup element, and functions to read and use it. */
async function openBackup(t) {
  const { document, window } = await openPage(t, "kept");
  const { DiceBackup } = await import("../../../docs/assets/js/elements/dice-backup.js");
  const { openRecords } = await import("../../../docs/assets/js/storage/records.js");
  const { readAllStores } = await import("../../../docs/assets/js/storage/backup.js");
  const records = await openRecords();
  await records.change(async (step) => {
    for (const [store, list] of Object.entries(await readAllStores(records)))
      for (const { key } of list) await step.delete(store, key);
  });
  window.customElements.define("dice-backup", DiceBackup);
  const place = document.querySelector("dice-backup");
  t.after(() => place.remove());
  const part = (name) => place.querySelector(`[data-part=${name}]`);
  const names = (group) =>
    [...part(group).querySelectorAll("[data-part=name]")].map(({ textContent }) => textContent);
  const titles = (group) =>
    [...part(group).querySelectorAll("[data-part=title]")].map(({ textContent }) => textContent);
  await settled();
  const press = async (element) => {
    element.click();
    await settled();
  };
  const choose = async (backup) => {
    const control = part("file");
    Object.defineProperty(control, "files", {
      value: [new File([JSON.stringify(backup)], "backup.json")],
      configurable: true,
    });
    control.dispatchEvent(new window.Event("change", { bubbles: true }));
    await settled();
  };
  const all = () => readAllStores(records);
  const answer = (yes) => press(part("bin-confirm").querySelector(`[data-part=${yes ? "yes" : "no"}]`));
  return { document, place, part, names, titles, press, choose, answer, all, records };
}

test("restoring adds only what was shown before", async (t) => {
  const { part, names, titles, press, choose, all } = await openBackup(t);
  const { openStorage } = await import("../../../docs/assets/js/storage/local-storage.js");
  const fixture = new URL("../fixtures/backup-version-1.json", import.meta.url);
  const backup = JSON.parse(fs.readFileSync(fixture, "utf8"));
  await choose(backup);
  assert.deepEqual(await all(), { things: [], throws: [], named: [], bookmarks: [], deleted: [] });
  assert.deepEqual(openStorage().notes, {});
  assert.match(part("offered-sum").textContent, /2 past rolls.*, 3 bookmarks and 16 settings$/);
  assert.match(part("counts").textContent, /deleted.*: 2\./);
  const offered = names("offered-groups");
  const { deleted, ...records } = backup.records;
  const { "into:dichotomy": into, ...notes } = backup.notes;
  const count = Object.values(records).flat().length + Object.keys(notes).length;
  assert.equal(offered.length, count);
  for (const name of ["Odile", "Axe", "checks/#difficulty, two_d6", "Colours: dark", "Your name: Kim"])
    assert.ok(offered.includes(name), offered.join("; "));
  for (const name of [...offered, ...titles("offered-groups")])
    assert.doesNotMatch(name, /undefined|\{|null|NaN|Invalid/);
  await press(part("yes"));
  assert.deepEqual(await all(), { ...records, deleted: [] });
  assert.deepEqual(openStorage().notes, notes);
  await choose(backup);
  assert.equal(part("offered-sum").textContent, "Everything in this backup is already saved here.");
  assert.deepEqual([names("offered-groups"), part("confirm").hidden], [[], true]);
});

test("all records are listed, and can be deleted and restored", async (t) => {
  const { place, part, names, titles, press, choose, all, records } = await openBackup(t);
  const { mergeRecord } = await import("../../../docs/assets/js/storage/keys.js");
  await records.change(
    async (step) => {
      for (const [store, list] of Object.entries(ODD))
        for (const each of list) await mergeRecord(step, store, each);
    },
    { notifyHere: true },
  );
  await settled();
  const listed = names("groups");
  assert.equal(listed.length, ODD.things.length + ODD.named.length + ODD.bookmarks.length);
  for (const name of [
    "Odo",
    "Axe",
    "W-001, Wayfarer",
    "Ford",
    "name:constructor:5 (damaged, or from a newer version)",
  ])
    assert.ok(listed.includes(name), listed.join("; "));
  const texts = [...listed, ...titles("groups"), ...names("deleted"), part("sum").textContent];
  for (const name of texts) assert.doesNotMatch(name, /undefined|\{|null|NaN|Invalid|object/);
  assert.ok(titles("groups").includes("3 unknown entries"), titles("groups").join("; "));
  assert.equal(names("deleted").length, ODD.deleted.length);
  const back = [...part("deleted").querySelectorAll("[data-command=back]")];
  assert.deepEqual(
    back.map(({ hidden }) => hidden),
    [true, true, true, false],
  );
  const before = await all();
  assert.deepEqual(before, ODD);
  for (let left = listed.length; left; left -= 1) {
    assert.equal(names("groups").length, left);
    await press(part("groups").querySelector("button"));
    assert.match(part("notice").textContent, /^Deleted: /);
  }
  const { things, named, bookmarks } = await all();
  assert.deepEqual([things, named, bookmarks], [[], [], []]);
  for (let left = listed.length + 1; left; left -= 1)
    await press(place.querySelector("[data-part=deleted] [data-command=back]:not([hidden])"));
  const after = await all();
  assert.deepEqual(after, {
    ...before,
    things: [...before.things, ODD.deleted[0].records[0][1]].sort(({ key }, other) =>
      key < other.key ? -1 : 1,
    ),
    deleted: ODD.deleted.slice(1),
  });
  await choose({ ...BACKUP, records: ODD });
  const added = names("offered-groups");
  assert.deepEqual(
    added,
    [],
    "records without a kind or game here aren't offered, the rest is saved already",
  );
  assert.match(part("counts").textContent, new RegExp(`: ${UNKNOWN_KEYS.length + ODD.deleted.length}\\.$`));
});

test("deletions can be made permanent after confirmation", async (t) => {
  const { document, part, names, press, answer, all, records } = await openBackup(t);
  const sheet = (name) => [
    "things",
    { key: `sheet:wayfarer:${name}`, kept: { version: 1, sheet: { name } } },
  ];
  for (const name of ["Odo", "Wren", "Bram"]) {
    await records.change((step) => step.put(...sheet(name)));
    await records.remove([["things", `sheet:wayfarer:${name}`]], name, { notifyHere: true });
  }
  await records.change((step) => step.put("deleted", { key: "zzz", records: 5 }), { notifyHere: true });
  await settled();
  assert.equal(names("deleted").length, 4);
  const damaged = part("deleted").querySelector("[data-command=erase]");
  await press(damaged);
  assert.match(part("bin-confirm").textContent, /^Delete Unnamed permanently\? This can’t be undone\./);
  assert.equal(document.activeElement.dataset.part, "no");
  await answer(false);
  assert.deepEqual([names("deleted").length, part("bin-confirm").hidden], [4, true]);
  await press(damaged);
  await answer(true);
  assert.equal(part("notice").textContent, "Permanently deleted: Unnamed.");
  assert.deepEqual([part("undo").hidden, names("deleted").length], [true, 3]);
  await press(document.querySelector("dice-backup [data-command=empty]"));
  await answer(true);
  assert.deepEqual([part("bin").hidden, part("notice").textContent], [true, "Bin emptied."]);
  assert.deepEqual((await all()).deleted, []);
});

test("a name with direction marks doesn't reorder a question", async (t) => {
  const { part, press, records } = await openBackup(t);
  const sheet = { name: "\u2069\u202eevil" };
  await records.change((step) =>
    step.put("things", { key: "sheet:wayfarer:a", kept: { version: 1, sheet } }),
  );
  await records.remove([["things", "sheet:wayfarer:a"]], sheet.name, { notifyHere: true });
  await settled();
  await press(part("deleted").querySelector("[data-command=erase]"));
  const question = part("bin-confirm").querySelector("[data-part=question]");
  assert.equal(question.querySelector("bdi").textContent, "evil");
  assert.equal(question.textContent, "Delete evil permanently? This can’t be undone.");
});
