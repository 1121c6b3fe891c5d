/**
 * The names in the local storage that a backup contains, each with a function that reads its value. Only
 * these are written to a backup and restored, and all code that reads such a name uses these functions.
 *
 *     colours, sheet-way, cards, …   settings: one of a few words
 *     name                           of the reader, for shared rolls
 *     open:GAME, desk-open:GAME      the id of the sheet or encounter that was opened last
 *     place:BOOK                     {address, chapter, section, at}: the reading position in a book
 *     lately                         the keys of the last search results, newest first
 *     asked:LIST                     the inputs of a list
 *     guide:GAME                     {key, step}: the step of the creation guide, from 0
 *     house:GAME                     {id, set, …}: the house rules in force (house/in-force.js)
 */
import { isRecord } from "../form/paths.js";
import { isShallow } from "./keys.js";

const oneOf =
  (...texts) =>
  (text) =>
    texts.includes(text) ? text : null;
const isOn = (text) => ({ yes: true, no: false })[oneOf("yes", "no")(text)] ?? null;
const any = (text) => text;

/** Names without a subject. */
const SETTINGS = new Map([
  ["colours", oneOf("system", "light", "dark")],
  ["sheet-way", oneOf("make", "play")],
  ...["cards", "keys", "python", "tumble", "sound", "shake", "own-dice", "only-count"].map((name) => [
    name,
    isOn,
  ]),
  ["name", any],
  ["lately", readKeys],
]);
/** Kinds of names with a subject after a colon. */
const SUBJECT_SETTINGS = new Map([
  ["open", any],
  ["desk-open", any],
  ["place", readPlace],
  ["asked", readInputs],
  ["guide", readGuide],
  ["house", readInForce],
]);

/** Returns the value of a text under a name, or null if it is invalid or no backup contains the name. */
export function parseSetting(name, text) {
  const { kind, about } = splitName(name);
  const read = about ? SUBJECT_SETTINGS.get(kind) : SETTINGS.get(name);
  return read && typeof text === "string" ? read(text) : null;
}

/** Returns the kind of a name, and its subject, "" if it has none. */
export function splitName(name) {
  const [kind, ...about] = name.split(":");
  return { kind, about: about.join(":") };
}

function readPlace(text) {
  const place = parseJson(text);
  const texts = [place?.address, place?.chapter, place?.section ?? ""];
  return texts.every((each) => typeof each === "string") && Number.isFinite(place.at) ? place : null;
}

function readGuide(text) {
  const guide = parseJson(text);
  return typeof guide?.key === "string" && Number.isInteger(guide.step) && guide.step >= 0 ? guide : null;
}

function readInForce(text) {
  const record = parseJson(text);
  return isRecord(record?.set) && isShallow(record) ? record : null;
}

function readKeys(text) {
  const keys = parseJson(text);
  return Array.isArray(keys) && keys.every((key) => typeof key === "string") ? keys : null;
}

function readInputs(text) {
  const inputs = parseJson(text);
  return isRecord(inputs) && isShallow(inputs) ? inputs : null;
}

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
