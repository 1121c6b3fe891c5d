import assert from "node:assert/strict";
import test from "node:test";
import { merge, same } from "../../docs/assets/js/storage/merge.js";

const base = { name: "Ysol", pools: { wick: 2, oil: 1 }, skills: ["Might"] };

test("both tabs' changes are preserved", () => {
  const mine = { ...base, name: "Ysolde" };
  const theirs = { ...base, pools: { wick: 3, oil: 1 } };
  assert.deepEqual(merge(base, mine, theirs), {
    name: "Ysolde",
    pools: { wick: 3, oil: 1 },
    skills: ["Might"],
  });
});

test("changes within one record are merged", () => {
  const mine = { ...base, pools: { wick: 5, oil: 1 } };
  const theirs = { ...base, pools: { wick: 2, oil: 0 } };
  assert.deepEqual(merge(base, mine, theirs).pools, { wick: 5, oil: 0 });
});

test("of conflicting changes, mine wins", () => {
  assert.equal(merge({ a: 1 }, { a: 2 }, { a: 3 }).a, 2);
});

test("lists are merged as a whole", () => {
  assert.deepEqual(merge({ l: [1, 2] }, { l: [1, 2, 3] }, { l: [9] }).l, [1, 2, 3]);
  assert.deepEqual(merge({ l: [1, 2] }, { l: [1, 2] }, { l: [9] }).l, [9]);
});

test("a removed value is restored only if the other changed it", () => {
  assert.deepEqual(merge({ a: 1, b: 1 }, { b: 1 }, { a: 1, b: 2 }), { b: 2 });
  assert.deepEqual(merge({ a: 1 }, { a: 1 }, {}), {});
  assert.deepEqual(merge({ a: 1 }, { a: 2 }, {}), { a: 2 });
});

test("without anything in common, mine wins and theirs is added", () => {
  assert.deepEqual(merge({}, { a: 1, c: { x: 1 } }, { a: 2, b: 3, c: { y: 2 } }), {
    a: 1,
    b: 3,
    c: { x: 1, y: 2 },
  });
  assert.deepEqual(merge(undefined, { a: { x: 1 } }, { a: "text" }), { a: { x: 1 } });
});

test("arguments aren't changed", () => {
  const [mine, theirs] = [structuredClone(base), { ...base, pools: { wick: 9, oil: 9 } }];
  const before = structuredClone([base, mine, theirs]);
  merge(base, mine, theirs);
  assert.deepEqual([base, mine, theirs], before);
});

test("data is the same if its JSON is the same", () => {
  assert.ok(same({ a: [1, { b: null }] }, { a: [1, { b: null }] }));
  assert.ok(!same({ a: 1 }, { a: "1" }));
  assert.ok(same(undefined, undefined));
  assert.ok(!same(null, undefined));
});

test("prototype keys are merged like any other", () => {
  const mine = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}');
  const theirs = JSON.parse('{"toString": 3}');
  const merged = '{"toString":3,"__proto__":{"a":1},"constructor":2}';
  assert.equal(JSON.stringify(merge({}, mine, theirs)), merged);
  assert.equal(JSON.stringify(merge(mine, mine, JSON.parse(merged))), merged);
});
