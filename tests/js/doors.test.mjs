/** Addresses, links and files as strangers may hand them over: whatever they hold, each is read or known as damaged. */
import { withGlobals } from "./browserlike.js";
import assert from "node:assert/strict";
import test from "node:test";
import { readAddress, writeAddress } from "../../docs/assets/js/address.js";
import { anchorOf } from "../../docs/assets/js/anchor.js";
import { readComparison } from "../../docs/assets/js/compare/link.js";
import { readFile, readLink, writeLink } from "../../docs/assets/js/kept/link.js";
import { LONGEST_FILE } from "../../docs/assets/js/limits.js";

const location = new URL("https://example.org/book/page/");
const SEED = 12;
const COUNT = 4000;

test("a hash that is no whole address names what it says, or nothing", (t) => {
  withGlobals(t, { location });
  assert.equal(anchorOf("#%E0%A4%A"), "%E0%A4%A");
  assert.equal(anchorOf("#r%C3%B6ll"), "röll");
  assert.equal(readAddress("?steps=1#%E0%A4%A", "game.roll"), null);
  assert.deepEqual(readAddress("?steps=1&roller=game.roll#%E0%A4%A", "game.roll").inputs, { steps: 1 });
});

test("a number that would be rounded stays as it is written, in a list too", (t) => {
  withGlobals(t, { location });
  const asked = readAddress("?seed=18446744073709551615&a=[9007199254740993]&b=-12#r", "r");
  assert.equal(asked.seed, "18446744073709551615");
  assert.deepEqual(asked.inputs, { a: "[9007199254740993]", b: -12 });
});

test("a link is unpacked no further than a file may be", async (t) => {
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
  const most = "x".repeat(LONGEST_FILE);
  assert.equal(await readLink(await writeLink(most)), most);
  unpacked = 0;
  const bomb = await writeLink("x".repeat(20 * LONGEST_FILE));
  assert.equal(await readLink(bomb), "");
  assert.ok(unpacked > LONGEST_FILE && unpacked < 2 * LONGEST_FILE, `${unpacked} bytes`);
  assert.equal(await readLink(`${location}#sheet=${"A".repeat(5 * LONGEST_FILE)}`), "");
});

test("of a file no more is read than shows that it is too long", async () => {
  assert.equal(await readFile(new Blob(["Zoë 🎲"])), "Zoë 🎲");
  assert.equal((await readFile(new Blob(["x".repeat(3 * LONGEST_FILE)]))).length, LONGEST_FILE + 1);
});

test("whatever an address holds can be handed to the rules", async (t) => {
  withGlobals(t, { location });
  const random = generator(SEED);
  const held = { pinned: [{ inputs: { steps: 2 }, name: "Ann" }], name: "", way: "steps" };
  const whole = [
    writeAddress("r", { a: 1, list: [{ of: "things" }], text: "Zoë & co" }, [1, 6]),
    `?steps=1&seed=7&compare=${encodeURIComponent(JSON.stringify(held))}#r`,
    await writeLink(JSON.stringify({ format: "diceleaf-sheet", sheets: [{ name: "Ann" }] })),
    `?a=${"[".repeat(5000)}#r`,
    `?compare={"pinned":[{"inputs":${'{"a":'.repeat(3000)}1${"}".repeat(3000)}}]}#r`,
  ];
  for (let number = 0; number < COUNT; number += 1) {
    const address = changed(whole[random(whole.length)], random);
    const says = `${number}: ${address.slice(0, 300)}`;
    for (const id of ["r", ""]) {
      const found = [readAddress(address, id), readComparison(address, id)];
      assert.equal(typeof JSON.stringify(found), "string", says);
      assert.ok(
        found[1].pinned.every(({ inputs }) => typeof inputs === "object"),
        says,
      );
    }
    const text = await readLink(new URL(address, location).href);
    assert.ok(text === null || typeof text === "string", says);
    assert.equal(typeof anchorOf(new URL(address, location).hash), "string", says);
  }
});

const PIECES = [
  ...'#?&=%[]{}",:01a-_',
  "%E0",
  "%00",
  "\u0000",
  "\ud800",
  "🎲",
  "null",
  "1e400",
  "#sheet=",
  "&seed=",
  "__proto__",
];

/** The text with some letters put in, left out or doubled. */
function changed(text, random) {
  let now = text;
  for (let times = random(6); times > 0; times -= 1) {
    const at = random(now.length + 1);
    const end = at + random(random(4) ? 3 : 60);
    now =
      now.slice(0, at) +
      (random(3) ? PIECES[random(PIECES.length)].repeat(1 + random(3)) : "") +
      now.slice(end);
  }
  return now.startsWith("http") ? `${location}${now.slice(location.href.length)}` : now;
}

/** Whole numbers below a limit, the same for the same seed. */
function generator(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
