/** The sections and entries of a book, which a set can exclude. */
import { toHref } from "../search/addresses.js";
import { locationText, nameOf, openIndex } from "../search/books.js";
import { placeOf } from "./in-force.js";

const KINDS = new Set(["section", "entry"]);

/**
 * Returns [{kind, place, label, text, href}] of a book: `place` is the identifier in a set, `text` the
 * location in words. Rejects if the search index can't be loaded.
 */
export async function partsOf(game) {
  const { things } = await openIndex();
  const parts = things.filter(({ kind, book }) => KINDS.has(kind) && book.id === game);
  return parts.map((entry) => {
    const address = `${entry.page.address}#${entry.anchor}`;
    const [kind, place] = [entry.kind, placeOf(address, game)];
    return { kind, place, label: nameOf(entry), text: locationText(entry, true), href: toHref(address) };
  });
}
