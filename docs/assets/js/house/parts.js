/** The sections and entries of a book, which a table may do without. */
import { toHref } from "../search/addresses.js";
import { locationText, nameOf, openIndex } from "../search/books.js";
import { placeOf } from "./in-force.js";

const KINDS = new Set(["section", "entry"]);

/**
 * [{kind, place, label, text, href}] of a book: `place` as in a set of house rules, `text` says where it is.
 * Rejects where the index of the site can't be loaded.
 */
export async function partsOf(game) {
  const { things } = await openIndex();
  const own = things.filter(({ kind, book }) => KINDS.has(kind) && book.id === game);
  return own.map((thing) => {
    const address = `${thing.page.address}#${thing.anchor}`;
    const [kind, place] = [thing.kind, placeOf(address, game)];
    return { kind, place, label: nameOf(thing), text: locationText(thing, true), href: toHref(address) };
  });
}
