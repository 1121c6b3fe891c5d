import { withGlobals } from "../browserlike.js";
import { openPage } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

test("a sheet with all features", async (t) => {
  const { document, engine, window, tray } = await openPage(t, "sheet");
  const { DiceSheet } = await import("../../../docs/assets/js/elements/dice-sheet.js");
  const { setTimeout } = globalThis;
  withGlobals(t, { setTimeout: (then) => setTimeout(then) }); // makes delayed drawing immediate
  window.customElements.define("dice-sheet", DiceSheet);
  await engine.quiet();
  const sheet = document.querySelector("dice-sheet");
  const field = (name) => sheet.querySelector(`form [name="${name}"]`);
  const note = (name) => sheet.querySelector(`[data-note="${name}"]`);
  const rollButton = (label) => sheet.part("report").querySelector(`button[data-label="${label}"]`);
  const slope = (key) =>
    rollButton("Climb").closest("details").querySelector(`[name="slope"][value="${key}"]`);
  const saved = async () => {
    await sheet.pendingChanges();
    return (await sheet.collection.read(sheet.key)).item;
  };
  const press = async (button) => {
    button.click();
    await engine.quiet();
  };
  const type = async (control, value) => {
    control.value = value;
    control.dispatchEvent(new window.Event("input", { bubbles: true }));
    await engine.quiet();
  };

  await t.test("a note is shown beside its field as long as it applies", async () => {
    assert.equal(note("legs").textContent, "Longer legs cost 2 days.");
    assert.equal(note("legs").hidden, false);
    assert.equal(note("breath").hidden, true);
    await type(field("legs"), "2");
    assert.equal(note("legs").textContent, "Longer legs cost 3 days.");
  });

  await t.test("a roll uses the selected situation", async () => {
    assert.ok(slope("hill").checked, "the sheet's value is selected at first");
    await press(rollButton("Climb"));
    assert.match(tray.part("result").textContent, /The top/);
    slope("moon").checked = true;
    await press(rollButton("Climb"));
    assert.match(tray.part("result").textContent, /You slip/);
    assert.equal(tray.part("title").textContent, "Climb");
    assert.equal(tray.part("line").hidden, false, "a line shows the roll, and leaves the sheet in view");
    assert.match(tray.part("line-verdict").textContent, /You slip/);
    const rolls = engine.requests.filter(({ action }) => action === "roll");
    assert.deepEqual(
      rolls.map(({ inputs }) => inputs),
      [
        { legs: 2, slope: "hill" },
        { legs: 2, slope: "moon" },
      ],
    );
  });

  await t.test("the costs of two rolls are paid, and never below 0", async () => {
    assert.equal(field("breath").value, "0");
    assert.equal((await saved()).breath, 0);
    await press(rollButton("Climb"));
    assert.equal(field("breath").value, "0");
    await press(rollButton("Stroll"));
    assert.equal(tray.part("title").textContent, "Stroll");
  });

  await t.test("rerolling in the tray pays the cost again", async () => {
    await type(field("breath"), "2");
    await press(rollButton("Climb"));
    assert.equal(field("breath").value, "1");
    await press(tray.part("again"));
    assert.equal(field("breath").value, "0");
  });

  await t.test("the button of a row names the row", async () => {
    const herbs = sheet.querySelector('[data-list="herbs"]');
    const named = () =>
      [...herbs.querySelectorAll("[data-remove]")].map((button) => button.textContent.trim());
    const add = herbs.querySelector("[data-add]");
    await press(add);
    await press(add);
    await type(field("herbs.1.of"), "Thyme");
    assert.deepEqual(named(), ["× Remove entry 1", "× Remove entry 2, Thyme"]);
    await press(herbs.querySelector("[data-remove]"));
    assert.deepEqual(named(), ["× Remove entry 1, Thyme"]);
  });

  await t.test("a template fills in its values and leaves the others", async () => {
    await type(field("name"), "Ysol");
    await type(field("herbs.0.value"), "9");
    await press(sheet.querySelector('[data-template="goat"]'));
    assert.equal(field("legs").value, "3");
    assert.equal(sheet.querySelector('[name="people"]:checked').value, "goat");
    assert.equal(field("name").value, "Ysol");
    const herbs = [0, 1].map((row) => [field(`herbs.${row}.of`).value, field(`herbs.${row}.value`).value]);
    assert.deepEqual(
      herbs,
      [
        ["Thyme", "9"],
        ["Clover", "4"],
      ],
      "values under the reader's own names stay",
    );
    assert.equal(field("breath").value, "0");
    assert.equal(note("legs").textContent, "Longer legs cost 4 days.");
    const { herbs: _, ...rest } = await saved();
    assert.deepEqual(rest, { name: "Ysol", legs: 3, breath: 0, blisters: 0, people: "goat" });
  });

  const inPlayMode = (css) => sheet.part("play").querySelector(css);

  await t.test("undo reverts the cost of a roll, and earlier changes", async () => {
    await type(field("breath"), "3");
    await press(sheet.querySelector('.mode-switch [data-set-mode="play"]'));
    assert.match(inPlayMode("[data-part=standing]").textContent, /Breath 3 of 9/);
    await press(inPlayMode('button[data-label="Climb"]'));
    assert.equal((await saved()).breath, 2);
    assert.equal(sheet.part("last").textContent, "Climb. Breath: 3 → 2 (−1)");
    await press(sheet.querySelector('[data-command="undo"]'));
    assert.equal((await saved()).breath, 3);
    assert.equal(sheet.part("notice").textContent, "Undone: Climb. Breath: 3 → 2 (−1)");
    assert.match(sheet.part("last").textContent, /^Breath: 0 → 3/);
  });

  await t.test("a conditional cost is shown before the roll, and paid if due", async () => {
    const run = inPlayMode('button[data-label="Run"]');
    const asking = run.closest("[data-part=asking]");
    assert.match(asking.textContent, /up to 1 Breath/);
    await press(run);
    assert.equal((await saved()).breath, 3, "a climb of a hill costs nothing");
    asking.querySelector('[value="moon"]').checked = true;
    await press(run);
    assert.equal((await saved()).breath, 2);
    assert.equal(sheet.part("last").textContent, "Run. Breath: 3 → 2 (−1)");
    await press(sheet.querySelector('[data-command="undo"]'));
    assert.equal((await saved()).breath, 3);
  });

  await t.test("a negative cost stops at the limit, and can be undone", async () => {
    const trudge = inPlayMode('button[data-label="Trudge"]');
    const asking = trudge.closest("[data-part=asking]");
    const trudgeUp = async (slope) => {
      const button = inPlayMode('button[data-label="Trudge"]');
      button.closest("[data-part=asking]").querySelector(`[value="${slope}"]`).checked = true;
      await press(button);
      return [(await saved()).blisters, sheet.part("last").textContent];
    };
    assert.match(asking.textContent, /up to \+2 Blisters/);
    assert.deepEqual(await trudgeUp("moon"), [2, "Trudge. Blisters: 0 → 2 (+2)"]);
    assert.deepEqual(await trudgeUp("moon"), [3, "Trudge. Blisters: 2 → 3 (+1)"]);
    assert.equal(sheet.part("notice").textContent, "“Blisters”: 1 of 2 applied; the limit is reached.");
    assert.deepEqual(await trudgeUp("hill"), [2, "Trudge. Blisters: 3 → 2 (−1)"]);
    await press(sheet.querySelector('[data-command="undo"]'));
    assert.equal((await saved()).blisters, 3);
    for (let times = 0; times < 2; times++) await press(sheet.querySelector('[data-command="undo"]'));
    assert.equal((await saved()).blisters, 0);
  });

  await t.test("a tap changes a track and is saved in the change log", async () => {
    await press(inPlayMode("[data-part=standing] button[data-changes='{\"breath\": 4}']"));
    assert.equal((await saved()).breath, 4);
    assert.equal(field("breath").value, "4");
    assert.deepEqual((await saved()).changes, undefined);
    const [last] = (await sheet.collection.read(sheet.key)).beside.changes.slice(-1);
    assert.deepEqual(last.changes, [{ field: "breath", from: 3, to: 4 }]);
  });

  await t.test("a change can be reverted while its field is unchanged", async () => {
    sheet.part("change-history").open = true;
    sheet.part("change-history").dispatchEvent(new window.Event("toggle"));
    await engine.quiet();
    const entries = () => [...sheet.part("changes").querySelectorAll("li")];
    const about = (words) => entries().find(({ textContent }) => textContent.includes(words));
    await press(about("A goat").querySelector("button"));
    assert.equal((await saved()).people, "folk");
    assert.equal((await saved()).breath, 4);
    const [before] = entries().filter(({ textContent }) => textContent.includes("Breath: 0 → 3"));
    await press(before.querySelector("button"));
    assert.equal((await saved()).breath, 4);
    assert.match(sheet.part("notice").textContent, /^Can’t undo this/);
    assert.ok(entries().every((each) => each.querySelector("time").textContent));
  });

  await t.test("a sheet with too many rows isn't shown, and can be deleted", async () => {
    const before = sheet.key;
    const herbs = Object.fromEntries(Array.from({ length: 20_000 }, (_, place) => [`Herb ${place}`, 1]));
    await sheet.collection.save("full", () => ({ item: { name: "Full", herbs } }));
    sheet.updateList();
    sheet.part("items").value = "full";
    sheet.part("items").dispatchEvent(new window.Event("change", { bubbles: true }));
    await engine.quiet();
    assert.match(sheet.part("notice").textContent, /can’t be opened.*too long/);
    assert.deepEqual([sheet.key, sheet.querySelectorAll(".row").length < 100], [before, true]);
    await press(sheet.querySelector('[data-command="remove"]'));
    assert.equal(sheet.part("notice").textContent, "Deleted: Full.");
    assert.equal((await sheet.collection.read("full")).item, null);
  });
});
