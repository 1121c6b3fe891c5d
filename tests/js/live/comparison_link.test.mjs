import { openPage } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

test("a link opens its comparison", async (t) => {
  const { document, engine, window } = await openPage(t, "roller");
  const { writeComparison } = await import("../../../docs/assets/js/compare/link.js");
  const inputs = { legs: 3, slope: "cliff" };
  const pinned = [{ inputs: { legs: 0 }, name: "Bram" }];
  const address = writeComparison("wayfarer.climb", inputs, { pinned, name: "Odile", way: "at_least" });
  window.happyDOM.setURL(address);
  const { DiceCompare } = await import("../../../docs/assets/js/elements/dice-compare.js");
  const { DiceRoller } = await import("../../../docs/assets/js/elements/dice-roller.js");
  window.customElements.define("dice-compare", DiceCompare);
  window.customElements.define("dice-roller", DiceRoller);
  await engine.quiet();

  const roller = document.querySelector("dice-roller");
  const place = roller.querySelector('[data-part="comparison"]');
  assert.equal(roller.part("fold").open, true);
  assert.deepEqual(roller.inputs, inputs);
  assert.equal(place.hidden, false);
  const names = [...place.querySelectorAll(".compare__name")].map((each) => each.textContent);
  assert.deepEqual(names, ["Bram", "Odile"]);
  assert.match(place.querySelector('[data-compared="sum"]').textContent, /B has 83\.3%, A 33\.3%/);
  assert.equal(place.querySelector('[value="at_least"]').checked, true);
});
