/** The search index and cards with house rules. */
import { shownRecord } from "./in-force.js";
import { questionOf, wholeText } from "./ruling-titles.js";
import { textsOf } from "./texts.js";

const LABEL = "House rule";
const UNUSED = "Not used at your table";
const CHANGEABLE = new Set(["rule", "ruling"]);

/**
 * Returns the index of all books (hooks/search_index/index.py) with house rules. A changed entry has the new
 * text as `shown` and the book's as `inBook`; both are searched.
 */
export function withHouseRules(index, recordOf = shownRecord) {
  const tables = index.books.map(({ id }) => (id ? recordOf(id) : null));
  if (!tables.some(Boolean)) return index;
  const views = tables.map((record) => record && viewOf(record));
  const things = index.things.flatMap((thing) => {
    const page = index.pages[thing.page];
    const view = views[page.book];
    return view ? [changed(thing, page, view), ...followers(thing, view)] : [thing];
  });
  return { ...index, things };
}

function viewOf({ set, sentences }) {
  const unused = Object.keys(set.entries).filter((place) => set.entries[place]?.hidden);
  return { texts: textsOf(set, sentences), unused: new Set(unused), added: set.new };
}

function changed(thing, { address }, { texts, unused }) {
  const place = `${address?.split("/").at(-2) ?? ""}#${thing.anchor}`;
  if (thing.kind === "entry" && unused.has(place)) return { ...thing, note: UNUSED };
  const text = CHANGEABLE.has(thing.kind) && said(thing.numbers ?? [], texts);
  if (!text) return thing;
  const isAnswer = thing.kind === "ruling" && thing.text;
  const inBook = isAnswer ? wholeText(thing.name, thing.text) : (thing.text ?? thing.name);
  const found = { ...thing, text: `${text} ${inBook}`, shown: `${LABEL}: ${text}`, inBook };
  return isAnswer ? { ...found, name: questionOf(thing.name) } : found;
}

function said(numbers, texts) {
  return numbers
    .map((number) => texts.get(number))
    .filter(Boolean)
    .join(" ");
}

/** Returns the new rules after the rule of an entry. */
function followers({ kind, page, numbers = [], section }, { added }) {
  if (kind !== "rule") return [];
  return added
    .filter(({ after }) => numbers.includes(after))
    .map(({ id, title, text }) => {
      const shown = `${LABEL}: ${text}`;
      return { kind, page, anchor: id, name: title, text, shown, numbers: [id], section };
    });
}
