import { settled, withClock, withGlobals } from "./browserlike.js";
import assert from "node:assert/strict";
import test from "node:test";

/** Workers controlled by the test. */
class FakeWorker {
  static all = [];
  messages = [];
  ended = false;

  constructor(address) {
    this.address = address;
    FakeWorker.all.push(this);
  }

  postMessage(message) {
    this.messages.push(message);
  }

  terminate() {
    this.ended = true;
  }

  sends(message) {
    this.onmessage({ data: message });
  }

  fails(message) {
    this.onerror({ message, preventDefault() {} });
  }

  get calls() {
    return this.messages.filter(({ type }) => type === "call").map(({ text }) => JSON.parse(text));
  }
}

const READY = { type: "ready", start: { how: "snapshot", why: null, steps: [] } };

let copies = 0;

/**
 * Returns a page with a new engine: {engine, EngineError, pass, worker(): the newest worker, load: dispatches
 * the load event}.
 */
async function page(t, { readyState = "complete", fetch = null, connection } = {}) {
  FakeWorker.all = [];
  const pageEvents = new EventTarget();
  const name = "worker-1.js";
  withGlobals(t, {
    document: { readyState, querySelector: () => ({ content: name }) },
    location: new URL("https://example.org/book/"),
    navigator: { connection },
    addEventListener: pageEvents.addEventListener.bind(pageEvents),
    Worker: FakeWorker,
    diceleafEngine: undefined,
    fetch: fetch ?? (() => assert.fail("only the worker fetches files")),
  });
  const pass = withClock(t);
  const { engine, EngineError } = await import(`../../docs/assets/js/engine.js?${(copies += 1)}`);
  const load = () => pageEvents.dispatchEvent(new Event("load"));
  return { engine, EngineError, pass, load, worker: () => FakeWorker.all.at(-1) };
}

/** Returns a page whose engine is ready. */
async function ready(t) {
  const here = await page(t);
  here.engine.start();
  await settled();
  here.worker().sends(READY);
  return here;
}

/** Returns the result of a call: its reply, or {reason, message}. */
function outcome(call) {
  return call.catch(({ reason, message }) => ({ reason, message }));
}

test("the engine doesn't start without a request", async (t) => {
  const { engine } = await page(t);
  await settled();
  assert.deepEqual([engine.status, FakeWorker.all.length], ["idle", 0]);
});

test("early calls wait and are answered in order, one at a time", async (t) => {
  const { engine, worker } = await page(t);
  const replies = [1, 2, 3].map((n) => engine.call({ n }));
  await settled();
  assert.equal(engine.status, "loading");
  assert.deepEqual(
    worker().messages.map(({ type }) => type),
    ["start"],
  );
  worker().sends(READY);
  for (const n of [1, 2, 3]) {
    assert.deepEqual(worker().calls.at(-1), { n });
    assert.equal(worker().calls.length, n);
    worker().sends({ type: "reply", text: JSON.stringify({ answer: n }) });
  }
  assert.deepEqual(await Promise.all(replies), [{ answer: 1 }, { answer: 2 }, { answer: 3 }]);
});

test("the engine starts after the page, unless a reader waits", async (t) => {
  const { engine, load } = await page(t, { readyState: "interactive" });
  engine.start();
  await settled();
  assert.equal(FakeWorker.all.length, 0);
  load();
  await settled();
  assert.equal(FakeWorker.all.length, 1);

  const hurried = await page(t, { readyState: "interactive" });
  hurried.engine.start(true);
  await settled();
  assert.equal(FakeWorker.all.length, 1);
});

test("progress is reported", async (t) => {
  const { engine, worker } = await page(t);
  const events = [];
  engine.addEventListener("progress", ({ detail }) => events.push([detail.loaded, detail.total]));
  engine.start();
  await settled();
  worker().sends({ type: "progress", loaded: 5, total: 10 });
  worker().sends({ type: "progress", loaded: 10, total: 10 });
  assert.deepEqual(events, [
    [5, 10],
    [10, 10],
  ]);
  worker().sends(READY);
  worker().sends({ type: "saved", saved: true });
  assert.deepEqual([engine.status, engine.stored, engine.startup.how], ["ready", true, "snapshot"]);
});

test("the time left follows the measured or estimated speed", async (t) => {
  let now = 0;
  t.mock.method(performance, "now", () => now);
  const left = async (connection) => {
    const { engine, worker } = await page(t, { connection });
    engine.start();
    await settled();
    const estimates = [engine.state.left];
    for (const [delay, loaded] of [
      [0, 0],
      [500, 300_000],
      [500, 400_000],
      [1000, 1_000_000],
    ]) {
      now += delay;
      worker().sends({ type: "progress", loaded, total: 2_000_000 });
      estimates.push(engine.state.left);
    }
    return estimates;
  };
  assert.deepEqual(await left(undefined), [null, null, null, 4, 2]);
  assert.deepEqual(await left({ downlink: 8 }), [null, 2, 1.7, 4, 2]);
});

test("a waiting call can be cancelled without affecting others", async (t) => {
  const { engine, worker } = await page(t);
  const cancelled = new AbortController();
  const failed = outcome(engine.call({ n: 1 }, cancelled.signal));
  const next = engine.call({ n: 2 });
  await settled();
  cancelled.abort();
  assert.equal((await failed).reason, "cancelled");
  assert.equal(engine.status, "loading");
  worker().sends(READY);
  assert.deepEqual(worker().calls, [{ n: 2 }]);
  worker().sends({ type: "reply", text: "2" });
  assert.equal(await next, 2);
});

test("a start that fails is repeated once with fetched files", async (t) => {
  const { engine, worker } = await page(t);
  const failed = outcome(engine.call({}));
  await settled();
  const first = worker();
  first.sends({ type: "failed", message: "it stopped while it was starting.", isDoubtful: true });
  await settled();
  assert.notEqual(worker(), first);
  assert.equal(first.ended, true);
  assert.equal(engine.status, "loading");
  const starts = [first, worker()].map(({ messages }) => messages[0].isDoubtful);
  assert.deepEqual(starts, [false, true]);
  worker().sends({ type: "failed", message: "it stopped while it was starting.", isDoubtful: true });
  assert.equal((await failed).reason, "unavailable");
  assert.equal(engine.status, "error");
});

test("a failed start rejects all calls, and another call retries", async (t) => {
  const fetched = [];
  const fetch = async (address, { cache }) => fetched.push([String(address), cache]);
  const { engine, EngineError, worker } = await page(t, { fetch });
  const failed = [engine.call({}), engine.call({})];
  await settled();
  const first = worker();
  first.sends({ type: "failed", message: "you appear to be offline." });
  for (const call of failed) {
    await assert.rejects(call, (error) => {
      assert.ok(error instanceof EngineError);
      assert.equal(error.reason, "unavailable");
      return /load the dice engine: you appear to be offline\./.test(error.message);
    });
  }
  assert.deepEqual([engine.status, first.ended], ["error", true]);
  const call = engine.call({});
  await settled();
  assert.notEqual(worker(), first);
  assert.deepEqual(
    fetched.map(([address, cache]) => [address.split("/").pop(), cache]),
    [["worker-1.js", "reload"]],
  );
  worker().sends(READY);
  worker().sends({ type: "reply", text: '{"ok": true}' });
  assert.deepEqual(await call, { ok: true });
});

test("a worker that can't be loaded is a failed start", async (t) => {
  const { engine, worker } = await page(t);
  const call = outcome(engine.call({}));
  await settled();
  worker().fails("");
  assert.equal((await call).reason, "unavailable");
  assert.match((await call).message, /it stopped while starting/);
});

test("a start without progress fails after a minute", async (t) => {
  const { engine, worker, pass } = await page(t);
  const call = outcome(engine.call({}));
  await settled();
  for (let half = 1; half <= 4; half += 1) {
    await pass(50_000);
    worker().sends({ type: "progress", loaded: half, total: 9 });
  }
  assert.equal(engine.status, "loading");
  await pass(60_000);
  assert.equal((await call).reason, "unavailable");
  assert.match((await call).message, /the download timed out/);
});

test("a slow call fails, and a new worker answers the next", async (t) => {
  const { engine, worker, pass } = await ready(t);
  const first = worker();
  const failed = outcome(engine.call({ n: 1 }));
  const queued = engine.call({ n: 2 });
  await pass(4_999);
  assert.equal(worker(), first);
  await pass(1);
  assert.equal((await failed).reason, "slow");
  assert.match((await failed).message, /more than 5 seconds/);
  assert.ok(first.ended);
  worker().sends(READY);
  assert.deepEqual(worker().calls, [{ n: 2 }]);
  worker().sends({ type: "reply", text: "2" });
  assert.equal(await queued, 2);
});

test("each call has its own five seconds", async (t) => {
  const { engine, worker, pass } = await ready(t);
  const calls = [1, 2, 3].map((n) => engine.call({ n }));
  for (const n of [1, 2, 3]) {
    await pass(4_000);
    worker().sends({ type: "reply", text: String(n) });
  }
  assert.deepEqual(await Promise.all(calls), [1, 2, 3]);
  await pass(100_000);
  assert.deepEqual([engine.status, FakeWorker.all.length], ["ready", 1]);
});

for (const [how, reason] of [
  ["crashes", "stopped"],
  ["breaks", "broken"],
]) {
  test(`a worker that ${how} fails only its current call`, async (t) => {
    const { engine, worker } = await ready(t);
    const failed = outcome(engine.call({ n: 1 }));
    const queued = engine.call({ n: 2 });
    const first = worker();
    if (how === "crashes") first.fails("killed");
    else first.sends({ type: "broken", message: "RuntimeError" });
    assert.equal((await failed).reason, reason);
    await settled();
    first.sends({ type: "reply", text: '"too late"' });
    worker().sends(READY);
    worker().sends({ type: "reply", text: "2" });
    assert.equal(await queued, 2);
  });
}

test("starting a running engine does nothing", async (t) => {
  const { engine } = await ready(t);
  engine.start();
  engine.start(true);
  await settled();
  assert.equal(FakeWorker.all.length, 1);
});

test("waiting for a game doesn't count as calculation time", async (t) => {
  const { engine, worker, pass } = await ready(t);
  const first = worker();
  const call = outcome(engine.call({ n: 1 }));
  first.sends({ type: "waiting", waiting: true });
  await pass(30_000);
  first.sends({ type: "waiting", waiting: false });
  await pass(4_999);
  assert.equal(worker(), first);
  await pass(1);
  assert.equal((await call).reason, "slow");
});

test("a call whose game isn't available fails alone", async (t) => {
  const { engine, worker } = await ready(t);
  const failed = outcome(engine.call({ n: 1 }));
  const next = engine.call({ n: 2 });
  const first = worker();
  first.sends({ type: "unavailable", message: "you appear to be offline." });
  assert.equal((await failed).reason, "unavailable");
  assert.match((await failed).message, /you appear to be offline/);
  first.sends({ type: "reply", text: "2" });
  assert.equal(await next, 2);
  assert.deepEqual([worker(), engine.status], [first, "ready"]);
});

test("games are stored one by one, and not after a failed start", async (t) => {
  const { engine, worker } = await page(t);
  const stored = [engine.store(["a"]), engine.store(["b", "c"])];
  const requests = () => worker().messages.filter(({ type }) => type === "store");
  await settled();
  assert.deepEqual(requests(), []);
  worker().sends(READY);
  assert.deepEqual(requests(), [{ type: "store", games: ["a"] }]);
  worker().sends({ type: "stored", stored: ["a.bin"] });
  assert.deepEqual(requests()[1], { type: "store", games: ["b", "c"] });
  worker().sends({ type: "stored", stored: null });
  assert.deepEqual(await Promise.all(stored), [["a.bin"], null]);

  const other = await page(t);
  const failed = other.engine.store(["a"]);
  await settled();
  other.worker().sends({ type: "failed", message: "you appear to be offline." });
  assert.equal(await failed, null);
});
