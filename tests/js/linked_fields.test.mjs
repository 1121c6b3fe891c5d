import assert from "node:assert/strict";
import test from "node:test";
import { followMaximum, linkedChanges } from "../../docs/assets/js/sheet/linked-fields.js";

const links = [
  ["power", "martial", 10],
  ["power", "grace", 7],
];

test("linked fields keep their sum", () => {
  assert.deepEqual(linkedChanges(links, "martial", 4), [["power", 6]]);
  assert.deepEqual(linkedChanges(links, "power", 4), [
    ["martial", 6],
    ["grace", 3],
  ]);
});

test("fields without links and incomplete numbers change nothing", () => {
  assert.deepEqual(linkedChanges(links, "name", 4), []);
  for (const value of ["4", null, 1.5, NaN, undefined])
    assert.deepEqual(linkedChanges(links, "power", value), []);
});

test("a number follows its maximum by the same amount", () => {
  assert.equal(followMaximum(1, 3, 1), 3);
  assert.equal(followMaximum(3, 4, 1), 2);
  assert.equal(followMaximum(3, 1, 3), 1);
  assert.equal(followMaximum(3, 1, 0), 0);
  assert.equal(followMaximum(null, 2, 1), 2); // the field was empty
  assert.equal(followMaximum(3, null, 1), 1);
});
