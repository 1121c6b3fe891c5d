import { openPage, saveItem } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

const sheet = (name, legs) => ({ version: 1, sheet: { name, legs, breath: 2, people: "folk" } });

test("an open calculator offers comparison and goal seek", async (t) => {
  const { document, engine, window } = await openPage(t, "opened");
  await saveItem("sheet:wayfarer:1", sheet("Odile", 3));
  await saveItem("sheet:wayfarer:2", sheet("Bram", 0));
  const copies = [];
  navigator.clipboard = { writeText: async (text) => copies.push(text) };
  const { DiceCompare } = await import("../../../docs/assets/js/elements/dice-compare.js");
  const { DiceRoller } = await import("../../../docs/assets/js/elements/dice-roller.js");
  window.customElements.define("dice-compare", DiceCompare);
  window.customElements.define("dice-roller", DiceRoller);
  await engine.quiet();

  const roller = document.querySelector("dice-roller");
  const part = (name) => roller.querySelector(`[data-part="${name}"]`);
  const compared = (selector) => part("comparison").querySelector(selector);
  const sum = () => compared('[data-compared="sum"]').textContent;
  const sides = () =>
    [...part("comparison").querySelectorAll(".compare__name")].map((each) => each.textContent);
  const press = async (button) => {
    button.click();
    await engine.quiet();
  };
  const dispatch = async (control, type = "input") => {
    control.dispatchEvent(new window.Event(type, { bubbles: true }));
    await engine.quiet();
  };
  const type = async (control, value) => {
    control.value = value;
    await dispatch(control);
  };
  const set = async (inputs) => {
    roller.inputs = inputs;
    await engine.quiet();
  };
  const legs = roller.querySelector('[name="legs"]');

  await t.test("pinned odds are shown beside those of the form", async () => {
    assert.equal(part("comparison").hidden, true);
    await press(part("pin"));
    assert.equal(part("comparison").hidden, false);
    assert.ok(roller.classList.contains("is-comparing"));
    assert.match(sum(), /^Pinned\./);
    assert.equal(part("pin").ariaDisabled, "true", "the same odds can't be pinned twice");
    await press(part("pin"));
    assert.equal(sides().length, 1);

    await set({ slope: "cliff" });
    assert.deepEqual(sides(), ["A hill", "A cliff"]);
    assert.match(sum(), /^The top: B has 50%, A 100%\. Difference: −50 points \(1 in 2 less\)\./);
    await type(legs, "2");
    assert.deepEqual(sides(), ["1 leg, A hill", "2 legs, A cliff"]);
    assert.match(sum(), /^The top: B has 66\.7%/);
  });

  await t.test("odds that can't be calculated make the comparison stale", async () => {
    await type(legs, "99");
    assert.ok(part("comparison").classList.contains("is-stale"));
    assert.match(sum(), /^The top: B has 66\.7%/);
    await type(legs, "2");
    assert.ok(!part("comparison").classList.contains("is-stale"));
  });

  await t.test("a cumulative comparison is copied as shown", async () => {
    const radio = compared('[value="at_most"]');
    radio.checked = true;
    await dispatch(radio, "change");
    assert.equal(compared('[value="at_most"]').checked, true);
    await press(compared('[data-command="markdown"]'));
    assert.match(copies.at(-1), /^\| Climb, at most \| A \| B \| B − A \|$/m);
    assert.match(copies.at(-1), /^\| The top \| 100% \(1\) \| 100% \(1\) \| the same \(0\) \|$/m);
    const each = compared('[value="steps"]');
    each.checked = true;
    await dispatch(each, "change");
    await press(compared('[data-command="csv"]'));
    assert.match(copies.at(-1), /^The top,100\.0000,1 in 1,66\.6667,2 in 3,-33\.3333,1 in 3 less\r$/m);
    await press(compared('[data-command="link"]'));
    const { searchParams, hash } = new URL(copies.at(-1));
    assert.equal(hash, "#wayfarer.climb");
    assert.equal(searchParams.get("legs"), "2");
    const comparison = { pinned: [{ inputs: { legs: 1, slope: "hill" } }], way: "steps" };
    assert.deepEqual(JSON.parse(searchParams.get("compare")), comparison);
  });

  await t.test("up to three odds are pinned, and each is unpinned separately", async () => {
    await press(part("pin"));
    await type(legs, "3");
    await press(part("pin"));
    await type(legs, "0");
    assert.equal(sides().length, 4);
    assert.equal(part("pin").ariaDisabled, "true");
    await press(compared('[data-unpin="0"]'));
    assert.deepEqual(sides(), ["2 legs", "3 legs", "0 legs"]);
    assert.equal(document.activeElement, part("pin"), "the focus moves from the removed button");
    await press(compared('[data-command="unpin"]'));
    assert.equal(part("comparison").hidden, true);
    assert.ok(!roller.classList.contains("is-comparing"));
    assert.notEqual(part("pin").ariaDisabled, "true");
  });

  await t.test("two saved characters are compared under the same inputs", async () => {
    await set({ slope: "hill" });
    assert.equal(part("fill").hidden, false);
    await press(part("fill"));
    const [who, bram, odile] = part("characters").querySelectorAll("select");
    assert.deepEqual(
      [...who.options].map((each) => each.text),
      ["Bram", "Odile"],
    );
    const fillIn = async (place) => {
      who.value = String(place);
      await dispatch(who, "change");
      await dispatch(part("characters").firstElementChild, "submit");
    };
    await fillIn(1);
    assert.equal(bram.closest(".field").hidden, true);
    assert.equal(odile.closest(".field").hidden, false);
    assert.deepEqual(roller.inputs, { legs: 3, slope: "hill" });
    await press(part("pin"));
    await fillIn(0);
    assert.deepEqual(sides(), ["Odile, Climb", "Bram, Climb"]);
    await set({ slope: "cliff" });
    assert.deepEqual(sides(), ["Odile, Climb", "Bram, Climb"]);
    assert.match(sum(), /^The top: B has 33\.3%, A 83\.3%/);
    await type(legs, "1");
    assert.deepEqual(sides(), ["Odile, Climb", "1 leg"], "changed inputs lose the name of the character");
    await press(compared('[data-command="unpin"]'));
  });

  await t.test("the character picker starts with the last opened one", async () => {
    const { MAX_CHARACTERS_OFFERED } = await import("../../../docs/assets/js/limits.js");
    for (let number = 0; number < MAX_CHARACTERS_OFFERED; number += 1)
      await saveItem(`sheet:wayfarer:x${number}`, sheet(`Kim ${number}`, 1));
    await saveItem("sheet:wayfarer:z", sheet("Zoë", 1));
    const { openStorage } = await import("../../../docs/assets/js/storage/local-storage.js");
    openStorage().note("open:wayfarer", "z");
    await press(part("fill"));
    await press(part("fill"));
    const { sheets } = engine.requests.findLast(({ action }) => action === "roll_buttons");
    assert.equal(sheets.length, MAX_CHARACTERS_OFFERED);
    assert.deepEqual(
      sheets.slice(0, 2).map((each) => each.sheet.name),
      ["Zoë", "Bram"],
    );
    await press(part("fill"));
  });

  await t.test("goal seek names the threshold and fills it in", async () => {
    const goalSeekPart = (name) => part("goal-seek").querySelector(`[data-goal-seek="${name}"]`);
    await press(part("turn"));
    assert.equal(part("turn").ariaExpanded, "true");
    assert.equal(goalSeekPart("sum").textContent, "The top: 50% with 1 leg; 33.3% with 0 legs.");
    const chance = goalSeekPart("chance").querySelector("input");
    await type(chance, "80");
    assert.equal(goalSeekPart("sum").textContent, "The top: 83.3% with 3 legs; 66.7% with 2 legs.");
    await press(part("goal-seek").querySelector("[data-take]"));
    assert.equal(roller.inputs.legs, 3);
    assert.equal(document.activeElement, part("turn"));
    assert.equal(part("goal-seek").querySelector("[data-take]"), null);
    await type(chance, "");
    assert.match(goalSeekPart("sum").textContent, /chance/);
    await type(chance, "101");
    assert.match(goalSeekPart("sum").textContent, /between 0 and 1/);
    await type(chance, "50");
    const input = goalSeekPart("input").querySelector("select");
    await type(input, "slope");
    assert.match(goalSeekPart("sum").textContent, /^The top: 83\.3% with A cliff; 0% with The moon\.$/);
    await press(part("turn"));
    assert.equal(part("goal-seek").hidden, true);
    const before = engine.requests.length;
    await set({ legs: 0 });
    assert.equal(engine.requests.length, before + 1, "a closed panel sends no requests");
  });
});
