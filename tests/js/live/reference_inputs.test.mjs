import { openPage } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

test("rolls of a list with inputs follow the inputs", async (t) => {
  const { document, engine, window, tray } = await openPage(t, "asking list");
  const { DiceRollButtons } = await import("../../../docs/assets/js/elements/dice-roll-buttons.js");
  window.customElements.define("dice-roll-buttons", DiceRollButtons);
  const list = document.querySelector("dice-roll-buttons");
  const legs = list.querySelector('[name="legs"]');
  const results = () => list.querySelector("#knoll .offer__results").textContent;
  assert.match(results(), /The top 50%/);
  assert.match(list.querySelector("#luna").textContent, /Nobody climbs the moon/);

  legs.value = "3";
  legs.dispatchEvent(new window.Event("input", { bubbles: true }));
  await engine.quiet();
  assert.match(results(), /The top 83\.3%/);
  list.querySelector("#knoll button").click();
  await engine.quiet();
  assert.deepEqual(engine.requests.at(-1).inputs, { legs: 3, slope: "cliff" });
  assert.equal(tray.part("title").textContent, "Knoll’s cliff");

  legs.value = "9";
  legs.dispatchEvent(new window.Event("input", { bubbles: true }));
  await engine.quiet();
  assert.match(list.querySelector("[data-problems=legs]").textContent, /between 0 and 3/);
  assert.match(results(), /83\.3%/, "the last valid result stays");
  assert.ok(list.classList.contains("is-stale"));

  legs.value = "1";
  const place = list.parentElement;
  list.remove();
  place.append(list); // as if the reader left the page and returned
  await engine.quiet();
  assert.equal(legs.value, "3", "the last valid input is restored");
  assert.match(results(), /83\.3%/);
  assert.ok(!list.classList.contains("is-stale"));
});
