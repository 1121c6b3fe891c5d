import { openPage } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

const sample = (name) => `[id="desk-set-sample-${name}"]`;

// There is one engine per process, as per document, so this is a single test.
test("a tracker is set up, played and forecast", async (t) => {
  const { document, engine, window } = await openPage(t, "desk");
  localStorage.setItem("diceleaf:into:dichotomy", JSON.stringify([{ sample: "ogre", count: 2 }]));
  const { DiceTracker } = await import("../../../docs/assets/js/elements/dice-tracker.js");
  window.customElements.define("dice-tracker", DiceTracker);
  const tracker = document.querySelector("dice-tracker");
  t.after(() => tracker.remove());
  const press = async (css) => {
    document.querySelector(css).click();
    await engine.quiet();
  };
  const openPart = async (part) => {
    tracker.part(part).open = true;
    tracker.part(part).dispatchEvent(new window.Event("toggle"));
    await engine.quiet();
  };
  const text = (part) => tracker.part(part).textContent;
  const names = () => tracker.item.start.fighters.map(({ name }) => name);

  await engine.quiet();
  const prewarmRequest = engine.requests.find(({ action }) => action === "tracker");
  assert.ok(prewarmRequest && !prewarmRequest.event, "the engine is prewarmed before the first tap");
  assert.deepEqual(names().slice(-2), ["Ogre", "Ogre 2"], "pending opponents join");
  assert.equal(localStorage.getItem("diceleaf:into:dichotomy"), null, "they join once");

  await press("[data-command=blank]");
  assert.match(text("head"), /No one here yet/);
  for (let tap = 0; tap < 3; tap += 1) document.querySelector(sample("brawler")).click();
  await engine.quiet();
  assert.deepEqual(names(), ["Brawler", "Brawler 2", "Brawler 3"], "each of several quick taps counts");
  assert.match(text("setting"), /Brawler 3/);
  assert.match(text("turn"), /Brawler 2/, "the rest of the tracker is updated");

  await press('[id="desk-set-who-Brawler"]');
  await press('[id="desk-set-place-1"]');
  assert.equal(tracker.item.start.fighters[0].zone, "1");
  await press('[id="desk-set-place-2"]');
  await press('[id="desk-set-more"]');
  const zones = tracker.item.start.zones.map(({ name }) => name);
  assert.deepEqual(zones, ["1", "2", "3"]);

  await press('[id="desk-set-open-Brawler"]');
  const name = document.querySelector('[name="entry.name"]');
  name.value = "Brawler 2";
  name.form.dispatchEvent(new window.Event("submit", { bubbles: true, cancelable: true }));
  await engine.quiet();
  assert.match(
    document.querySelector('[data-problems="entry.name"]').textContent,
    /Two participants are called/,
  );
  assert.equal(document.querySelector('[name="entry.name"]').value, "Brawler 2", "the typed text stays");
  assert.equal(names()[0], "Brawler");
  document.querySelector('[name="entry.side"][value="pc"]').checked = true;
  document.querySelector('[name="entry.name"]').value = "Odile";
  name.form.dispatchEvent(new window.Event("submit", { bubbles: true, cancelable: true }));
  await engine.quiet();
  assert.deepEqual(names(), ["Odile", "Brawler 2", "Brawler 3"]);

  await openPart("forecasting");
  assert.match(text("forecast"), /Characters win/);
  assert.equal(tracker.part("forecast-running").hidden, true);
  tracker.part("forecasting").dispatchEvent(new window.Event("toggle"));
  tracker.part("forecast-stop").focus();
  tracker.part("forecast-stop").click();
  await engine.quiet();
  assert.equal(text("forecast"), "", "a stopped forecast shows no result");
  assert.equal(document.activeElement, tracker.part("forecast-resume"));
  await press("[data-part=forecast-resume]");
  assert.match(text("forecast"), /Characters win/);
  assert.equal(document.activeElement.localName, "summary", "the focus moves from the hidden button");
  const forecasts = () => engine.requests.filter(({ action }) => action === "tracker_forecast");
  const before = forecasts().length;
  tracker.part("setup").open = false;
  await press('[id="desk-dichotomy-defend"] button[type=submit]');
  assert.ok(forecasts().length > before, "an event starts another forecast");
  assert.equal(forecasts().at(-1).scene.log.length, 1);

  let finishLoading;
  tracker.loading = new Promise((resolve) => (finishLoading = resolve)); // a slow storage
  document.querySelector("button[data-turn]").click();
  tracker.part("own-dice").focus();
  finishLoading();
  tracker.loading = null;
  await engine.quiet();
  assert.equal(
    engine.requests.filter(({ action }) => action === "tracker").at(-1).event,
    undefined,
    "the turn was requested",
  );
  assert.equal(document.activeElement, tracker.part("own-dice"), "the focus stays where the reader moved it");

  const lines = () =>
    [...tracker.querySelectorAll(".tracker__entry-number")].map((each) => Number(each.textContent));
  await tracker.create({
    ...tracker.item,
    log: Array.from({ length: 80 }, () => ({ do: "end_round" })),
    at: 80,
  });
  await engine.quiet();
  assert.deepEqual([lines().at(0), lines().at(-1)], [51, 80], "a long log shows its last entries");
  await press("[data-whole]");
  assert.deepEqual([lines().length, lines().at(0)], [80, 1], "all entries are shown on request");
  assert.equal(document.querySelector("[data-whole]"), null);
  await press('.tracker__entry [data-at="20"]');
  assert.deepEqual([lines().at(0), lines().at(-1)], [5, 34], "the entries around the selected one are shown");

  await press("[data-command=party]");
  assert.deepEqual(names(), ["Odile"], "the party stays without its foes");
});
