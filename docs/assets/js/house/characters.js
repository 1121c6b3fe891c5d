/** Saved characters at the table: which house rules they go by, and what the table doesn't use. */
import { optionsOf, placeOf, shownRecord } from "./in-force.js";

/**
 * The sheet with the house rules of the table, unless it has its own: those that it was shared or saved with.
 * A sheet without any goes by the book.
 */
export function atTheTable(game, sheet) {
  const house = optionsOf(game);
  return sheet.house || !Object.keys(house).length ? sheet : { ...sheet, house };
}

/** {list: ids} of the entries that the table doesn't use. `pages` are the addresses of the lists. */
export function unusedEntries(game, pages) {
  const entries = shownRecord(game)?.set.entries ?? {};
  const unused = Object.keys(entries).filter((place) => entries[place]?.hidden === true);
  const found = {};
  for (const [list, page] of Object.entries(pages)) {
    const start = placeOf(`${page}#`, game);
    const ids = unused.filter((place) => place.startsWith(start)).map((place) => place.slice(start.length));
    if (ids.length) found[list] = ids;
  }
  return found;
}
