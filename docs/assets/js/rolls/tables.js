/**
 * The compiled rolls of a page (`hooks/compiled_rolls/pages.py`), in the page or in files that are fetched on
 * touch or before the engine. They roll until the engine is ready.
 */
import { engine } from "../engine.js";
import { IN_FOLDER, INDEX, ROOT } from "../site.js";
import { play } from "./play.js";
import { quickTable } from "./quick-dice.js";
import { show } from "./show.js";

const FOLDER = ROOT + "assets/rolls/";
const QUICK_DICE = "quick-dice.json";
const NONE = { templates: {}, tables: [], uses: [], files: {}, changes: {} };

let script = null;
let page = NONE;
const files = new Map(); // name → resolve function of the promise for that file
const loadedFiles = []; // the files' {templates, tables}

for (const type of ["pointerdown", "focusin"]) {
  addEventListener(type, ({ target }) => prepare(target), { capture: true, passive: true });
}

/**
 * Returns the engine's reply to a "roll" request, made without the engine, or null if only the engine can
 * make it. For a roll that can't be shown here, returns a `request` to the engine with its dice.
 */
export async function rollWithoutEngine(request) {
  if (engine.status === "ready" || request.action !== "roll" || request.seed !== null) return null;
  if (!find(request)) await Promise.race([waitForFile(request), engine.whenReady()]);
  const compiled = find(request);
  if (!compiled || engine.status === "ready") return null;
  try {
    return resultOf(request, compiled);
  } catch (error) {
    console.error("A compiled roll failed.", request, error);
    return null;
  }
}

function resultOf(request, { table, templates }) {
  const texts = titles(table, request.label);
  const result = play(table, randomBelow);
  const reply = texts && show(table, templates, result, texts, ROOT + INDEX);
  const { seed, ...rest } = request;
  return { reply, request: { ...rest, action: "resolve", inputs: table.inputs, dice: result.faces } };
}

/** Fetches the file for a button or form that was touched. */
function prepare(target) {
  const element = target instanceof Element && target.closest("[data-calculator][data-inputs]");
  if (!element) return;
  const key = `${element.dataset.calculator} ${element.dataset.inputs}`;
  fetchFile(ofPage().files[key]);
  fetchFile(ofPage().changes[key]);
}

/**
 * Loads the tables of the page's rolls before the engine, which is many times larger. It loads one file at a
 * time, so that a roll that the reader touches can load quickly.
 */
export function prepareRolls() {
  const names = new Set(Object.values(ofPage().files));
  engine.startAfter(fetchAll(names));
}

async function fetchAll(names) {
  for (const name of names) await fetchFile(name);
}

/** Fetches the file for quick dice. */
export function prepareQuickDice() {
  fetchFile(QUICK_DICE);
}

function fetchFile(name) {
  if (!name || engine.status === "ready" || IN_FOLDER) return null;
  if (!files.has(name)) {
    files.set(name, read(name));
    engine.startAfter(files.get(name));
  }
  return files.get(name);
}

async function read(name) {
  try {
    const response = await fetch(FOLDER + name);
    if (response.ok) loadedFiles.push({ ...NONE, ...(await response.json()) });
  } catch {
    files.delete(name); // the network may return
  }
}

/** Waits for files that are loading until one contains the roll. */
async function waitForFile(request) {
  const pending = new Map(files);
  while (pending.size && !find(request)) {
    pending.delete(await Promise.race([...pending].map(([name, file]) => file.then(() => name))));
  }
}

/** Returns the data of the current page, which may have changed by navigation. */
function ofPage() {
  const now = document.querySelector("script[data-rolls]");
  if (now !== script) {
    script = now;
    page = now ? JSON.parse(now.textContent) : NONE;
  }
  return page;
}

function find({ calculator, inputs }) {
  const use = ofPage().uses.find((each) => each.calculator === calculator && isSame(each.given, inputs));
  const whole = use?.inputs ?? inputs;
  for (const { templates, tables, quick } of [page, ...loadedFiles]) {
    const table =
      tables.find((each) => each.calculator === calculator && isSame(each.inputs, whole)) ??
      (quick?.calculator === calculator ? quickTable(quick, inputs[quick.input]) : null);
    if (table) return { table, templates };
  }
  return null;
}

/** Returns the title of a roll and the text of its inputs, or null if the page has no such label. */
function titles(table, label) {
  if (["", table.titles[0]].includes(label)) return table.titles;
  const use = page.uses.find(
    (each) =>
      each.calculator === table.calculator &&
      each.label === label &&
      isSame(each.inputs ?? each.given, table.inputs),
  );
  return use?.titles ?? null;
}

/** Returns whether inputs are equal; a form leaves those without a value empty. */
function isSame(one, other) {
  if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other);
  if (typeof one !== "object" || typeof other !== "object") return String(one) === String(other);
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame(one[name], other[name]));
}

function isEmpty(value) {
  return value === null || value === undefined || value === "";
}

/** Returns a uniformly distributed whole number from 0 to `limit` - 1. */
function randomBelow(limit) {
  const end = 2 ** 32 - (2 ** 32 % limit);
  const random = new Uint32Array(1);
  do crypto.getRandomValues(random);
  while (random[0] >= end);
  return random[0] % limit;
}
