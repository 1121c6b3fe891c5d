import { settled, withGlobals } from "./browserlike.js";
import assert from "node:assert/strict";
import test from "node:test";
import { Window } from "happy-dom";

const FRAME = `<form>
  <p data-goal-seek="input"><select><option value="tn">Target</option></select></p>
  <p data-goal-seek="goal"><select></select></p>
  <p data-goal-seek="chance"><input value="50"></p>
  <p data-goal-seek="progress" hidden><progress></progress><button data-goal-seek="stop"></button></p>
  <p data-goal-seek="sum"></p><div data-goal-seek="answer"></div>
</form>`;

/** A calculator whose replies the test provides. */
function stage(window) {
  window.document.body.innerHTML = '<button aria-expanded="false"></button><div hidden></div>';
  const requests = [];
  const calc = {
    inputs: {},
    ask(request, { signal, onProgress } = {}) {
      if (request.action === "goal_seek_form")
        return Promise.resolve({ ok: true, frame: FRAME, input: "tn" });
      return new Promise((answer) => {
        requests.push({ request, onProgress, answer });
        const reject = () => answer({ ok: false, message: "You stopped the count.", codes: [signal.reason] });
        signal.addEventListener("abort", reject);
      });
    },
  };
  return { requests, calc };
}

test("a long search shows its progress and stops for a new one", async (t) => {
  const window = new Window();
  t.after(() => window.happyDOM.close());
  withGlobals(t, { requestAnimationFrame: setImmediate });
  const { GoalSeek } = await import("../../docs/assets/js/compare/goal-seek.js");
  const { requests, calc } = stage(window);
  const [button, place] = ["button", "div"].map((name) => window.document.querySelector(name));
  const goalSeek = new GoalSeek({ calc, place, button, signal: new AbortController().signal });
  const part = (name) => place.querySelector(`[data-goal-seek="${name}"]`);
  const reply = async (sum) => {
    const goals = '<option value="a">A</option>';
    requests.at(-1).answer({ ok: true, html: { sum, answer: "" }, goals, goal: "a" });
    await settled();
  };

  goalSeek.refresh();
  assert.equal(requests.length, 0, "a closed panel sends no requests");
  button.click();
  await settled();
  assert.deepEqual([requests.length, requests[0].request.chance], [1, "50%"]);
  assert.equal(place.hidden, false);
  requests[0].onProgress(0.4);
  assert.equal(part("progress").hidden, false);
  assert.equal(part("progress").querySelector("progress").value, 0.4);

  part("chance").querySelector("input").value = "75";
  part("chance")
    .querySelector("input")
    .dispatchEvent(new window.Event("input", { bubbles: true }));
  await settled();
  assert.equal(requests.length, 2, "the new search replaces the old one");
  assert.equal(requests[1].request.chance, "75%");
  assert.equal(part("sum").textContent, "", "the old search shows no message");
  await reply("Thirteen gives 75%.");
  assert.equal(part("progress").hidden, true);
  assert.equal(part("sum").textContent, "Thirteen gives 75%.");
  assert.equal(part("goal").querySelector("select").value, "a");

  goalSeek.refresh();
  await settled();
  requests.at(-1).onProgress(0.2);
  part("stop").click();
  await settled();
  assert.equal(part("progress").hidden, true);
  assert.equal(part("sum").textContent, "You stopped the count.");
  assert.ok(part("answer").classList.contains("is-stale"));

  goalSeek.refresh();
  await settled();
  button.click();
  await settled();
  assert.equal(place.hidden, true);
  assert.equal(
    part("sum").textContent,
    "You stopped the count.",
    "closing stops the search without a message",
  );
});
