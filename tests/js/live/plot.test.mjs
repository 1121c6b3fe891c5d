import assert from "node:assert/strict";
import { openPage } from "./page.js";
import test from "node:test";

test("a chart follows the form and can be restored", async (t) => {
  const { document, engine, window } = await openPage(t, "plot");
  const { DicePlot } = await import("../../../docs/assets/js/elements/dice-plot.js");
  window.customElements.define("dice-plot", DicePlot);
  const plot = document.querySelector("dice-plot");
  const part = (name) => plot.querySelector(`[data-part="${name}"]`);
  const plotPart = (name) => document.querySelector(`[data-plot-part="${name}"]`);
  const dispatch = async (element, type) => {
    element.dispatchEvent(new window.Event(type, { bubbles: true }));
    await engine.quiet();
  };
  const choose = (value) => {
    part("form").querySelector(`[name="slope"][value="${value}"]`).checked = true;
    return dispatch(part("form"), "input");
  };
  const title = () => plotPart("title").textContent;
  const original = ["picture", "figures"].map((name) => plotPart(name).innerHTML);

  assert.equal(engine.requests.length, 0, "a collapsed form sends no requests");
  part("fold").open = true;
  await dispatch(part("fold"), "toggle");
  assert.equal(
    part("form").querySelector("[name=legs]"),
    null,
    "the form has no field for the variable of the curve",
  );
  assert.equal(title(), "A hill, by legs");
  assert.equal(part("back").hidden, true);

  await choose("cliff");
  assert.equal(title(), "Your values: How steep A cliff");
  assert.match(plotPart("figures").textContent, /33\.3%/);
  assert.notEqual(plotPart("picture").innerHTML, original[0]);
  assert.equal(part("back").hidden, false);

  part("back").click();
  await engine.quiet();
  assert.equal(title(), "A hill, by legs");
  assert.deepEqual(
    ["picture", "figures"].map((name) => plotPart(name).innerHTML),
    original,
  );
  assert.equal(part("form").querySelector("[name=slope]:checked").value, "hill");
  assert.equal(part("back").hidden, true);
});
