/** The index of all books, loaded when it is first wanted, and how its things are called. */
import { withHouseRules } from "../house/things.js";
import { runScript } from "../run-script.js";
import { Finder } from "./finder.js";

let opened = null;

/** The Finder of this site's books. Rejects where the index can't be loaded; the next call tries again. */
export function openIndex() {
  opened ??= load().catch((error) => {
    opened = null;
    throw error;
  });
  return opened;
}

/** The same, once it has read the running text as well. */
export async function openFullText() {
  const books = await openIndex();
  if (!globalThis.diceleafProse) await run(books.prose);
  books.takeProse(globalThis.diceleafProse);
  return books;
}

async function load() {
  await run(document.querySelector('meta[name="diceleaf-index"]').content);
  return new Finder(withHouseRules(globalThis.diceleafIndex));
}

addEventListener("diceleaf:house", () => (opened = null));

async function run(path) {
  await runScript(path).catch(() => {
    throw new Error("Search is unavailable right now. Check your connection.");
  });
}

/** What a thing is called in a line: its own name, or that of the heading it stands under. */
export function nameOf({ name, section, page }) {
  return name || section || page.title;
}

/** Where a thing stands, in words: `Dichotomy · Combat · Defend`; without its book if that is known. */
export function locationText({ kind, name, section, page, book }, isBookKnown = false) {
  const own = kind === "chapter" ? [] : [kind === "term" ? "Glossary" : page.title];
  const under = section && name && kind !== "calculator" && section !== name ? [section] : [];
  return [...new Set([...(isBookKnown ? [] : [book.title]), ...own, ...under])].join(" · ");
}
