import { openPage } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

test("the reader's own dice", async (t) => {
  const { document, engine, window } = await openPage(t, "own dice");
  const { DiceEntry } = await import("../../../docs/assets/js/elements/dice-entry.js");
  const { DiceRoller } = await import("../../../docs/assets/js/elements/dice-roller.js");
  window.customElements.define("dice-entry", DiceEntry);
  window.customElements.define("dice-roller", DiceRoller);
  await engine.quiet();
  const roller = document.querySelector("dice-roller");
  const own = roller.part("own");
  const opener = roller.part("own-open");
  const face = (text) =>
    [...own.querySelectorAll("[data-face]")].find(({ dataset }) => dataset.face === text);
  const click = async (element) => {
    element.click();
    await engine.quiet();
  };
  const key = async (name, target = document.activeElement) => {
    target.dispatchEvent(new window.KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
    await engine.quiet();
  };
  const write = async (notation) => {
    roller.inputs = { notation };
    await engine.quiet();
  };
  const resolved = () =>
    engine.requests.filter(({ action }) => action === "resolve").map(({ dice }) => [...dice]);
  const labels = () => engine.requests.filter(({ action }) => action === "resolve").map(({ label }) => label);
  const message = () => roller.part("own-say").textContent;
  const condition = () => roller.part("odds").querySelector(".odds__condition")?.textContent;

  await t.test("the panel is hidden until it is opened", async () => {
    assert.equal(own.hidden, true);
    assert.equal(opener.getAttribute("aria-expanded"), "false");
    await click(opener);
    assert.equal(own.hidden, false);
    assert.equal(opener.getAttribute("aria-expanded"), "true");
    assert.equal(own.querySelectorAll("[data-face]").length, 12);
    assert.equal(condition(), undefined);
    assert.match(message(), /^No dice entered yet; Mean 16\.5; next, die 1 of 2, a d12, 2d12\.$/);
  });

  await t.test("a pressed face is entered and makes the odds conditional", async () => {
    face("12").focus();
    await click(face("12"));
    assert.equal(condition(), "With the die you’ve entered:");
    assert.match(own.textContent, /Mean 16\.5 → +now 22/);
    assert.match(message(), /^First: 12; Mean from 16\.5 to 22; next, die 2 of 2, a d12, 2d12\.$/);
    assert.equal(document.activeElement, face("12"), "the focus doesn't move");
  });

  await t.test("faces pressed faster than the replies are all entered", async () => {
    face("3").click();
    face("5").click();
    await engine.quiet();
    assert.deepEqual(own.enteredFaces, [12, 3, 5]);
    assert.deepEqual(resolved(), [[12, 3, 5]], "the last face completes the roll");
    assert.deepEqual(labels(), ["A wall falls"], "the roll has the title above the form");
    assert.match(own.textContent, /All dice entered: 20/);
    assert.equal(message(), "", "only the tray announces the roll");
  });

  await t.test("one face or all can be removed", async () => {
    await click(roller.part("own-undo"));
    assert.deepEqual(own.enteredFaces, [12, 3]);
    await click(roller.part("own-begin"));
    assert.deepEqual(own.enteredFaces, []);
    assert.equal(roller.part("own-undo").disabled, true);
    assert.ok(own.contains(document.activeElement), "the focus stays within");
  });

  await t.test("faces can be typed, also those that start alike", async () => {
    await key("7", opener);
    assert.deepEqual(own.enteredFaces, [7]);
    await key("1", opener);
    assert.deepEqual(own.enteredFaces, [7], "a 1 can become an 11");
    assert.equal(document.activeElement, face("1"));
    await key("1");
    assert.deepEqual(own.enteredFaces, [7, 11]);
    await key("Backspace");
    await key("Backspace");
    await key("1", opener);
    await key("5");
    assert.deepEqual(own.enteredFaces, [1, 5], "no d12 shows a 15");
    await key("Backspace");
    await key("Backspace");
    assert.deepEqual(own.enteredFaces, []);
  });

  await t.test("entered dice that don't fit changed inputs are reported", async () => {
    await key("7", opener);
    await write("3d8");
    assert.deepEqual(own.enteredFaces, [7]);
    assert.match(own.textContent, /Die 2 of 3, a d8/);
    await write("3d6");
    assert.match(
      own.textContent,
      /The die you entered no longer matches the form\..*1 to 6; 7 isn’t one of them/,
    );
    assert.equal(condition(), undefined, "the odds aren't conditional");
    await click(roller.part("own-undo"));
    assert.match(own.textContent, /Die 1 of 3, a d6/);
    assert.equal(resolved().length, 1, "a changed input doesn't roll");
  });

  await t.test("a Fudge die is typed by its sign", async () => {
    await write("4dF");
    await click(roller.part("own-begin"));
    for (const sign of ["-", "0", "1"]) await key(sign, opener);
    assert.deepEqual(own.enteredFaces, [-1, 0, 1]);
    await click(roller.part("own-begin"));
  });

  await t.test("a die with many faces is typed", async () => {
    await write("2d100");
    const number = roller.part("own-number");
    number.value = "101";
    await key("Enter", number);
    assert.deepEqual(own.enteredFaces, []);
    number.value = "100";
    await key("Enter", number);
    assert.deepEqual(own.enteredFaces, [100]);
    roller.part("own-number").value = "7";
    await key("Enter", roller.part("own-number"));
    assert.equal(labels().at(-1), "", "a roll of other dice doesn't have the title");
  });

  await t.test("closing the panel restores the roller", async () => {
    await click(opener);
    assert.equal(own.hidden, true);
    assert.equal(own.enteredFaces, null);
    assert.equal(condition(), undefined);
    assert.equal(engine.requests.at(-1).action, "odds");
  });
});
