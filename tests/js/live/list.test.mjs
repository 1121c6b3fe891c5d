import { opened } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

test("an entry of a list rolls, and its throw is told below the list until it is closed", async (t) => {
  const { document, engine, window } = await opened(t, "list");
  const { DiceThrows } = await import("../../../docs/assets/js/elements/dice-throws.js");
  window.customElements.define("dice-throws", DiceThrows);
  const throws = document.querySelector("dice-throws");
  const press = async (button) => {
    button.click();
    await engine.quiet();
  };
  assert.equal(throws.part("throw").hidden, true);

  await press(document.querySelector('button[data-label="Up Knoll"]'));
  assert.equal(throws.part("throw").hidden, false);
  assert.equal(throws.part("label").textContent, "Up Knoll");
  assert.match(throws.part("result").textContent, /The top/);
  assert.match(throws.part("say").textContent, /The top/);

  await press(document.querySelector('button[data-label="Up Luna"]'));
  assert.equal(throws.part("label").textContent, "Up Luna");
  assert.match(throws.part("result").textContent, /You slip/);

  await press(throws.part("close"));
  assert.equal(throws.part("throw").hidden, true);
  assert.equal(engine.asked.length, 2, "to close it asks nothing");
});
