import { opened } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

const sample = (name) => `[id="desk-set-sample-${name}"]`;

// There is one engine per process, as per document, so this is a single test.
test("a tracker is set up, played and forecast", async (t) => {
  const { document, engine, window } = await opened(t, "desk");
  localStorage.setItem("diceleaf:into:dichotomy", JSON.stringify([{ sample: "ogre", count: 2 }]));
  const { DiceTracker } = await import("../../../docs/assets/js/elements/dice-tracker.js");
  window.customElements.define("dice-tracker", DiceTracker);
  const desk = document.querySelector("dice-tracker");
  t.after(() => desk.remove());
  const press = async (css) => {
    document.querySelector(css).click();
    await engine.quiet();
  };
  const unfold = async (part) => {
    desk.part(part).open = true;
    desk.part(part).dispatchEvent(new window.Event("toggle"));
    await engine.quiet();
  };
  const text = (part) => desk.part(part).textContent;
  const names = () => desk.item.start.fighters.map(({ name }) => name);

  await engine.quiet();
  const rehearsed = engine.requests.find(({ action }) => action === "tracker");
  assert.ok(rehearsed && !rehearsed.event, "the engine has answered once before anybody taps");
  assert.deepEqual(names().slice(-2), ["Ogre", "Ogre 2"], "whom the book sent sits down");
  assert.equal(localStorage.getItem("diceleaf:into:dichotomy"), null, "and comes once");

  await press("[data-command=blank]");
  assert.match(text("head"), /No one here yet/);
  for (let tap = 0; tap < 3; tap += 1) document.querySelector(sample("brawler")).click();
  await engine.quiet();
  assert.deepEqual(names(), ["Brawler", "Brawler 2", "Brawler 3"], "each of quick taps counts");
  assert.match(text("setting"), /Brawler 3/);
  assert.match(text("turn"), /Brawler 2/, "the rest of the desk has followed");

  await press('[id="desk-set-who-Brawler"]');
  await press('[id="desk-set-place-1"]');
  assert.equal(desk.item.start.fighters[0].zone, "1");
  await press('[id="desk-set-place-2"]');
  await press('[id="desk-set-more"]');
  const zones = desk.item.start.zones.map(({ name }) => name);
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
  assert.equal(document.querySelector('[name="entry.name"]').value, "Brawler 2", "what was typed stays");
  assert.equal(names()[0], "Brawler");
  document.querySelector('[name="entry.side"][value="pc"]').checked = true;
  document.querySelector('[name="entry.name"]').value = "Odile";
  name.form.dispatchEvent(new window.Event("submit", { bubbles: true, cancelable: true }));
  await engine.quiet();
  assert.deepEqual(names(), ["Odile", "Brawler 2", "Brawler 3"]);

  await unfold("forecasting");
  assert.match(text("forecast"), /Characters win/);
  assert.equal(desk.part("forecast-running").hidden, true);
  desk.part("forecasting").dispatchEvent(new window.Event("toggle"));
  desk.part("forecast-stop").focus();
  desk.part("forecast-stop").click();
  await engine.quiet();
  assert.equal(text("forecast"), "", "who doesn't wait is told nothing later");
  assert.equal(document.activeElement, desk.part("forecast-resume"));
  await press("[data-part=forecast-resume]");
  assert.match(text("forecast"), /Characters win/);
  assert.equal(
    document.activeElement.localName,
    "summary",
    "the reader isn't lost with the button that went",
  );
  const forecasts = () => engine.requests.filter(({ action }) => action === "tracker_forecast");
  const before = forecasts().length;
  desk.part("setup").open = false;
  await press('[id="desk-dichotomy-defend"] button[type=submit]');
  assert.ok(forecasts().length > before, "something happened, so that it is worked out anew");
  assert.equal(forecasts().at(-1).scene.log.length, 1);

  let known;
  desk.loading = new Promise((resolve) => (known = resolve)); // a slow storage
  document.querySelector("button[data-turn]").click();
  desk.part("own-dice").focus();
  known();
  desk.loading = null;
  await engine.quiet();
  assert.equal(
    engine.requests.filter(({ action }) => action === "tracker").at(-1).event,
    undefined,
    "it was looked up",
  );
  assert.equal(document.activeElement, desk.part("own-dice"), "who has gone on meanwhile isn't called back");

  const lines = () =>
    [...desk.querySelectorAll(".tracker__entry-number")].map((each) => Number(each.textContent));
  await desk.create({ ...desk.item, log: Array.from({ length: 80 }, () => ({ do: "end_round" })), at: 80 });
  await engine.quiet();
  assert.deepEqual([lines().at(0), lines().at(-1)], [51, 80], "of a long log the last lines are shown");
  await press("[data-whole]");
  assert.deepEqual([lines().length, lines().at(0)], [80, 1], "and all of them on demand");
  assert.equal(document.querySelector("[data-whole]"), null);
  await press('.tracker__entry [data-at="20"]');
  assert.deepEqual([lines().at(0), lines().at(-1)], [5, 34], "then those about where one has gone");

  await press("[data-command=party]");
  assert.deepEqual(names(), ["Odile"], "the party goes on without its foes");
});
