/** The Finder of the built books, as the search loads it. */
import fs from "node:fs";
import vm from "node:vm";
import MiniSearch from "minisearch";
import { Finder } from "../../../docs/assets/js/search/finder.js";

const folder = new URL("../../../site/search/", import.meta.url);
const context = {};
for (const name of fs.readdirSync(folder)) {
  vm.runInNewContext(fs.readFileSync(new URL(name, folder), "utf8"), context);
}

export const books = new Finder(JSON.parse(JSON.stringify(context.diceleafIndex)));
books.addFullText(JSON.parse(JSON.stringify(context.diceleafProse)));
await books.prepare(MiniSearch);

/** Returns the book of a folder. */
export function bookOf(folder) {
  return books.books.find(({ id }) => id === folder);
}

/** Returns the results for a reader of a book; `opened` is the entry that the first hit opens. */
export function ask(folder, query) {
  const results = books.find(query, bookOf(folder));
  const [first] = results.hits;
  return { ...results, opened: first && books.target(first.entry) };
}

/** Returns the name of an entry in messages: its number, else its kind and anchor. */
export function nameOf(entry) {
  return entry?.numbers[0] ?? (entry ? `${entry.kind} ${entry.anchor}` : "nothing");
}

/**
 * Returns whether an entry states a rule of its book: it has the number, or is the heading just above the
 * rule.
 */
export function states(entry, number) {
  if (entry.numbers.includes(number)) return true;
  if (entry.kind === "entry") return entry.about.includes(number);
  const rule = books.numbered(entry.book, number);
  if (!rule) throw new Error(`${entry.book.id} has no rule ${number}`);
  if (entry.kind === "chapter") return rule.page === entry.page && !rule.section;
  return entry.kind === "section" && rule.page === entry.page && rule.section === entry.name;
}
