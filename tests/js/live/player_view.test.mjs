import { openPage, saveItem } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

const GAME = "dichotomy";

test("the player view follows the tracker and hides hits", async (t) => {
  const page = await openPage(t, "desk");
  page.window.history.pushState(null, "", "?players");
  const { ROOT } = await import("../../../docs/assets/js/site.js");
  const channel = new BroadcastChannel(`diceleaf:desk:${new URL(ROOT).pathname}:${GAME}`);
  const messages = [];
  channel.onmessage = ({ data }) => messages.push(data);
  t.after(() => channel.close());
  const { DicePlayerView } = await import("../../../docs/assets/js/elements/dice-player-view.js");
  const { DiceTracker } = await import("../../../docs/assets/js/elements/dice-tracker.js");
  page.window.customElements.define("dice-tracker", DiceTracker);
  page.window.customElements.define("dice-player-view", DicePlayerView);
  const players = page.document.querySelector("dice-player-view");
  t.after(() => players.remove());
  await page.engine.quiet();
  assert.equal(page.engine.requests.length, 0, "the tracker of the same page is inactive");
  assert.equal(players.hidden, false);
  assert.deepEqual(messages, [{ asked: true }]);
  assert.equal(players.part("waiting").hidden, false);

  const scene = JSON.parse(page.document.querySelector("dice-tracker").dataset.scene);
  channel.postMessage({ scene });
  await page.engine.quiet();
  await page.engine.quiet();
  assert.match(players.part("seen").textContent, /Round 1.*Odile is next.*Beard[^.]*unhurt/s);
  assert.doesNotMatch(players.part("seen").textContent, /hits/);
  assert.equal(players.part("waiting").hidden, true);

  await saveItem(`desk:${GAME}:a`, { version: 1, scene: { ...scene, name: "Kept" } });
  localStorage.setItem(`diceleaf:desk-open:${GAME}`, "a");
  players.remove();
  page.document.body.append(players);
  await page.engine.quiet();
  assert.equal(page.document.title, "Kept");
});
