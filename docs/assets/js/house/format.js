/**
 * Sets of house rules as text (docs/assets/schema/house-1.json). Since anyone can write one, a set is rebuilt
 * from its valid parts, within limits, with plain texts.
 */
import { isRecord, ownValue } from "../form/paths.js";
import { MAX_FILE_CHARS } from "../limits.js";
import { sentenceHash } from "./sentence-hash.js";

const FORMAT = "diceleaf-house";
const VERSION = 1;
const FIELDS = "format version game book name note options rules entries hidden new".split(" ");

/** The most of each in a set, and the most characters of its texts. */
export const LIMITS = {
  name: 80,
  title: 120,
  text: 1200,
  key: 160,
  options: 100,
  rules: 300,
  hidden: 300,
  new: 60,
};

const NEW_ID = /^H-\d{1,3}$/;
const HASH = /^[0-9a-z]{1,7}$/;
/** A section or entry: its page in the book, and its fragment there. */
const PLACE = /^[\p{L}\p{N}_./-]+#[\p{L}\p{N}_.:-]+$/u;
/** Control characters, lone surrogates, and marks that reorder or hide text. */
const REMOVED = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u206f\u2060\u200b\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/**
 * Why a set is rejected: "damaged", "foreign", "newer", "game" or "large", each with a message on the page.
 */
class RejectedSetError extends Error {}

/**
 * Returns the set in a text for a book, `{game, options, rules, …}` as on its page: {set, was, leftOut,
 * problem}. `was` are the book's sentences that its rules replaced, {rule number: text}, if the text contains
 * them. Items that the book doesn't have or permit are left out, and listed in `leftOut` as [{kind, name}], a
 * value with its option. If the text isn't a set for this book, `set` is null and `problem` is the reason.
 */
export function readSet(text, book) {
  try {
    if (text.length > MAX_FILE_CHARS) throw new RejectedSetError("large");
    return { ...parseSet(parseJson(text), book), problem: "" };
  } catch (error) {
    if (error instanceof RejectedSetError) return { set: null, was: {}, leftOut: [], problem: error.message };
    throw error;
  }
}

/** Returns the text of a set without empty parts; with the book's sentences in `was`, a readable file. */
export function writeSet(set, was = null) {
  const rules = Object.entries(set.rules).map(([number, { text, of: hash }]) => {
    const sentence = was && ownValue(was, number);
    return [number, { text, of: hash, ...(isSentence(sentence, hash) && { was: sentence }) }];
  });
  const annotated = { ...set, rules: Object.fromEntries(rules) };
  const fields = FIELDS.map((name) => [name, annotated[name]]).filter(([, value]) => !isEmpty(value));
  const file = { format: FORMAT, version: VERSION, ...Object.fromEntries(fields) };
  return JSON.stringify(file, null, was ? 2 : undefined);
}

/** Returns an empty set for a book. */
export function emptySet(book) {
  const empty = { name: "", note: "", options: {}, rules: {}, entries: {}, hidden: [], new: [] };
  return { format: FORMAT, version: VERSION, game: book.game, book: book.book, ...empty };
}

/** Returns a text as one line of plain text, up to a length. */
export function plainText(text, most) {
  const plain = String(text).normalize("NFC").replace(/\s+/gu, " ").replace(REMOVED, "").trim();
  return [...plain].slice(0, most).join("").trim();
}

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new RejectedSetError("damaged");
  }
}

function parseSet(data, book) {
  if (!isRecord(data) || data.format !== FORMAT) throw new RejectedSetError("foreign");
  if (!(Number.isInteger(data.version) && data.version >= 1)) throw new RejectedSetError("damaged");
  if (data.version > VERSION) throw new RejectedSetError("newer");
  if (data.game !== book.game) throw new RejectedSetError("game");
  const leftOut = [];
  const omit = (kind, name, more = {}) => leftOut.push({ kind, name: plainText(name, LIMITS.key), ...more });
  for (const name of Object.keys(data)) if (!FIELDS.includes(name)) omit("field", name);
  const set = {
    ...emptySet(book),
    book: shortText(data.book ?? "", 40),
    name: shortText(data.name ?? "", LIMITS.name),
    note: shortText(data.note ?? "", LIMITS.text),
    options: optionsOf(data.options, book, omit),
    rules: rulesOf(data.rules, book, omit),
    entries: entriesOf(data.entries, omit),
    hidden: placesOf(data.hidden, omit),
    new: newRulesOf(data.new, book, omit),
  };
  return { set, was: sentencesIn(data.rules, set.rules), leftOut };
}

function optionsOf(data, book, omit) {
  const known = new Map(book.options.map((option) => [option.name, option]));
  const options = [];
  for (const [name, value] of entriesWithin(data, LIMITS.options)) {
    const option = known.get(name);
    if (!option) omit("option", name);
    else if (!isValue(option, value))
      omit("value", option.label, { option, value: plainText(JSON.stringify(value), LIMITS.key) });
    else if (value !== option.default) options.push([name, value]);
  }
  return Object.fromEntries(options);
}

function isValue({ kind, low, high, choices }, value) {
  if (kind === "flag") return typeof value === "boolean";
  if (kind === "int") return Number.isInteger(value) && value >= low && value <= high;
  return choices.some(([choice]) => choice === value);
}

function rulesOf(data, book, omit) {
  const entries = [];
  for (const [number, rule] of entriesWithin(data, LIMITS.rules)) {
    if (!isRecord(rule)) throw new RejectedSetError("damaged");
    const text = shortText(rule.text, LIMITS.text);
    const hash = HASH.test(rule.of) ? rule.of : "";
    if (ownValue(book.rules, number) && text) entries.push([number, { text, of: hash }]);
    else omit("rule", number, { text });
  }
  return Object.fromEntries(entries);
}

/** Returns the book's sentences for the rules of a set. */
function sentencesIn(data, rules) {
  const all = Object.entries(rules).map(([number, { of: hash }]) => [
    number,
    ownValue(data[number], "was"),
    hash,
  ]);
  return Object.fromEntries(all.filter(([, was, hash]) => isSentence(was, hash)));
}

/**
 * Returns whether a text is the sentence with this hash, so that a set can't invent sentences of the book.
 */
function isSentence(text, hash) {
  return (
    typeof text === "string" && plainText(text, LIMITS.text) === text && text && sentenceHash(text) === hash
  );
}

function entriesOf(data, omit) {
  const entries = [];
  for (const [place, entry] of entriesWithin(data, LIMITS.hidden)) {
    if (!isRecord(entry) || entry.hidden !== true || !isPlace(place)) omit("entry", place);
    else entries.push([place, { hidden: true }]);
  }
  return Object.fromEntries(entries);
}

function placesOf(data, omit) {
  const places = new Set();
  for (const place of listWithin(data, LIMITS.hidden)) {
    if (isPlace(place)) places.add(place);
    else omit("hidden", place);
  }
  return [...places];
}

function isPlace(place) {
  return typeof place === "string" && place.length <= LIMITS.key && PLACE.test(place);
}

function newRulesOf(data, book, omit) {
  const byId = new Map();
  for (const rule of listWithin(data, LIMITS.new)) {
    if (!isRecord(rule)) throw new RejectedSetError("damaged");
    const { id, after } = rule;
    const title = shortText(rule.title ?? "", LIMITS.title);
    const text = shortText(rule.text, LIMITS.text);
    if (NEW_ID.test(id) && !byId.has(id) && text && ownValue(book.rules, after))
      byId.set(id, { id, after, title, text });
    else omit("new", title || id, { text });
  }
  return [...byId.values()];
}

/** Returns a text for saving; rejects the set if it isn't a text, or is longer than this site allows. */
function shortText(text, most) {
  if (typeof text !== "string") throw new RejectedSetError("damaged");
  const plain = plainText(text, Infinity);
  if ([...plain].length > most) throw new RejectedSetError("large");
  return plain;
}

function entriesWithin(data = {}, most) {
  if (!isRecord(data)) throw new RejectedSetError("damaged");
  if (Object.keys(data).length > most) throw new RejectedSetError("large");
  return Object.entries(data);
}

function listWithin(data = [], most) {
  if (!Array.isArray(data)) throw new RejectedSetError("damaged");
  if (data.length > most) throw new RejectedSetError("large");
  return data;
}

function isEmpty(value) {
  return value === undefined || value === "" || (typeof value === "object" && !Object.keys(value).length);
}
