import { openPage } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

test("an entry of a list rolls into the tray", async (t) => {
  const { document, engine, window, tray } = await openPage(t, "list");
  const { DiceRollButtons } = await import("../../../docs/assets/js/elements/dice-roll-buttons.js");
  window.customElements.define("dice-roll-buttons", DiceRollButtons);
  const press = async (button) => {
    button.click();
    await engine.quiet();
  };
  assert.equal(tray.part("line").hidden, true);

  await press(document.querySelector('button[data-label="Up Knoll"]'));
  assert.equal(tray.part("line").hidden, false);
  assert.equal(tray.part("sheet").hidden, true, "the list stays in view");
  assert.match(tray.part("line-verdict").textContent, /The top/);
  assert.match(tray.part("say").textContent, /Up Knoll: The top/);

  await press(document.querySelector('button[data-label="Up Luna"]'));
  assert.match(tray.part("line-verdict").textContent, /You slip/);

  await press(tray.part("show-roll"));
  assert.equal(tray.part("sheet").hidden, false);
  assert.equal(tray.part("line").hidden, true);
  assert.equal(tray.part("title").textContent, "Up Luna");
  assert.match(tray.part("result").textContent, /You slip/);

  const before = engine.requests.length;
  await press(tray.part("close"));
  assert.equal(tray.part("sheet").hidden, true);
  assert.equal(engine.requests.length, before, "closing sends no requests");
});
