import assert from "node:assert/strict";
import test from "node:test";
import { withRows } from "../../docs/assets/js/form/values.js";

/** A form whose lists at these paths stand for mappings. */
const formOf = (...paths) => ({ querySelectorAll: () => paths.map((list) => ({ dataset: { list } })) });

test("a mapping that the form shows as rows is put in rows, and what was given stays as it was", () => {
  const given = { name: "Ada", arts: { Song: 3, Lute: 0 }, notes: { a: 1 } };
  assert.deepEqual(withRows(formOf("arts"), given), {
    name: "Ada",
    arts: [
      { of: "Song", value: 3 },
      { of: "Lute", value: 0 },
    ],
    notes: { a: 1 },
  });
  assert.deepEqual(given.arts, { Song: 3, Lute: 0 });
});

test("what is in rows, or not there, is left alone", () => {
  for (const given of [{ arts: [{ of: "Song", value: 3 }] }, {}, { arts: null }]) {
    assert.equal(withRows(formOf("arts"), given), given);
  }
});
