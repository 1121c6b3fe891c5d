import { settled, withClock, withGlobals } from "./browserlike.js";
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import test from "node:test";

/** An element of the engine in a page without an engine: the parts of both that its base class uses. */
async function stage(t) {
  const engine = Object.assign(new EventTarget(), {
    status: "idle",
    state: { status: "idle", loaded: 0, total: 0, message: "" },
    calls: [],
    wake() {},
    call: (request, signal) =>
      new Promise((resolve, reject) => {
        engine.calls.push({ request, resolve, reject });
        const error = Object.assign(new Error("Cancelled."), { reason: "cancelled" });
        signal.addEventListener("abort", () => reject(error));
      }),
    becomes(status) {
      engine.status = engine.state.status = status;
      engine.dispatchEvent(new CustomEvent("status", { detail: engine.state }));
    },
    fails() {
      const error = Object.assign(new Error("Couldn’t load the dice engine."), {
        reason: "unavailable",
      });
      engine.calls.shift().reject(error);
      engine.becomes("error");
    },
  });
  class Part extends EventTarget {
    textContent = "";
    removeAttribute() {}
  }
  class Element extends EventTarget {
    #parts = new Map();
    attributes = new Set();
    querySelector(css) {
      if (!this.#parts.has(css)) this.#parts.set(css, new Part());
      return this.#parts.get(css);
    }
    toggleAttribute(name, on) {
      this.attributes[on ? "add" : "delete"](name);
    }
  }
  const document = { readyState: "complete" };
  withGlobals(t, {
    HTMLElement: Element,
    diceleafEngine: engine,
    navigator: { connection: { saveData: true } },
    document,
    addEventListener: () => {},
  });
  withClock(t);
  const { EngineElement } = await import("../../docs/assets/js/elements/engine-element.js");
  return { engine, element: new EngineElement() };
}

// There is one engine per process, as per document, so this is a single test.
test("an element waits for the engine", async (t) => {
  const { engine, element } = await stage(t);

  await t.test("a removed element leaves no listeners", async () => {
    const listeners = () => getEventListeners(engine, "status").length;

    element.connectedCallback();
    const alone = listeners();
    const reply = element.ask({ action: "odds" });
    engine.fails();
    await settled();
    assert.equal(listeners(), alone + 1, "the request waits for the engine");
    assert.ok(element.attributes.has("data-busy"));
    engine.becomes("ready");
    await settled();
    engine.calls.shift().resolve({ ok: true });
    assert.deepEqual(await reply, { ok: true });
    assert.equal(listeners(), alone);
    assert.ok(!element.attributes.has("data-busy"));

    const failed = element.ask({ action: "odds" });
    engine.fails();
    await settled();
    element.disconnectedCallback();
    assert.deepEqual(await failed, {
      ok: false,
      message: "Couldn’t load the dice engine.",
      problems: [{ field: "", message: "Couldn’t load the dice engine." }],
      codes: ["unavailable"],
    });
    assert.equal(listeners(), 0, "no listener is left");
    engine.becomes("ready");
    await settled();
    assert.equal(engine.calls.length, 0, "a removed element sends no requests");
    assert.ok(!element.attributes.has("data-busy"));
  });

  await t.test("the loading progress is shown and can be cancelled", async () => {
    element.connectedCallback();
    const cancelled = element.ask({ action: "odds" });
    Object.assign(engine.state, { loaded: 1_200_000, total: 4_600_000, left: null, message: "Loading…" });
    engine.becomes("loading");
    const text = (name) => element.part(name).textContent;
    assert.equal(text("status-text"), "Loading…");
    assert.equal(text("amount"), "1.2 of 4.6 MB");
    const messages = new Map([
      [3, "a few seconds"],
      [18, "about 20 seconds"],
      [57, "about 55 seconds"],
      [70, "about a minute"],
      [130, "about 2 minutes"],
    ]);
    for (const [left, words] of messages) {
      engine.state.left = left;
      engine.dispatchEvent(new CustomEvent("progress", { detail: engine.state }));
      assert.equal(text("amount"), `1.2 of 4.6 MB, ${words} left`);
    }
    assert.equal(text("status-text"), "Loading…", "the text isn't repeated, so that it is announced once");
    assert.deepEqual([text("stop"), element.part("stop").hidden], ["Cancel", false]);
    element.part("stop").dispatchEvent(new Event("click"));
    assert.deepEqual(await cancelled, {
      ok: false,
      message: "Cancelled.",
      problems: [],
      codes: ["cancelled"],
    });
    assert.equal(element.part("status").hidden, true);
    assert.equal(engine.status, "loading", "the engine continues");
    engine.calls.length = 0;
    element.disconnectedCallback();
  });

  await t.test("a long calculation shows its progress and can be stopped", async () => {
    engine.becomes("ready");
    element.connectedCallback();
    const hidden = () => ["status", "progress", "stop"].map((name) => element.part(name).hidden);
    const slice = async (reply) => {
      engine.calls.shift().resolve(reply);
      await settled();
    };

    const reply = element.ask({ action: "odds" });
    await settled();
    assert.deepEqual(hidden(), [true, true, true], "a quick reply needs no status");
    await slice({ ok: true, working: 0.25 });
    assert.deepEqual(hidden(), [false, false, false]);
    assert.equal(element.part("progress").value, 0.25);
    assert.match(element.part("status-text").textContent, /every possible result/);
    await slice({ ok: true, html: "counted" });
    assert.deepEqual(await reply, { ok: true, html: "counted" });
    assert.deepEqual(hidden(), [true, true, true]);

    const stopped = element.ask({ action: "odds" });
    await settled();
    await slice({ ok: true, working: 0.25 });
    element.part("stop").dispatchEvent(new Event("click"));
    await slice({ ok: true, working: 0.5 });
    const { ok, message, codes } = await stopped;
    assert.deepEqual([ok, codes], [false, ["stopped"]]);
    assert.match(message, /^Stopped/);
    assert.equal(engine.calls.length, 0, "the calculation isn't continued");
    element.disconnectedCallback();
  });
});
