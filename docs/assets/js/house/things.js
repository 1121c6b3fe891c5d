/** The search index and cards with house rules. */
import { shownRecord } from "./in-force.js";
import { questionOf, wholeText } from "./ruling-titles.js";
import { textsOf } from "./texts.js";

const LABEL = "House rule: ";
const UNUSED = "Not used at your table";
const CHANGEABLE = new Set(["rule", "ruling"]);

/**
 * Returns the index of all books (hooks/search_index/index.py) with house rules. A changed entry has the new
 * text as `shown`, its `label` and the book's text as `inBook`; both texts are searched. An entry that the
 * table doesn't use is labelled, too.
 */
export function withHouseRules(index, recordOf = shownRecord) {
  const records = index.books.map(({ id }) => (id ? recordOf(id) : null));
  if (!records.some(Boolean)) return index;
  const views = records.map((record) => record && viewOf(record));
  let unusedSection = null; // the excluded section that the entry is in
  const things = index.things.flatMap((entry) => {
    const page = index.pages[entry.page];
    const view = views[page.book];
    if (!view) return [entry];
    if (unusedSection && endsSection(entry, unusedSection)) unusedSection = null;
    if (entry.kind === "section" && view.hidden.has(placeIn(page, entry))) unusedSection ??= entry;
    const entries = [withNewText(entry, page, view), ...newRulesAfter(entry, view)];
    return unusedSection ? entries.map(labelUnused) : entries;
  });
  return { ...index, things };
}

function endsSection({ kind, page, depth = 0 }, section) {
  return page !== section.page || (kind === "section" && depth <= (section.depth ?? 0));
}

function labelUnused(entry) {
  return entry.note ? entry : { ...entry, label: `${UNUSED}. ${entry.label ?? ""}` };
}

function placeIn({ address }, { anchor }) {
  return `${address?.split("/").at(-2) ?? ""}#${anchor}`;
}

function viewOf({ set, sentences }) {
  const unused = Object.keys(set.entries).filter((place) => set.entries[place]?.hidden);
  const hidden = new Set(set.hidden);
  return { texts: textsOf(set, sentences), unused: new Set(unused), hidden, added: set.new };
}

function withNewText(entry, page, { texts, unused }) {
  if (entry.kind === "entry" && unused.has(placeIn(page, entry))) return { ...entry, note: UNUSED };
  const text = CHANGEABLE.has(entry.kind) && sentenceOf(entry.numbers ?? [], texts);
  if (!text) return entry;
  const isAnswer = entry.kind === "ruling" && entry.text;
  const inBook = isAnswer ? wholeText(entry.name, entry.text) : (entry.text ?? entry.name);
  const changedEntry = { ...entry, text: `${text} ${inBook}`, label: LABEL, shown: text, inBook };
  return isAnswer ? { ...changedEntry, name: questionOf(entry.name) } : changedEntry;
}

function sentenceOf(numbers, texts) {
  return numbers
    .map((number) => texts.get(number))
    .filter(Boolean)
    .join(" ");
}

/** Returns the new rules after the rule or ruling of an entry. */
function newRulesAfter({ kind, page, numbers = [], section }, { added }) {
  if (!CHANGEABLE.has(kind)) return [];
  return added
    .filter(({ after }) => numbers.includes(after))
    .map(({ id, title, text }) => {
      const entry = { kind: "rule", page, anchor: id, name: title, numbers: [id], section };
      return { ...entry, text, label: LABEL, shown: text };
    });
}
