import { opened } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

test("a sheet with all that larger games declare", async (t) => {
  const { document, engine, window, tray } = await opened(t, "sheet");
  const { DiceSheet } = await import("../../../docs/assets/js/elements/dice-sheet.js");
  window.customElements.define("dice-sheet", DiceSheet);
  await engine.quiet();
  const sheet = document.querySelector("dice-sheet");
  const field = (name) => sheet.querySelector(`form [name="${name}"]`);
  const note = (name) => sheet.querySelector(`[data-note="${name}"]`);
  const throwing = (label) => sheet.querySelector(`button[data-label="${label}"]`);
  const slope = (key) => throwing("Climb").closest("details").querySelector(`[name="slope"][value="${key}"]`);
  const kept = () => sheet.things.read(sheet.key).thing;
  const press = async (button) => {
    button.click();
    await engine.quiet();
  };
  const type = async (control, value) => {
    control.value = value;
    control.dispatchEvent(new window.Event("input", { bubbles: true }));
    await engine.quiet();
  };

  await t.test("a note stands beside its field, goes with its value, and is nowhere else", async () => {
    assert.equal(note("legs").textContent, "Longer legs cost 2 days.");
    assert.equal(note("legs").hidden, false);
    assert.equal(note("breath").hidden, true);
    await type(field("legs"), "2");
    assert.equal(note("legs").textContent, "Longer legs cost 3 days.");
  });

  await t.test("a throw asks for the situation, and is made in the one that was chosen", async () => {
    assert.ok(slope("hill").checked, "it begins with what the sheet says");
    await press(throwing("Climb"));
    assert.match(tray.part("result").textContent, /The top/);
    slope("moon").checked = true;
    await press(throwing("Climb"));
    assert.match(tray.part("result").textContent, /You slip/);
    assert.equal(tray.part("title").textContent, "Climb");
    assert.equal(tray.part("sheet").hidden, false);
    const rolls = engine.asked.filter(({ action }) => action === "roll");
    assert.deepEqual(
      rolls.map(({ inputs }) => inputs),
      [
        { legs: 2, slope: "hill" },
        { legs: 2, slope: "moon" },
      ],
    );
  });

  await t.test("what two throws cost is off the sheet, and never below nought", async () => {
    assert.equal(field("breath").value, "0");
    assert.equal(kept().breath, 0);
    await press(throwing("Climb"));
    assert.equal(field("breath").value, "0");
    await press(throwing("Stroll"));
    assert.equal(tray.part("title").textContent, "Stroll");
  });

  await t.test("a throw that costs something costs it again when it is made again in the tray", async () => {
    await type(field("breath"), "2");
    await press(throwing("Climb"));
    assert.equal(field("breath").value, "1");
    await press(tray.part("again"));
    assert.equal(field("breath").value, "0");
  });

  await t.test("a template fills in what it names at once, and leaves the rest", async () => {
    await type(field("name"), "Ysol");
    await press(sheet.querySelector('[data-template="goat"]'));
    assert.equal(field("legs").value, "3");
    assert.equal(sheet.querySelector('[name="people"]:checked').value, "goat");
    assert.equal(field("name").value, "Ysol");
    assert.equal(field("breath").value, "0");
    assert.equal(note("legs").textContent, "Longer legs cost 4 days.");
    assert.deepEqual(kept(), { name: "Ysol", legs: 3, breath: 0, people: "goat" });
  });
});
