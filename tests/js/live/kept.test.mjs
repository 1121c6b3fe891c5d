import { settled } from "../browserlike.js";
import { opened } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

/** What no page of this site would keep so, beside what one does. */
const ODD = {
  things: [
    { key: "constructor:__proto__:e" },
    { key: "desk:dichotomy:c", kept: { version: 1, scene: { name: {}, log: 7 } } },
    { key: "desk:no_game_of_ours:d", kept: "{" },
    { key: "sheet", kept: null },
    { key: "sheet:wayfarer:a", kept: { version: 1, sheet: { name: "Odo" } } },
    { key: "sheet:wayfarer:b", kept: { version: 1, sheet: Array.from({ length: 20_000 }, () => [[]]) } },
  ],
  throws: [{ key: "0" }],
  named: [
    { key: "Axe", name: "Axe" },
    { key: "f", name: 7 },
  ],
  bookmarks: [
    { key: "gone", at: "?" },
    { key: "wayfarer:W-001", at: 1 },
  ],
  deleted: [{ key: "1", records: [["things", { key: "sheet:wayfarer:g" }]] }],
};
const BACKUP = {
  format: "diceleaf-backup",
  version: 1,
  made: "2026-11-23T08:00:00.000Z",
  notes: {},
  records: ODD,
};

test("whatever a backup holds is shown before it is kept, and can be deleted and put back", async (t) => {
  const { document, window } = await opened(t, "kept");
  const { DiceKept } = await import("../../../docs/assets/js/elements/dice-kept.js");
  const { openRecords } = await import("../../../docs/assets/js/kept/records.js");
  const { allOf } = await import("../../../docs/assets/js/kept/backup.js");
  const records = await openRecords();
  window.customElements.define("dice-kept", DiceKept);
  const place = document.querySelector("dice-kept");
  const part = (name) => place.querySelector(`[data-part=${name}]`);
  const names = (group) =>
    [...part(group).querySelectorAll("[data-part=name]")].map(({ textContent }) => textContent);
  await settled();
  const control = part("file");
  Object.defineProperty(control, "files", { value: [new File([JSON.stringify(BACKUP)], "backup.json")] });
  control.dispatchEvent(new window.Event("change", { bubbles: true }));
  await settled();
  const offered = names("offered-groups");
  assert.equal(offered.length, ODD.things.length + ODD.named.length + ODD.bookmarks.length);
  for (const name of ["Odo", "Axe", "W-001, Wayfarer"]) assert.ok(offered.includes(name), offered.join("; "));
  assert.equal(part("offered-groups").querySelectorAll("button, a").length, 0);
  part("yes").click();
  await settled();
  const before = await allOf(records);
  assert.deepEqual(before, ODD);
  assert.deepEqual(names("groups"), offered);
  for (let left = offered.length; left; left -= 1) {
    assert.equal(names("groups").length, left);
    part("groups").querySelector("button").click();
    await settled();
    assert.match(part("told").textContent, /^Deleted: /);
  }
  const { things, named, bookmarks } = await allOf(records);
  assert.deepEqual([things, named, bookmarks], [[], [], []]);
  for (let left = offered.length + 1; left; left -= 1) {
    part("deleted").querySelector("button").click();
    await settled();
  }
  const after = await allOf(records);
  const [
    {
      records: [back],
    },
  ] = ODD.deleted;
  assert.deepEqual(after, {
    ...before,
    things: [...before.things, back[1]].sort(({ key }, other) => (key < other.key ? -1 : 1)),
    deleted: [],
  });
});
