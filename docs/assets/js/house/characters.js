/** Saved characters and house rules: which rules they follow, and which choices are excluded. */
import { optionsOf, placeOf, shownRecord } from "./in-force.js";

/**
 * Returns the sheet with the house rules in force, unless it has its own, with which it was shared or saved.
 */
export function withTableRules(game, sheet) {
  const house = optionsOf(game);
  return sheet.house || !Object.keys(house).length ? sheet : { ...sheet, house };
}

/** Returns {list: ids} of the excluded entries. `pages` are the addresses of the lists. */
export function unusedEntries(game, pages) {
  const entries = shownRecord(game)?.set.entries ?? {};
  const unused = Object.keys(entries).filter((place) => entries[place]?.hidden === true);
  const lists = {};
  for (const [list, page] of Object.entries(pages)) {
    const start = placeOf(`${page}#`, game);
    const ids = unused.filter((place) => place.startsWith(start)).map((place) => place.slice(start.length));
    if (ids.length) lists[list] = ids;
  }
  return lists;
}
