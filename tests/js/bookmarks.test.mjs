import { profile } from "./storage_profiles.js";
import assert from "node:assert/strict";
import test from "node:test";
import { Bookmarks } from "../../docs/assets/js/storage/bookmarks.js";

async function openBookmarks(records) {
  const bookmarks = new Bookmarks(records);
  await bookmarks.opened;
  return bookmarks;
}

test("bookmarks are newest first and shared between tabs", async (t) => {
  let now = 0;
  t.mock.method(Date, "now", () => (now += 1));
  const browser = profile();
  const here = await openBookmarks(browser.open());
  const there = await openBookmarks(browser.open());
  await here.toggle("lantern:L-001");
  const heard = new Promise((done) => there.addEventListener("change", done));
  await here.toggle("lantern:term::flee");
  await heard;
  assert.deepEqual(here.all, ["lantern:term::flee", "lantern:L-001"]);
  assert.deepEqual(there.all.at(-1), "lantern:L-001");
  await here.toggle("lantern:L-001");
  assert.deepEqual([here.isMarked("lantern:L-001"), here.isMarked("lantern:term::flee")], [false, true]);
});

test("a full storage changes nothing", async () => {
  const browser = profile("plain");
  browser.raw.room = 3;
  const bookmarks = await openBookmarks(browser.open());
  await bookmarks.toggle("lantern:L-001");
  assert.deepEqual([bookmarks.isMarked("lantern:L-001"), bookmarks.all], [false, []]);
});
