/** Addresses, links and files from strangers are either read or rejected as damaged. */
import { withGlobals } from "./browserlike.js";
import { PAGE, tried } from "./entry_points.js";
import assert from "node:assert/strict";
import test from "node:test";
import { readRollerUrl } from "../../docs/assets/js/roller-url.js";
import { decodeHash } from "../../docs/assets/js/url-hash.js";
import { RollHistory } from "../../docs/assets/js/storage/roll-history.js";
import { readFile, readLink, writeLink } from "../../docs/assets/js/storage/share-link.js";
import { MAX_FILE_CHARS } from "../../docs/assets/js/limits.js";

const { location } = PAGE;
/** A sample of the inputs of `./site_build.sh fuzz`. */
const COUNT = 400;

test("an incomplete fragment is read literally or ignored", (t) => {
  withGlobals(t, { location });
  assert.equal(decodeHash("#%E0%A4%A"), "%E0%A4%A");
  assert.equal(decodeHash("#r%C3%B6ll"), "röll");
  assert.equal(readRollerUrl("?steps=1#%E0%A4%A", "game.roll"), null);
  assert.deepEqual(readRollerUrl("?steps=1&roller=game.roll#%E0%A4%A", "game.roll").inputs, { steps: 1 });
});

test("a number that would be rounded stays text", (t) => {
  withGlobals(t, { location });
  const roller = readRollerUrl("?seed=18446744073709551615&a=[9007199254740993]&b=-12#r", "r");
  assert.equal(roller.seed, "18446744073709551615");
  assert.deepEqual(roller.inputs, { a: "[9007199254740993]", b: -12 });
});

test("unpacking a link stops at the size limit", async (t) => {
  let unpacked = 0;
  const Real = DecompressionStream;
  class Counted {
    constructor(kind) {
      const { readable, writable } = new Real(kind);
      const transform = (part, on) => {
        unpacked += part.length;
        on.enqueue(part);
      };
      return { readable: readable.pipeThrough(new TransformStream({ transform })), writable };
    }
  }
  withGlobals(t, { location, DecompressionStream: Counted });
  const most = "x".repeat(MAX_FILE_CHARS);
  assert.equal(await readLink(await writeLink(most)), most);
  unpacked = 0;
  const bomb = await writeLink("x".repeat(20 * MAX_FILE_CHARS));
  assert.equal(await readLink(bomb), "");
  assert.ok(unpacked > MAX_FILE_CHARS && unpacked < 2 * MAX_FILE_CHARS, `${unpacked} bytes`);
  assert.equal(await readLink(`${location}#sheet=${"A".repeat(5 * MAX_FILE_CHARS)}`), "");
});

test("reading a file stops just above the size limit", async () => {
  assert.equal(await readFile(new Blob(["Zoë 🎲"])), "Zoë 🎲");
  assert.equal((await readFile(new Blob(["x".repeat(3 * MAX_FILE_CHARS)]))).length, MAX_FILE_CHARS + 1);
});

test("untrusted data is read, rejected or left alone", async (t) => {
  withGlobals(t, PAGE);
  assert.deepEqual(await tried(12, 0, COUNT), []);
});

test("a failure at an entry point is reported with its input", async (t) => {
  withGlobals(t, PAGE);
  t.mock.method(RollHistory.prototype, "named", () => Promise.reject(new TypeError("no name")));
  const faults = await tried(12, 0, 40);
  assert.deepEqual(new Set(faults.map(({ door }) => door)), new Set(["page backup", "page storage"]));
  assert.match(faults[0].wrong, /^TypeError: no name/);
});
