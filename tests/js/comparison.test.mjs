import { readComparison, writeComparison } from "../../docs/assets/js/compare/link.js";
import { withGlobals } from "./browserlike.js";
import assert from "node:assert/strict";
import test from "node:test";

const PAGE = "https://book.example/core_rules/challenges/";
const NOTHING = { pinned: [], inputs: {}, name: "", way: "" };

test("a comparison is restored from its address", (t) => {
  withGlobals(t, { location: new URL(PAGE) });
  const inputs = { situation: "average", steps: 1, hits: "0: 1/2, 1: 1/2" };
  const pinned = [
    { inputs: { ...inputs, steps: 2 }, name: "" },
    { inputs: { steps: 0 }, name: "Odile & Söhne #1" },
  ];
  const address = writeComparison("core_rules.challenge", inputs, { pinned, name: "Bram", way: "at_least" });
  const read = readComparison(address, "core_rules.challenge");
  assert.deepEqual(read, { pinned, inputs, name: "Bram", way: "at_least" });
  assert.deepEqual(readComparison(address, "core_rules.steps"), NOTHING, "other calculators ignore it");
});

test("a damaged address contains no comparison", (t) => {
  withGlobals(t, { location: new URL(PAGE) });
  for (const text of ["", "{", "null", "3", "[]", '{"pinned":3}', '{"pinned":[null,[],{"inputs":3},{}]}']) {
    const { pinned } = readComparison(`${PAGE}?steps=1&compare=${encodeURIComponent(text)}#a`, "a");
    assert.deepEqual(pinned, [], text);
  }
  const many = JSON.stringify({ pinned: Array.from({ length: 9 }, () => ({ inputs: {}, name: 7 })) });
  const { pinned } = readComparison(`${PAGE}?compare=${encodeURIComponent(many)}#a`, "a");
  assert.deepEqual(pinned, Array(3).fill({ inputs: {}, name: "" }));
});
