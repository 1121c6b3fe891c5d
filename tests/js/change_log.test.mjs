import assert from "node:assert/strict";
import test from "node:test";
import { setAt } from "../../docs/assets/js/form/paths.js";
import {
  canRevert,
  mergeLogs,
  revertChange,
  readLog,
  recordChange,
} from "../../docs/assets/js/sheet/change-log.js";

let ids = 0;
const entry = (at, changes, more = {}) => ({
  id: `e${(ids += 1)}`,
  at,
  why: "",
  typed: false,
  changes,
  ...more,
});
const change = (field, from, to) => ({ field, from, to });

test("a change is recorded unless it changes nothing", () => {
  const once = recordChange([], entry(1, [change("hits", 0, 1), change("name", "A", "A")]));
  assert.deepEqual(once[0].changes, [change("hits", 0, 1)]);
  assert.equal(recordChange(once, entry(2, [change("hits", 1, 1)])), once);
});

test("continuous typing in a field is one change", () => {
  const typed = { typed: true };
  let log = recordChange([], entry(0, [change("name", "", "O")], typed));
  log = recordChange(log, entry(900, [change("name", "O", "Od")], typed));
  assert.deepEqual(
    log.map(({ changes }) => changes),
    [[change("name", "", "Od")]],
  );
  assert.equal(recordChange(log, entry(1000, [change("player", "", "S")], typed)).length, 2);
  assert.equal(recordChange(log, entry(1000, [change("name", "Od", "Odo")])).length, 2);
  assert.equal(recordChange(log, entry(99_000, [change("name", "Od", "Odo")], typed)).length, 2);
  assert.deepEqual(recordChange(log, entry(1000, [change("name", "Od", "")], typed)), []);
});

test("undoing all changes restores the character", () => {
  const first = { name: "Odo", points: { left: 3 }, picks: ["smite"], mine: { odd: [1] } };
  const edits = [
    [["points.left", 2]],
    [
      ["picks", ["smite", "cleave"]],
      ["points.left", 0],
    ],
    [["picks.0", "acrobatics"]],
    [["points.gone", 7]],
  ];
  const item = structuredClone(first);
  let log = [];
  edits.forEach((values, at) => {
    const before = structuredClone(item);
    for (const [path, value] of values) setAt(item, path, value);
    const from = (path) => path.split(".").reduce((value, key) => value?.[key], before);
    log = recordChange(
      log,
      entry(
        at,
        values.map(([path, value]) => change(path, from(path), structuredClone(value))),
      ),
    );
  });
  const saved = JSON.parse(JSON.stringify({ item, log })); // as read from the storage
  let now = saved.item;
  for (const each of readLog(saved.log).reverse()) {
    assert.ok(canRevert(now, each));
    now = revertChange(now, each);
  }
  assert.deepEqual(JSON.parse(JSON.stringify(now)), first);
});

test("an entry can be reverted while its fields are unchanged", () => {
  const older = entry(1, [change("hits", 0, 1)]);
  assert.ok(canRevert({ hits: 1, name: "Odo" }, older));
  assert.ok(!canRevert({ hits: 2 }, older));
  assert.deepEqual(revertChange({ hits: 1, name: "Odo" }, older), { hits: 0, name: "Odo" });
});

test("merging two logs keeps added entries and drops removed ones", () => {
  const [a, b, c, d] = [1, 2, 3, 4].map((at) => entry(at, [change("hits", at, at + 1)]));
  const ids = (log) => log.map(({ id }) => id);
  assert.deepEqual(ids(mergeLogs([a], [a, c], [a, b])), ids([a, b, c]));
  assert.deepEqual(ids(mergeLogs([a, b], [a], [a, b, d])), ids([a, d]));
  assert.deepEqual(ids(mergeLogs([a, b], [a, b, c], [b])), ids([b, c]));
});

test("a log that exceeds its limits drops the oldest entries", () => {
  let log = [];
  for (let at = 0; at < 300; at += 1) log = recordChange(log, entry(at, [change("hits", at, at + 1)]));
  assert.equal(log.length, 200);
  assert.equal(log.at(-1).at, 299);
  const long = "x".repeat(4000);
  for (let at = 0; at < 60; at += 1) log = recordChange(log, entry(at, [change("notes", long, `${at}`)]));
  assert.ok(JSON.stringify(log).length <= 100_000 && log.length > 10);
});

test("damaged entries are ignored", () => {
  const valid = entry(1, [change("hits", 0, 1)]);
  const saved = [null, 7, {}, { id: "a" }, { id: "a", changes: [null] }, { id: 1, changes: [] }, valid];
  assert.deepEqual(readLog(saved), [valid]);
  for (const other of [undefined, null, "x", {}]) assert.deepEqual(readLog(other), []);
});
