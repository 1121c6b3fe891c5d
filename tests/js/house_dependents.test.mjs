import assert from "node:assert/strict";
import { test } from "node:test";
import { Window } from "happy-dom";

globalThis.IntersectionObserver = class {};
const { houseValues } = await import("../../docs/assets/js/house/dependents.js");

const record = { set: { game: "lamp", options: { light: 4 } } };

test("numbers of other games and of the book stay unchanged", () => {
  const { document } = new Window();
  document.body.innerHTML = `
    <b id="ours" data-options="lamp light oil"></b>
    <b id="other" data-options="kettle light"></b>
    <b id="same" data-options="lamp oil"></b>
    <span class="house-rule"><span class="house-rule__book"><b id="book" data-options="lamp light"></b></span></span>`;
  const values = houseValues(document, record, "b").map(([{ id }, values]) => [id, values]);
  assert.deepEqual(values, [["ours", { light: 4 }]]);
});
