/** Exports for parts of every page that use house rules on demand, separate from what pages load at once. */
export { markUnused } from "../sheet/unused-choices.js";
export { withTableRules, unusedEntries } from "./characters.js";
export { inForce, nameOf, optionsOf, putInForce } from "./in-force.js";
export { fillHiddenFields, printedRules } from "./rollers.js";
