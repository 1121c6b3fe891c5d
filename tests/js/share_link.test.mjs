import assert from "node:assert/strict";
import test from "node:test";
import { withGlobals } from "./browserlike.js";
import { readLink, writeLink } from "../../docs/assets/js/storage/share-link.js";

const here = new URL("https://example.org/book/sheet/?old=1#top");

test("a link contains the text in its fragment", async (t) => {
  withGlobals(t, { location: here });
  for (const text of ["", "{}", "Zoë 🎲 ".repeat(500), "\u0000"]) {
    const link = await writeLink(text);
    assert.match(link, /^https:\/\/example\.org\/book\/sheet\/#sheet=[A-Za-z0-9_-]*$/);
    assert.equal(await readLink(link), text);
  }
});

test("repetitive text is compressed", async (t) => {
  withGlobals(t, { location: here });
  assert.ok((await writeLink("Zoë 🎲 ".repeat(500))).length < 200);
});

test("a link of another kind contains nothing", async (t) => {
  withGlobals(t, { location: here });
  assert.equal(await readLink(await writeLink("x", "desk")), null);
  assert.equal(await readLink(await writeLink("x", "desk"), "desk"), "x");
  assert.equal(await readLink(here.href), null);
});

test("a damaged link is recognised", async (t) => {
  withGlobals(t, { location: here });
  const whole = await writeLink("a text of some length, so that a part is missed");
  for (const damaged of [whole.slice(0, -9), `${here}#sheet=!`, "https://example.org/#sheet=%%%"]) {
    const link = damaged.replace("#top", "");
    assert.equal(await readLink(link), "", link);
  }
});
