import assert from "node:assert/strict";
import test from "node:test";
import { applyCosts, findUnpayable } from "../../docs/assets/js/sheet/costs.js";

const calm = { field: "calm", by: 6, when: "cost", label: "Calm", low: 0, high: 6 };
const stress = { field: "stress", by: -6, when: "cost", label: "Stress", low: 0, high: 6 };
const after = (cost, before, outcome) => applyCosts([cost], outcome, () => before);

test("a cost subtracts the outcome's amount, even a negative one", () => {
  assert.deepEqual(after(calm, 6, { cost: 4 }).changes, [["calm", 2]]);
  assert.deepEqual(after(calm, 3, { cost: -1 }).changes, [["calm", 4]]);
  assert.deepEqual(after(calm, 3, { cost: 0 }), { changes: [], clipped: [] });
});

test("a cost below 0 marks upward, and gives back downward", () => {
  assert.deepEqual(after(stress, 1, { cost: 4 }).changes, [["stress", 5]]);
  assert.deepEqual(after(stress, 3, { cost: -1 }).changes, [["stress", 2]]);
  assert.deepEqual(after({ field: "stress", by: -2 }, 1, {}).changes, [["stress", 3]]);
});

test("a cost stops at the limits of its field and reports that", () => {
  const cases = [
    [stress, 5, 4, [["stress", 6]], 1],
    [stress, 6, 4, [], 0],
    [calm, 2, 5, [["calm", 0]], 2],
    [calm, 6, -1, [], 0],
    [stress, 0, -1, [], 0],
  ];
  for (const [cost, before, due, changes, part] of cases) {
    const clipped = [{ label: cost.label, part, whole: Math.abs(due) }];
    assert.deepEqual(after(cost, before, { cost: due }), { changes, clipped });
  }
});

test("a cost never moves a number outside the limits the other way", () => {
  assert.deepEqual(after(stress, 9, { cost: 1 }).changes, []);
  assert.deepEqual(after(stress, 9, { cost: -1 }).changes, [["stress", 8]]);
});

test("true is the whole cost, and false or no value is none", () => {
  const push = { field: "breath", by: 2, when: "pushed", low: 0, high: 4 };
  assert.deepEqual(after(push, 4, { pushed: true }).changes, [["breath", 2]]);
  for (const outcome of [{ pushed: false }, {}, { pushed: null }]) {
    assert.deepEqual(after(push, 4, outcome).changes, []);
  }
});

test("two costs of one field add up", () => {
  const both = [{ field: "calm", by: 1, low: 0, high: 6 }, calm];
  assert.deepEqual(applyCosts(both, { cost: 2 }, () => 6).changes, [["calm", 3]]);
});

test("a cost beyond the limits is unpayable unless it clips", () => {
  const isUnpayable = (cost, value) => findUnpayable([cost], () => value) === cost;
  assert.deepEqual(
    [6, 5, 9].map((value) => isUnpayable(calm, value)),
    [false, true, false],
  );
  assert.deepEqual(
    [0, 1, -2].map((value) => isUnpayable(stress, value)),
    [false, true, false],
  );
  assert.deepEqual(
    [0, 5].map((value) => isUnpayable({ ...stress, clips: true }, value)),
    [false, false],
  );
});
