/** The house rules in force for what a reader has saved, loaded only where there are some. */
import { hasSet } from "./loader.js";

/** What characters and encounters ask about the table, as `on-demand.js` has it: at first, by the book. */
export let table = {
  optionsOf: () => ({}),
  atTheTable: (game, sheet) => sheet,
  unusedEntries: () => ({}),
  markUnused() {},
};

/** Resolves once `table` knows the set in force for a game, if there is one. */
export async function followTable(game) {
  if (hasSet(game)) table = await import("./on-demand.js");
}
