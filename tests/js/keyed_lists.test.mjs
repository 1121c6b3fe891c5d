import assert from "node:assert/strict";
import test from "node:test";
import { withRows } from "../../docs/assets/js/form/values.js";

/** A form whose lists at these paths represent mappings. */
const formOf = (...paths) => ({ querySelectorAll: () => paths.map((list) => ({ dataset: { list } })) });

test("a mapping is converted to rows in a copy", () => {
  const data = { name: "Ada", arts: { Song: 3, Lute: 0 }, notes: { a: 1 } };
  assert.deepEqual(withRows(formOf("arts"), data), {
    name: "Ada",
    arts: [
      { of: "Song", value: 3 },
      { of: "Lute", value: 0 },
    ],
    notes: { a: 1 },
  });
  assert.deepEqual(data.arts, { Song: 3, Lute: 0 });
});

test("rows and missing values stay unchanged", () => {
  for (const data of [{ arts: [{ of: "Song", value: 3 }] }, {}, { arts: null }]) {
    assert.equal(withRows(formOf("arts"), data), data);
  }
});
