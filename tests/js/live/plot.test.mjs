import assert from "node:assert/strict";
import { opened } from "./page.js";
import test from "node:test";

test("a chart follows the form and can be restored", async (t) => {
  const { document, engine, window } = await opened(t, "plot");
  const { DicePlot } = await import("../../../docs/assets/js/elements/dice-plot.js");
  window.customElements.define("dice-plot", DicePlot);
  const plot = document.querySelector("dice-plot");
  const part = (name) => plot.querySelector(`[data-part="${name}"]`);
  const plotPart = (name) => document.querySelector(`[data-plot-part="${name}"]`);
  const tell = async (element, type) => {
    element.dispatchEvent(new window.Event(type, { bubbles: true }));
    await engine.quiet();
  };
  const choose = (value) => {
    part("form").querySelector(`[name="slope"][value="${value}"]`).checked = true;
    return tell(part("form"), "input");
  };
  const title = () => plotPart("title").textContent;
  const printed = ["picture", "figures"].map((name) => plotPart(name).innerHTML);

  assert.equal(engine.requests.length, 0, "shut it asks nothing");
  part("fold").open = true;
  await tell(part("fold"), "toggle");
  assert.equal(part("form").querySelector("[name=legs]"), null, "what the curve runs over isn't asked for");
  assert.equal(title(), "A hill, by legs");
  assert.equal(part("back").hidden, true);

  await choose("cliff");
  assert.equal(title(), "Your values: How steep A cliff");
  assert.match(plotPart("figures").textContent, /33\.3%/);
  assert.notEqual(plotPart("picture").innerHTML, printed[0]);
  assert.equal(part("back").hidden, false);

  part("back").click();
  await engine.quiet();
  assert.equal(title(), "A hill, by legs");
  assert.deepEqual(
    ["picture", "figures"].map((name) => plotPart(name).innerHTML),
    printed,
  );
  assert.equal(part("form").querySelector("[name=slope]:checked").value, "hill");
  assert.equal(part("back").hidden, true);
});
