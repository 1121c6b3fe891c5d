/** The house rules in force for saved items, loaded only if there are any. */
import { hasSet } from "./loader.js";

/** The functions of `on-demand.js` for characters and encounters; until it is loaded, the standard rules. */
export let table = {
  optionsOf: () => ({}),
  nameOf: () => "",
  withTableRules: (game, sheet) => sheet,
  unusedEntries: () => ({}),
  markUnused() {},
};

/** Resolves once `table` knows the set in force for a game, if there is one. */
export async function followTable(game) {
  if (hasSet(game)) table = await import("./on-demand.js");
}
