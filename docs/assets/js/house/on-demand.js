/** What parts of every page need of house rules on demand, apart from what pages load at once. */
export { markUnused } from "../sheet/unused-choices.js";
export { atTheTable, unusedEntries } from "./characters.js";
export { inForce, optionsOf, putInForce } from "./in-force.js";
export { fillHiddenFields, printedRules } from "./rollers.js";
