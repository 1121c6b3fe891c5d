import assert from "node:assert/strict";
import test from "node:test";
import { entryAt, isRecord, setAt, valueAt } from "../../docs/assets/js/form/paths.js";

test("valueAt returns the value at a path, or undefined", () => {
  const data = { challenges: [{ situation: "hard" }], name: "Ysol" };
  assert.equal(valueAt(data, "challenges.0.situation"), "hard");
  assert.equal(valueAt(data, "name"), "Ysol");
  for (const path of ["challenges.1.situation", "name.first.letter", "missing", "challenges.length.x"]) {
    assert.equal(valueAt(data, path), undefined, path);
  }
  assert.equal(valueAt({ a: null }, "a.b"), undefined);
});

test("prototype keys are ordinary keys", () => {
  for (const key of ["__proto__", "constructor", "toString"]) {
    const data = {};
    assert.equal(valueAt(data, key), undefined, key);
    assert.equal(valueAt(data, `${key}.name`), undefined, key);
    setAt(data, `${key}.stray`, "yes");
    assert.equal({}.stray ?? (() => {}).stray, undefined, key);
    assert.equal(valueAt(data, `${key}.stray`), "yes");
    assert.equal(JSON.stringify(data), `{"${key}":{"stray":"yes"}}`);
  }
});

test("entryAt returns the list entry around a path", () => {
  const data = { talents: [{ talent: "rich", places: [{ name: "inn" }] }], name: "Ysol" };
  assert.deepEqual(entryAt(data, "talents.0.later"), data.talents[0]);
  assert.deepEqual(entryAt(data, "talents.0.places.0.name"), { name: "inn" });
  assert.equal(entryAt(data, "talents.3.later"), undefined);
  assert.equal(entryAt(data, "name"), undefined);
});

test("setAt creates lists and records on the way", () => {
  const data = {};
  setAt(data, "fights.1.foes.0", "wolf");
  assert.deepEqual(data, { fights: [, { foes: ["wolf"] }] });
  setAt(data, "fights.1.foes.1", "bear");
  assert.deepEqual(data.fights[1], { foes: ["wolf", "bear"] });
});

test("setAt replaces values of another type on the way", () => {
  const data = { a: "text", b: [1], c: { kept: true } };
  setAt(data, "a.x", 1);
  setAt(data, "b.x", 2);
  setAt(data, "c.0", 3);
  setAt(data, "d", null);
  assert.deepEqual(data, { a: { x: 1 }, b: { x: 2 }, c: [3], d: null });
  setAt(data, "b.list.0", 4);
  assert.deepEqual(data.b, { x: 2, list: [4] });
});

test("only an object with names is a record", () => {
  assert.deepEqual([{}, [], null, "x", 1, undefined].map(isRecord), [
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test("setAt with undefined deletes the key", () => {
  const data = { a: { b: 1, c: 2 } };
  setAt(data, "a.b", undefined);
  assert.deepEqual(Object.entries(data.a), [["c", 2]]);
});
