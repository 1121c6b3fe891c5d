/** The search index and cards with house rules. */
import { shownRecord } from "./in-force.js";
import { questionOf, wholeText } from "./ruling-titles.js";
import { textsOf } from "./texts.js";

const LABEL = "House rule: ";
const UNUSED = "Not used at your table";
const CHANGEABLE = new Set(["rule", "ruling"]);

/**
 * Returns the index of all books (hooks/search_index/index.py) with house rules. A changed entry has the new
 * text as `shown`, its `label` and the book's text as `inBook`; both texts are searched.
 */
export function withHouseRules(index, recordOf = shownRecord) {
  const tables = index.books.map(({ id }) => (id ? recordOf(id) : null));
  if (!tables.some(Boolean)) return index;
  const views = tables.map((record) => record && viewOf(record));
  const things = index.things.flatMap((entry) => {
    const page = index.pages[entry.page];
    const view = views[page.book];
    return view ? [changed(entry, page, view), ...followers(entry, view)] : [entry];
  });
  return { ...index, things };
}

function viewOf({ set, sentences }) {
  const unused = Object.keys(set.entries).filter((place) => set.entries[place]?.hidden);
  return { texts: textsOf(set, sentences), unused: new Set(unused), added: set.new };
}

function changed(entry, { address }, { texts, unused }) {
  const place = `${address?.split("/").at(-2) ?? ""}#${entry.anchor}`;
  if (entry.kind === "entry" && unused.has(place)) return { ...entry, note: UNUSED };
  const text = CHANGEABLE.has(entry.kind) && sentenceOf(entry.numbers ?? [], texts);
  if (!text) return entry;
  const isAnswer = entry.kind === "ruling" && entry.text;
  const inBook = isAnswer ? wholeText(entry.name, entry.text) : (entry.text ?? entry.name);
  const searched = { ...entry, text: `${text} ${inBook}`, label: LABEL, shown: text, inBook };
  return isAnswer ? { ...searched, name: questionOf(entry.name) } : searched;
}

function sentenceOf(numbers, texts) {
  return numbers
    .map((number) => texts.get(number))
    .filter(Boolean)
    .join(" ");
}

/** Returns the new rules after the rule or ruling of an entry. */
function followers({ kind, page, numbers = [], section }, { added }) {
  if (!CHANGEABLE.has(kind)) return [];
  return added
    .filter(({ after }) => numbers.includes(after))
    .map(({ id, title, text }) => {
      const own = { kind: "rule", page, anchor: id, name: title, numbers: [id], section };
      return { ...own, text, label: LABEL, shown: text };
    });
}
