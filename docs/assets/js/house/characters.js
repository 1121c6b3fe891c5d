/** Saved characters at the table: which house rules they go by. */
import { optionsOf } from "./in-force.js";

/**
 * The sheet with the house rules of the table, unless it has its own: those that it was shared or saved with.
 * A sheet without any goes by the book.
 */
export function atTheTable(game, sheet) {
  const house = optionsOf(game);
  return sheet.house || !Object.keys(house).length ? sheet : { ...sheet, house };
}
