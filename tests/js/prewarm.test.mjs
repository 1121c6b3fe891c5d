import { settled, withClock, withGlobals } from "./browserlike.js";
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import vm from "node:vm";

const source = fs.readFileSync(new URL("../../hooks/engine/worker/serve.js", import.meta.url), "utf8");

/** A worker that has just started: {requests: to its Python, messages: to the page, ask, pass}. */
async function worker(t, respond = (text) => `to ${text}`) {
  const [requests, messages] = [[], []];
  const rehearsal = () => ["first", "second", "third"];
  const answer = (text) => (requests.push(text), respond(text));
  const booted = { respond: answer, rehearsal, start: {}, addGame: () => {}, keepGame: () => {} };
  withGlobals(t, {
    postMessage: (message) => messages.push(message),
    Store: class {
      keep = async () => true;
    },
    Unavailable: class extends Error {},
    boot: async () => booted,
    MANIFEST: { games: {} },
  });
  const pass = withClock(t);
  const hear = vm.runInThisContext(`(() => { let onmessage; ${source}; return onmessage; })()`);
  const base = "https://example.org/book/engine/";
  hear({ data: { type: "start", base, files: null, page: "https://example.org/book/" } });
  await settled();
  return { requests, messages, pass, ask: (text) => hear({ data: { type: "call", text } }) };
}

test("an idle engine prewarms likely requests silently", async (t) => {
  const { requests, messages, pass } = await worker(t);
  assert.deepEqual(requests, []);
  await pass(1000);
  assert.deepEqual(requests, ["first", "second", "third"]);
  assert.deepEqual(
    messages.map(({ type }) => type),
    ["ready", "saved"],
  );
});

test("a request interrupts prewarming until the engine is idle", async (t) => {
  const { requests, messages, pass, ask } = await worker(t);
  for (const text of ["a", "b", "c"]) {
    await pass(60);
    ask(text);
  }
  assert.deepEqual(requests, ["a", "b", "c"]);
  assert.deepEqual(
    messages.filter(({ type }) => type === "reply").map(({ text }) => text),
    ["to a", "to b", "to c"],
  );
  await pass(1000);
  assert.deepEqual(requests, ["a", "b", "c", "first", "second", "third"]);
});

test("failures are reported for requests, not for prewarming", async (t) => {
  const { requests, messages, pass, ask } = await worker(t, () => {
    throw new Error("memory is gone");
  });
  await pass(1000);
  assert.deepEqual(requests, ["first"]);
  ask("a");
  assert.deepEqual(
    messages.map(({ type }) => type),
    ["ready", "saved", "broken"],
  );
});
