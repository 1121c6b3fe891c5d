import { withGlobals } from "../browserlike.js";
import { openPage } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

/** A silent audio context; `knock` is called for each sound. */
function silent(knock) {
  const part = {
    frequency: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
    start: knock,
    stop() {},
  };
  const tone = { ...part, gain: part.frequency, connect: (next) => next };
  return function AudioContext() {
    return { currentTime: 0, createOscillator: () => ({ ...tone }), createGain: () => ({ ...tone }) };
  };
}

test("the dice tray", async (t) => {
  const calls = { sent: [], shaken: 0, knocked: 0 };
  let send = async () => {};
  const { document, engine, window, tray } = await openPage(t, "roller", {
    share: (shared) => send(calls.sent.push(shared)),
    vibrate: () => (calls.shaken += 1),
  });
  withGlobals(t, { AudioContext: silent(() => (calls.knocked += 1)) });
  const early = new window.Event("submit", { bubbles: true, cancelable: true });
  tray.part("own").dispatchEvent(early);
  const { DiceRoller } = await import("../../../docs/assets/js/elements/dice-roller.js");
  window.customElements.define("dice-roller", DiceRoller);
  await engine.quiet();
  const roller = document.querySelector("dice-roller");
  const rows = () => [...tray.querySelectorAll(".tray__row")];
  const result = () => tray.part("result").textContent;
  const press = async (button) => {
    button.click();
    await engine.quiet();
  };
  const submit = async (form) => {
    form.dispatchEvent(new window.Event("submit", { bubbles: true, cancelable: true }));
    await engine.quiet();
  };

  await t.test("a roll before the history has loaded is answered on the page", () => {
    assert.equal(early.defaultPrevented, true);
    assert.notEqual(tray.part("message").textContent, "");
  });

  await t.test("taps select dice, and a roll clears the selection", async () => {
    tray.open(true);
    assert.equal(tray.querySelector("#tray-roll").hidden, false, "without a roll, the dice are shown");
    for (const size of [6, 6, 8]) await press(tray.querySelector(`[data-die="${size}"]`));
    assert.equal(tray.part("written").value, "2d6 + d8");
    await submit(tray.part("own"));
    assert.equal(tray.part("title").textContent, "2d6 + 1d8");
    assert.equal(tray.querySelectorAll("[data-part=result] .die").length, 3);
    await press(tray.querySelector('[data-die="20"]'));
    assert.equal(tray.part("written").value, "d20");
  });

  await t.test("invalid dice are rejected with a message, and not saved", async () => {
    const field = tray.part("written");
    field.value = "2d6 7";
    field.dispatchEvent(new window.Event("input", { bubbles: true }));
    await submit(tray.part("own"));
    assert.notEqual(tray.part("message").textContent, "");
    assert.equal(rows().length, 1);
  });

  await t.test("a reroll repeats the roll and is listed and counted", async () => {
    await press(tray.part("again"));
    assert.equal(tray.part("message").textContent, "");
    assert.equal(tray.part("title").textContent, "2d6 + 1d8");
    assert.equal(rows().length, 2);
    assert.equal(tray.part("count").textContent, "Roll 2 today");
    assert.equal(tray.part("notice").textContent.startsWith("2 rolls"), true);
  });

  await t.test("a roll of a roller shows its inputs and links to its faces", async () => {
    await roller.resolve([1]);
    await engine.quiet();
    assert.equal(tray.part("title").textContent, "Climb");
    assert.equal(tray.part("inputs").textContent, "0 legs, A cliff");
    assert.match(result(), /You slip/);
    assert.match(tray.part("chance").textContent, /^Chance of “You slip”: [\d.]+%$/);
    assert.equal(tray.part("by").hidden, true);
    assert.equal(rows().length, 3);
  });

  await t.test("a shared roll says so, and isn't saved", async () => {
    await roller.resolve([6], { by: "Odile" });
    await engine.quiet();
    assert.equal(tray.part("by").textContent, "Odile rolled this");
    assert.match(tray.part("say").textContent, /^Odile rolled this/);
    assert.equal(tray.part("count").textContent, "");
    assert.equal(rows().length, 3);
  });

  await t.test("an earlier roll is shown unchanged, and not saved again", async () => {
    await press(rows()[2]);
    assert.equal(tray.part("count").textContent, "Roll 1 today");
    await press(rows()[0]);
    assert.match(result(), /You slip/);
    assert.equal(tray.part("count").textContent, "Roll 3 today");
    assert.equal(tray.part("by").hidden, true);
    assert.equal(engine.requests.at(-1).action, "resolve");
    assert.equal(rows().length, 3);
  });

  await t.test("a named roll can be rolled again", async () => {
    tray.part("name").value = "Up the wall";
    await submit(tray.part("keep"));
    await press(tray.part("named").querySelector("[data-part=roll-named]"));
    assert.equal(tray.part("title").textContent, "Up the wall");
    assert.equal(rows().length, 4);
    await press(tray.part("named").querySelector("[data-part=forget-named]"));
    assert.equal(tray.part("named").children.length, 0);
  });

  await t.test("damaged rolls of a backup are shown and can be deleted", async () => {
    const { openRecords } = await import("../../../docs/assets/js/storage/records.js");
    const records = await openRecords();
    const brought = [
      ["named", { key: "Axe", name: "Axe", calculator: "tools.throw", inputs: { notation: "d4" } }],
      ["named", { key: "Axe~1", name: "Axe", calculator: "tools.throw", inputs: { notation: "d6" } }],
      ["throws", { key: "0", at: "?", title: {}, calculator: 7, inputs: [], faces: "six" }],
    ];
    const bring = async (step) => {
      for (const [store, record] of brought) await step.put(store, record);
    };
    await records.change(bring, { notifyHere: true });
    await engine.quiet();
    const named = () => [...tray.part("named").children].map(({ textContent }) => textContent);
    assert.equal(named().length, 2);
    await press(tray.part("named").querySelectorAll("[data-part=forget-named]")[1]);
    await press(tray.part("named").querySelector("[data-part=roll-named]"));
    assert.deepEqual(engine.requests.findLast(({ action }) => action === "roll").inputs, { notation: "d4" });
    await press(tray.part("named").querySelector("[data-part=forget-named]"));
    assert.equal(named().length, 0);
    await press(rows().at(-1));
    assert.notEqual(tray.part("title").textContent, "Axe");
    for (const place of [-1, 0])
      await press(rows().at(place).parentElement.querySelector("[data-part=delete]"));
    assert.equal(rows().length, 4);
  });

  await t.test("sound and vibration accompany rolls only if enabled", async () => {
    const effects = () => [calls.knocked > 0, calls.shaken];
    await press(rows()[0]);
    await press(tray.part("again"));
    assert.deepEqual(effects(), [false, 0]);
    for (const name of ["sound", "shake"]) {
      const control = tray.querySelector(`[data-switch=${name}]`);
      assert.equal(control.checked, false);
      control.checked = true;
      control.dispatchEvent(new window.Event("change", { bubbles: true }));
    }
    await press(tray.part("again"));
    assert.deepEqual(effects(), [true, 1]);
    const { knocked } = calls;
    await press(rows()[1]); // a roll that is shown again isn't animated
    assert.deepEqual([calls.knocked, calls.shaken], [knocked, 1]);
    await press(tray.part("again"));
    assert.deepEqual([calls.knocked, calls.shaken], [2 * knocked, 2]);
    for (const name of ["sound", "shake"]) {
      const control = tray.querySelector(`[data-switch=${name}]`);
      control.checked = false;
      control.dispatchEvent(new window.Event("change", { bubbles: true }));
    }
    for (let more = 0; more < 3; more += 1)
      await press(rows()[0].parentElement.querySelector("[data-part=delete]"));
  });

  await t.test("a roll can be shared, and cancelling shows no message", async () => {
    await press(rows()[0]);
    assert.equal(tray.part("send").hidden, false);
    tray.part("sharer").value = "Odile";
    await press(tray.part("send"));
    assert.equal(calls.sent.length, 1);
    assert.match(calls.sent[0].text, /^\*\*Odile\*\* rolled \*Up the wall\*, Climb: /);
    assert.equal("url" in calls.sent[0], false, "the roller has no page in a book");
    send = async () => Promise.reject(Object.assign(new Error("no"), { name: "AbortError" }));
    await press(tray.part("send"));
    assert.equal(tray.part("message").textContent, "");
    send = async () => Promise.reject(Object.assign(new Error("no"), { name: "NotAllowedError" }));
    await press(tray.part("send"));
    assert.match(tray.part("message").textContent, /Copy it instead/);
  });

  await t.test("the history can be searched", async () => {
    const words = tray.part("words");
    words.value = "wall";
    words.dispatchEvent(new window.Event("input", { bubbles: true }));
    assert.deepEqual(
      rows().map((row) => row.querySelector("[data-part=what]").textContent),
      ["Up the wall"],
    );
    assert.equal(tray.part("notice").textContent.startsWith("1 of 4 match."), true);
    words.value = "";
    words.dispatchEvent(new window.Event("input", { bubbles: true }));
  });

  await t.test("the luck report covers the rolls that match the search", async () => {
    await press(tray.part("days").querySelector("[data-part=day-luck]"));
    assert.match(tray.part("luck").textContent, /of \d rolls? did well/);
    assert.match(tray.part("luck").textContent, /upper half/);
    assert.notEqual(tray.part("say").textContent, "");
    assert.equal(tray.part("notice").textContent.startsWith("4 rolls"), true, "the progress is removed");
  });

  await t.test("the deletion of one roll or all can be undone", async () => {
    const all = rows().map(({ textContent }) => textContent);
    await press(rows()[1].parentElement.querySelector("[data-part=delete]"));
    assert.equal(rows().length, 3);
    await press(tray.part("undelete"));
    assert.deepEqual(
      rows().map(({ textContent }) => textContent),
      all,
    );
    assert.equal(tray.part("undelete").hidden, true);
    await press(rows()[0]);
    await press(tray.part("delete-all"));
    assert.equal(rows().length, 0);
    assert.equal(tray.part("count").textContent, "");
    assert.match(tray.part("say").textContent, /^4 rolls deleted/);
    await press(tray.part("undelete"));
    assert.equal(rows().length, 4);
    assert.equal(tray.part("count").textContent, "Roll 4 today");
  });
});
