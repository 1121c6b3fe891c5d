import assert from "node:assert/strict";
import test from "node:test";
import { toText } from "../../docs/assets/js/form/values.js";

const control = (kind) => ({ dataset: { kind } });

test("dice are filled in as typed notation", () => {
  assert.equal(toText(control("dice"), [12, 6]), "d12 d6");
  assert.equal(toText(control("dice"), []), "");
  assert.equal(toText(control("dice"), "d8"), "d8");
});

test("a value that a field can't show leaves it empty", () => {
  assert.equal(toText(control("text"), "Ann"), "Ann");
  assert.equal(toText(control("int"), 3), "3");
  for (const value of [null, undefined, [1], { a: 1 }, true])
    assert.equal(toText(control("text"), value), "");
});
