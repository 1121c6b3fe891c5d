import { withGlobals } from "./browserlike.js";
import assert from "node:assert/strict";
import test from "node:test";
import { Window } from "happy-dom";

const FRAME = `<form>
  <p data-turned="input"><select><option value="tn">Target</option></select></p>
  <p data-turned="goal"><select></select></p>
  <p data-turned="chance"><input value="50"></p>
  <p data-turned="progress" hidden><progress></progress></p>
  <p data-turned="sum"></p><div data-turned="answer"></div>
</form>`;

test("where there are many values the reader sees how far it is, and a new question stops the old one", async (t) => {
  const window = new Window();
  t.after(() => window.happyDOM.close());
  withGlobals(t, { requestAnimationFrame: (then) => setTimeout(then) });
  const { Turned } = await import("../../docs/assets/js/compare/turned.js");
  window.document.body.innerHTML = '<button aria-expanded="false"></button><div hidden></div>';
  const button = window.document.querySelector("button");
  const place = window.document.querySelector("div");
  const asked = [];
  const waiting = [];
  const calc = {
    inputs: {},
    ask(request) {
      asked.push(request);
      return new Promise((answer) => waiting.push(answer));
    },
  };
  const reply = async (parts) => {
    waiting.shift()({ ok: true, frame: FRAME, input: "tn", total: 200, ...parts });
    await new Promise((done) => setTimeout(done, 20));
  };
  const turned = new Turned({ calc, place, button, signal: new AbortController().signal });
  const part = (name) => place.querySelector(`[data-turned="${name}"]`);
  const all = (sum) => ({
    tried: 200,
    html: { sum, answer: "" },
    goals: '<option value="a">A</option>',
    goal: "a",
  });

  turned.refresh();
  assert.equal(asked.length, 0, "closed it asks nothing");
  button.click();
  await new Promise((done) => setTimeout(done, 20));
  assert.deepEqual([asked.length, asked[0].chance], [1, "50%"]);
  await reply({ tried: 80 });
  assert.equal(place.hidden, false);
  assert.equal(part("progress").hidden, false);
  assert.equal(part("progress").querySelector("progress").value, 0.4);
  assert.equal(asked.length, 2, "it goes on by itself");

  part("chance").querySelector("input").value = "75";
  part("chance")
    .querySelector("input")
    .dispatchEvent(new window.Event("input", { bubbles: true }));
  await reply({ tried: 120 });
  assert.equal(asked.at(-1).chance, "75%");
  await reply(all("Thirteen gives 75%."));
  assert.equal(part("progress").hidden, true);
  assert.equal(part("sum").textContent, "Thirteen gives 75%.");
  assert.equal(part("goal").querySelector("select").value, "a");
  assert.equal(waiting.length, 0, "the old question asks no more");

  turned.refresh();
  await new Promise((done) => setTimeout(done, 20));
  button.click();
  await reply({ tried: 10 });
  assert.equal(waiting.length, 0, "closed it goes on no more");
  assert.equal(place.hidden, true);
});
