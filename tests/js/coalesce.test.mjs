import { settled, withClock, withGlobals } from "./browserlike.js";
import assert from "node:assert/strict";
import test from "node:test";
import { coalesce } from "../../docs/assets/js/coalesce.js";

function stage(t) {
  const frames = [];
  withGlobals(t, { requestAnimationFrame: (then) => frames.push(then) });
  const pass = withClock(t);
  const runs = [];
  const work = coalesce((...args) => new Promise((done, fail) => runs.push({ args, done, fail })));
  const frame = async () => {
    for (const then of frames.splice(0)) then();
    await settled();
  };
  return { frame, pass, runs, work };
}

test("calls within a frame run once, with the latest arguments", async (t) => {
  const { frame, runs, work } = stage(t);
  for (const value of [1, 2, 3]) work(value);
  await settled();
  assert.equal(runs.length, 0);
  await frame();
  assert.deepEqual(
    runs.map(({ args }) => args),
    [[3]],
  );
});

test("only the latest call made during a run is run afterwards", async (t) => {
  const { frame, runs, work } = stage(t);
  work(1);
  await frame();
  for (const value of [2, 3]) work(value);
  await frame();
  assert.equal(runs.length, 1);
  runs[0].done();
  await settled();
  assert.deepEqual(
    runs.map(({ args }) => args[0]),
    [1, 3],
  );
});

test("a failed run doesn't prevent the next", async (t) => {
  const { frame, runs, work } = stage(t);
  const failed = assert.rejects(work(1), /broken/);
  await frame();
  runs[0].fail(new Error("broken"));
  await failed;
  work(2);
  await frame();
  assert.equal(runs.length, 2);
});

test("a page in the background runs without frames", async (t) => {
  const { pass, runs, work } = stage(t);
  work(1);
  await pass(100);
  assert.equal(runs.length, 1);
});
