/**
 * Entry points of a page: addresses, links, backups and local storage. Each generates data of strangers,
 * other versions or a damaged disk, which must be read, rejected with a message, or left alone.
 */
import { changedText, changedValue, generator, oneOf } from "./random_data.js";
import { everything, openCollection, profile, put, SITE } from "./storage_profiles.js";
import assert from "node:assert/strict";
import { readRollerUrl, writeRollerUrl } from "../../docs/assets/js/roller-url.js";
import { decodeHash } from "../../docs/assets/js/url-hash.js";
import { readComparison } from "../../docs/assets/js/compare/link.js";
import { createBackup, compareBackup, readBackup, restore } from "../../docs/assets/js/storage/backup.js";
import { Bookmarks } from "../../docs/assets/js/storage/bookmarks.js";
import { groupItems } from "../../docs/assets/js/storage/grouping.js";
import { RollHistory } from "../../docs/assets/js/storage/roll-history.js";
import { parseItemKey } from "../../docs/assets/js/storage/keys.js";
import { readLink, writeLink } from "../../docs/assets/js/storage/share-link.js";
import { same } from "../../docs/assets/js/storage/merge.js";
import { ReadingPositions } from "../../docs/assets/js/storage/reading-positions.js";
import { isBackupDue, lastBackup } from "../../docs/assets/js/storage/backup-reminder.js";
import { ReaderError } from "../../docs/assets/js/storage/collection.js";
import { sessionDay, formatDay, formatHour } from "../../docs/assets/js/tray/session-days.js";
import { toCsv } from "../../docs/assets/js/tray/sharing.js";

/** The globals that the scripts use. */
export const PAGE = {
  location: new URL("https://example.org/book/page/"),
  document: { documentElement: { lang: "en" } },
  BroadcastChannel: undefined, // otherwise the pages of all inputs would send each other messages
};

const MAX_TIME = 250; // milliseconds of processor time
const MAX_INPUT_CHARS = 700;

const words = (word) => word;
const ODO = { version: 1, sheet: { name: "Odo", gear: [{ item: "bells" }] }, changes: [{ at: 1 }] };
const FIGHT = { version: 1, scene: { name: "The road ambush", log: [{ do: "defend" }] } };
const THROW = {
  ...{ at: 1763884800000, calculator: "tools.throw", inputs: { notation: "d6" }, faces: [4], label: "" },
  ...{ title: "1d6", verdict: "4", asked: "", who: "Odo", say: "4", text: "1d6: 4", address: "tools/" },
};

const BACKUP = {
  format: "diceleaf-backup",
  version: 1,
  made: "2026-11-23T08:00:00.000Z",
  records: {
    things: [
      { key: "desk:lantern:b", kept: FIGHT },
      { key: "sheet:lantern:a", kept: ODO },
      { key: "sheet:lantern:c", kept: "{" },
    ],
    throws: [{ key: "001763884800000-1", ...THROW }],
    named: [{ key: "Axe", name: "Axe", calculator: "tools.throw", inputs: { notation: "d6" }, who: "" }],
    bookmarks: [{ key: "lantern:L-001", at: 1 }],
    deleted: [
      {
        key: "001763884800000-2",
        at: 1,
        what: "Odette",
        records: [["things", { key: "sheet:lantern:d", kept: ODO }]],
      },
    ],
  },
  notes: { colours: "dark", "place:lantern": '{"address": "lantern/", "chapter": "Light"}' },
};

const STORED = {
  [`diceleaf:left:${SITE}:p:sheet:lantern:a`]: {
    record: { key: "sheet:lantern:a", kept: ODO },
    bases: [{ sheet: { name: "Od" } }],
  },
  [`diceleaf:kept:${SITE}:things:sheet:lantern:a`]: BACKUP.records.things[1],
  [`diceleaf:kept:${SITE}:throws:1`]: { key: "1", ...THROW },
  [`diceleaf:kept:${SITE}:named:Axe`]: BACKUP.records.named[0],
  [`diceleaf:step:${SITE}`]: [
    [`kept:things:sheet:lantern:e`, JSON.stringify({ key: "sheet:lantern:e", kept: ODO })],
  ],
  "diceleaf:sheet:lantern:f": ODO,
  "diceleaf:desk:lantern:g": FIGHT,
  "diceleaf:aside:lantern:h:1": [],
  [`diceleaf:bookmark:${SITE}:lantern:L-001`]: 1763884800000,
  "diceleaf:bookmark:lantern:L-002": 7,
  [`diceleaf:place:${SITE}:lantern`]: { address: "lantern/", chapter: "Light", at: 7 },
  [`diceleaf:lately:${SITE}`]: ["lantern:L-001"],
  [`diceleaf:open:${SITE}:lantern`]: "a",
  [`diceleaf:backed-up:${SITE}`]: 1763884800000,
  [`diceleaf:unsaved-since:${SITE}`]: 1763884800000,
};

function several(value, random, change) {
  let now = value;
  for (let times = oneOf([0, 1, 1, 2, 4], random); times > 0; times -= 1) now = change(now, random);
  return now;
}

async function drawAddress(random) {
  const comparison = { pinned: [{ inputs: { steps: 2 }, name: "Ann" }], name: "", way: "steps" };
  const whole = [
    writeRollerUrl("r", { a: 1, list: [{ of: "things" }], text: "Zoë & co" }, [1, 6]),
    `?steps=1&seed=7&compare=${encodeURIComponent(JSON.stringify(comparison))}#r`,
    `?a=${"[".repeat(5000)}#r`,
    `?compare={"pinned":[{"inputs":${'{"a":'.repeat(3000)}1${"}".repeat(3000)}}]}#r`,
  ];
  const { href } = PAGE.location;
  const address = href + changedText(oneOf(whole, random).replace(href, ""), random);
  const ask = () => {
    for (const id of ["r", ""]) {
      const links = [readRollerUrl(address, id), readComparison(address, id)];
      assert.equal(typeof JSON.stringify(links), "string");
      assert.ok(links[1].pinned.every(({ inputs }) => typeof inputs === "object"));
    }
    assert.equal(typeof decodeHash(new URL(address).hash), "string");
  };
  return [address, ask];
}

async function drawLink(random) {
  const text = JSON.stringify(
    several({ format: "diceleaf-sheet", sheets: [ODO.sheet] }, random, changedValue),
  );
  const { href } = PAGE.location;
  const address = href + changedText((await writeLink(text)).slice(href.length), random);
  const ask = async () => {
    const result = await readLink(address);
    assert.ok(result === null || typeof result === "string");
  };
  return [address, ask];
}

async function drawBackup(random) {
  const text = JSON.stringify(several(BACKUP, random, changedValue));
  const input = random(8) ? text : changedText(text, random);
  const ask = async () => {
    const browser = profile(oneOf(["plain", "plain", "database"], random));
    const records = await browser.open();
    let backup;
    try {
      backup = await readBackup(new File([input], "backup.json"), words);
    } catch (error) {
      assert.ok(error instanceof ReaderError, error.stack);
      return;
    }
    const own = { key: "sheet:lantern:a", kept: { version: 1, sheet: { name: "Mine" } } };
    await put(records, "things", own);
    const here = new Set(browser.raw.keys());
    const added = await compareBackup(records, browser.storage, backup);
    await restore(records, browser.storage, backup);
    const after = await everything(records);
    const others = after.things.filter(({ kept }) => !same(kept, own.kept));
    assert.ok(
      same(
        after.things.find(({ key }) => key === own.key),
        own,
      ),
    );
    assert.deepEqual(stores({ ...after, things: others }), stores(sorted(added.records)));
    assert.deepEqual(browser.storage.notes, added.notes);
    const names = browser.raw.keys().filter((name) => !here.has(name) && !/^diceleaf:kept:/.test(name));
    assert.equal(names.length, Object.keys(added.notes).length, "nothing else is added");
    await checkData(browser, records);
  };
  return [input, ask];
}

async function drawStorage(random) {
  const entries = Object.entries(STORED)
    .filter(() => random(3))
    .map(([name, value]) => {
      const text = JSON.stringify(several(value, random, changedValue)) ?? "";
      return [random(12) ? name : changedText(name, random), random(6) ? text : changedText(text, random)];
    });
  const ask = async () => {
    const browser = profile(oneOf(["plain", "plain", "database"], random));
    for (const [name, text] of entries) browser.raw.set(name, text);
    const records = await browser.open({ games: ["lantern"] });
    assert.equal(records.waiting, false);
    await checkData(browser, records);
  };
  return [entries, ask];
}

/** Checks that all saved data can be listed, backed up and read again, deleted, and restored. */
async function checkData(browser, records) {
  const history = new RollHistory(records);
  const throws = await history.all();
  for (const { at } of throws)
    for (const name of [formatDay(sessionDay(at), words), formatHour(at)]) assert.ok(name);
  assert.equal(typeof toCsv(throws, "when,who"), "string");
  for (const { name } of await history.named()) assert.equal(typeof name, "string");
  const bookmarks = new Bookmarks(records);
  await bookmarks.opened;
  const { storage } = browser;
  const places = new ReadingPositions(storage);
  JSON.stringify([bookmarks.all, places.all, places.lately, lastBackup(storage), isBackupDue(storage)]);
  for (const [kind, field] of Object.entries({ sheet: "sheet", desk: "scene" })) {
    const things = await openCollection(browser, records, { kind, field });
    for (const { id } of things.list) assert.ok((await things.read(id)).item, id);
    await things.unreadable();
  }
  const before = await everything(records);
  const lines = groupItems(before.things ?? []).flatMap((group) => group.lines);
  assert.equal(lines.length, before.things?.length ?? 0);
  const again = await readBackup(
    new File([await createBackup(records, storage, words)], "backup.json"),
    words,
  );
  const { deleted: old, ...rest } = before;
  const things = (rest.things ?? []).filter(({ key }) => parseItemKey(key));
  const marked = (rest.bookmarks ?? []).filter(({ at }) => Number.isFinite(at));
  const expected = JSON.parse(JSON.stringify({ ...rest, things, bookmarks: marked }));
  assert.deepEqual(stores(again.records), stores(expected));
  const which = ["things", "throws", "named", "bookmarks"].flatMap((store) =>
    (before[store] ?? []).map(({ key }) => [store, key]),
  );
  const deleted = await records.remove(which);
  const { deleted: bin } = await everything(records);
  assert.deepEqual(Object.keys(await everything(records)), ["deleted"]);
  assert.ok(bin.some(({ key }) => key === deleted));
  await records.undelete(deleted);
  const { deleted: _, ...back } = await everything(records);
  const { deleted: __, ...all } = before;
  assert.deepEqual(back, all);
}

function sorted(records) {
  const byKey = (one, other) => (one.key < other.key ? -1 : 1);
  return Object.fromEntries(Object.entries(records).map(([store, all]) => [store, all.sort(byKey)]));
}

function stores(records) {
  return Object.fromEntries(Object.entries(records).filter(([, all]) => all.length));
}

/** The entry points, each of which is drawn equally often. */
const ENTRY_POINTS = { address: drawAddress, link: drawLink, backup: drawBackup, storage: drawStorage };

/** Returns the failures among the inputs with these numbers, as [{number, door, asked, wrong}]. */
export async function tried(seed, first, end) {
  const faults = [];
  const names = Object.keys(ENTRY_POINTS);
  for (let number = first; number < end; number += 1) {
    const random = generator(Math.imul(seed, 0x9e3779b1) ^ number);
    const door = oneOf(names, random);
    const [input, ask] = await ENTRY_POINTS[door](random);
    const wrong = await failureOf(ask);
    if (wrong)
      faults.push({
        number,
        door: `page ${door}`,
        asked: JSON.stringify(input).slice(0, MAX_INPUT_CHARS),
        wrong,
      });
  }
  return faults;
}

/** Returns a failure, or an empty text. Slow inputs are repeated, as other processes can delay them. */
async function failureOf(ask) {
  let least = Infinity;
  for (let time = 0; time < 3; time += 1) {
    const start = process.cpuUsage();
    try {
      await ask();
    } catch (error) {
      return error.stack;
    }
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
    if (least <= MAX_TIME) return "";
  }
  return `takes ${Math.round(least)} ms`;
}
