/** Reading positions: saved in order, and lost without a message if the browser saves nothing. */
import assert from "node:assert/strict";
import test from "node:test";
import { memory } from "./browserlike.js";
import { ReadingPositions } from "../../docs/assets/js/storage/reading-positions.js";
import { openStorage } from "../../docs/assets/js/storage/local-storage.js";

const placesOf = (raw, site = "/book/") => new ReadingPositions(openStorage(site, raw));

test("each book has a position, the last read first", (t) => {
  let now = 0;
  t.mock.method(Date, "now", () => (now += 1));
  const places = placesOf(memory());
  places.read("lantern", { address: "lantern/fights/#flight", chapter: "Fights", section: "Flight" });
  places.read("reed", { address: "reed/", chapter: "Reed", section: "" });
  places.read("lantern", { address: "lantern/ends/", chapter: "Ends", section: "" });
  assert.deepEqual(
    places.all.map(({ book, chapter }) => [book, chapter]),
    [
      ["lantern", "Ends"],
      ["reed", "Reed"],
    ],
  );
  assert.equal(places.place("nobody"), null);
});

test("recent results are unique, newest first, and limited", () => {
  const places = placesOf(memory());
  for (const key of ["a", "b", "c", "d", "e", "f", "g", "c"]) places.addRecent(key);
  assert.deepEqual(places.recent, ["c", "g", "f", "e", "d", "b"]);
});

test("a full storage saves nothing, and a damaged one is empty", () => {
  const full = placesOf(memory(3));
  full.read("lantern", { address: "lantern/", chapter: "Lantern" });
  full.addRecent("lantern:L-001");
  assert.deepEqual([full.all, full.recent], [[], []]);
  const raw = memory();
  raw.set("diceleaf:lately:/book/", "{");
  raw.set("diceleaf:place:/book/:lantern", "[]");
  const damaged = placesOf(raw);
  assert.deepEqual([damaged.recent, damaged.all], [[], []]);
});

test("two sites on one host have separate positions", () => {
  const raw = memory();
  placesOf(raw, "/a/").read("lantern", { address: "lantern/ends/", chapter: "Ends" });
  placesOf(raw, "/a/b/").read("reed", { address: "reed/", chapter: "Reed" });
  assert.deepEqual(
    ["/a/", "/a/b/"].map((site) => placesOf(raw, site).all.map(({ book }) => book)),
    [["lantern"], ["reed"]],
  );
});

test("settings without a site's name are read by each site", () => {
  const raw = memory();
  raw.set("diceleaf:colours", "dark");
  const [one, other] = ["/a/", "/b/"].map((site) => openStorage(site, raw));
  one.note("colours", "light");
  assert.deepEqual([one.get("colours"), other.get("colours")], ["light", "dark"]);
});
