import { settled, withClock, withGlobals } from "./browserlike.js";
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import vm from "node:vm";

const source = fs.readFileSync(new URL("../../hooks/engine/worker/serve.js", import.meta.url), "utf8");

/** A worker that has just started: {asked: requests to its Python, said: messages to the page, ask, pass}. */
async function worker(t, respond = (text) => `to ${text}`) {
  const [asked, said] = [[], []];
  const rehearsal = () => ["first", "second", "third"];
  const answer = (text) => (asked.push(text), respond(text));
  const booted = { respond: answer, rehearsal, start: {}, addGame: () => {}, keepGame: () => {} };
  withGlobals(t, {
    postMessage: (message) => said.push(message),
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
  return { asked, said, pass, ask: (text) => hear({ data: { type: "call", text } }) };
}

test("likely requests are rehearsed silently while the engine is idle", async (t) => {
  const { asked, said, pass } = await worker(t);
  assert.deepEqual(asked, []);
  await pass(1000);
  assert.deepEqual(asked, ["first", "second", "third"]);
  assert.deepEqual(
    said.map(({ type }) => type),
    ["ready", "kept"],
  );
});

test("a request interrupts the rehearsal until the engine is idle again", async (t) => {
  const { asked, said, pass, ask } = await worker(t);
  for (const text of ["a", "b", "c"]) {
    await pass(60);
    ask(text);
  }
  assert.deepEqual(asked, ["a", "b", "c"]);
  assert.deepEqual(
    said.filter(({ type }) => type === "reply").map(({ text }) => text),
    ["to a", "to b", "to c"],
  );
  await pass(1000);
  assert.deepEqual(asked, ["a", "b", "c", "first", "second", "third"]);
});

test("a failed rehearsal is silent; a failed request isn't", async (t) => {
  const { asked, said, pass, ask } = await worker(t, () => {
    throw new Error("memory is gone");
  });
  await pass(1000);
  assert.deepEqual(asked, ["first"]);
  ask("a");
  assert.deepEqual(
    said.map(({ type }) => type),
    ["ready", "kept", "broken"],
  );
});
