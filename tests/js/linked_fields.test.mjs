import assert from "node:assert/strict";
import test from "node:test";
import { movedWith } from "../../docs/assets/js/sheet/linked-fields.js";

const tied = [
  ["power", "martial", 10],
  ["power", "grace", 7],
];

test("what is tied to a field moves so that the sum stays, whichever half was moved", () => {
  assert.deepEqual(movedWith(tied, "martial", 4), [["power", 6]]);
  assert.deepEqual(movedWith(tied, "power", 4), [
    ["martial", 6],
    ["grace", 3],
  ]);
});

test("nothing moves with a field that is free, or while it holds no whole number", () => {
  assert.deepEqual(movedWith(tied, "name", 4), []);
  for (const value of ["4", null, 1.5, NaN, undefined]) assert.deepEqual(movedWith(tied, "power", value), []);
});
