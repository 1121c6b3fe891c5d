import { withGlobals } from "./browserlike.js";
import assert from "node:assert/strict";
import test from "node:test";
import { rememberRoller, readRollerUrl, writeRollerUrl } from "../../docs/assets/js/roller-url.js";

const location = new URL("https://example.org/book/page/?old=1#other");

test("an address contains inputs and dice or a seed", (t) => {
  withGlobals(t, { location });
  const read = (address) => readRollerUrl(address, "game.roll");
  assert.deepEqual(read("?situation=average&steps=1#game.roll"), {
    inputs: { situation: "average", steps: 1 },
    dice: null,
    seed: null,
    by: null,
    called: null,
  });
  assert.deepEqual(read("?steps=1&dice=[5,6]&seed=0&by=12&called=Listen+at+the+door#game.roll"), {
    inputs: { steps: 1 },
    dice: [5, 6],
    seed: 0,
    by: "12",
    called: "Listen at the door",
  });
});

test("addresses of other rollers are ignored", (t) => {
  withGlobals(t, { location });
  for (const address of ["?steps=1#game.other", "?#game.roll", "?steps=1", ""]) {
    assert.equal(readRollerUrl(address, "game.roll"), null, address);
  }
});

test("the roller is known after the fragment has been replaced", (t) => {
  const page = { href: "https://example.org/book/page/?steps=1&seed=7#game.roll" };
  const history = { state: { x: 1 }, replaceState: (state, _, href) => Object.assign(page, { state, href }) };
  withGlobals(t, { location: page, history });
  rememberRoller("game.roll");
  assert.deepEqual(page.state, { x: 1 });
  const scrolled = page.href.replace("#game.roll", "#further-down");
  assert.deepEqual(readRollerUrl(scrolled, "game.roll"), {
    inputs: { steps: 1 },
    dice: null,
    seed: 7,
    by: null,
    called: null,
  });
  assert.equal(readRollerUrl(scrolled, "further-down"), null);
});

test("a name in an address is limited in length", (t) => {
  withGlobals(t, { location });
  const { by, called } = readRollerUrl(`?a=1&by=${"x".repeat(500)}&called=${"y".repeat(500)}#r`, "r");
  assert.deepEqual([by.length, called.length], [120, 120]);
});

test("invalid JSON is text", (t) => {
  withGlobals(t, { location });
  const { inputs } = readRollerUrl("?a=[5&b=null&c=%22x%22&d=&e=1e1#r", "r");
  assert.deepEqual(inputs, { a: "[5", b: null, c: "x", d: "", e: 10 });
});

test("addresses can be read again", (t) => {
  withGlobals(t, { location });
  const inputs = { name: "Zoë & co", list: [{ of: "things" }], flag: true, number: -3 };
  const address = writeRollerUrl("game.röll", inputs, [1, 2]);
  assert.ok(address.startsWith("https://example.org/book/page/?name="));
  const roll = { dice: [1, 2], seed: null, by: null, called: null };
  assert.deepEqual(readRollerUrl(address, "game.röll"), { inputs, ...roll });
  assert.deepEqual(readRollerUrl(writeRollerUrl("r", { a: 1, b: null }), "r").inputs, { a: 1 });
});
