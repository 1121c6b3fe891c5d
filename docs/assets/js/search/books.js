/** The search index of all books, loaded on first use, and the names of its entries. */
import { withHouseRules } from "../house/things.js";
import { runScript } from "../run-script.js";
import { Finder } from "./finder.js";

let index = null;

/** Returns the Finder of this site's books. Rejects if the index can't be loaded; the next call retries. */
export function openIndex() {
  index ??= load().catch((error) => {
    index = null;
    throw error;
  });
  return index;
}

/** Returns the Finder once it has also read the running text. */
export async function openFullText() {
  const books = await openIndex();
  if (!globalThis.diceleafProse) await runIndexScript(books.prose);
  books.addFullText(globalThis.diceleafProse);
  return books;
}

async function load() {
  await runIndexScript(document.querySelector('meta[name="diceleaf-index"]').content);
  return new Finder(withHouseRules(globalThis.diceleafIndex));
}

addEventListener("diceleaf:house", () => (index = null));

async function runIndexScript(path) {
  await runScript(path).catch(() => {
    throw new Error("Search is unavailable right now. Check your connection.");
  });
}

/** Returns the name of an entry for one line: its own, or that of its heading. */
export function nameOf({ name, section, page }) {
  return name || section || page.title;
}

/**
 * Returns the location of an entry in words: `Dichotomy · Combat · Defend`; without the book if that is
 * known.
 */
export function locationText({ kind, name, section, page, book }, isBookKnown = false) {
  const own = kind === "chapter" ? [] : [kind === "term" ? "Glossary" : page.title];
  const under = section && name && kind !== "calculator" && section !== name ? [section] : [];
  return [...new Set([...(isBookKnown ? [] : [book.title]), ...own, ...under])].join(" · ");
}
