import { openPage } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

const GAME = "dichotomy";

test("each press adds an opponent from the book to the tracker", async (t) => {
  const page = await openPage(t, "foes");
  const { DiceAdd } = await import("../../../docs/assets/js/elements/dice-add.js");
  page.window.customElements.define("dice-add", DiceAdd);
  const ogre = page.document.querySelector('dice-add[data-sample="ogre"]');
  for (let tap = 0; tap < 2; tap += 1) ogre.querySelector("button").click();
  assert.equal(ogre.querySelector('[data-part="count"]').textContent, "2");
  assert.equal(ogre.querySelector('[data-part="sent"]').hidden, false);
  const { takePendingJoins } = await import("../../../docs/assets/js/tracker/pending-join.js");
  const { openStorage } = await import("../../../docs/assets/js/storage/local-storage.js");
  assert.deepEqual(takePendingJoins(openStorage(), GAME), [{ sample: "ogre", count: 2 }]);
  assert.deepEqual(takePendingJoins(openStorage(), GAME), [], "each opponent joins once");
  const wrong = [
    { set: "remove", name: "Beard" },
    { sample: 7, count: 1 },
    { sample: "ogre", count: 0.5 },
    null,
  ];
  const more = { sample: "ogre", count: 1, set: "remove", name: "Beard" };
  openStorage().set(`into:${GAME}`, JSON.stringify([...wrong, more]));
  assert.deepEqual(
    takePendingJoins(openStorage(), GAME),
    [{ sample: "ogre", count: 1 }],
    "pending joins can't do anything else",
  );
});
