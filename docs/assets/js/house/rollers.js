/** Rollers and house rules whose inputs only appear with a set. */
import { currentAddress } from "../search/addresses.js";
import { addPageData } from "./page-data.js";

/** Fills in a calculator's form once it has fields for all inputs. */
export async function fillHiddenFields(calc, inputs) {
  await addPageData(document, currentAddress());
  calc.adding = null;
  calc.inputs = inputs;
}

/**
 * Returns {name: the book's value} of the house rules that a shared roll with these `inputs` doesn't name, so
 * that it doesn't depend on the reader's set. `dataset` is that of its roller.
 */
export function printedRules(dataset, inputs) {
  const names = dataset.options.split(" "); // the first is the game
  const entries = Object.entries(JSON.parse(dataset.inputs));
  return Object.fromEntries(entries.filter(([name]) => names.includes(name) && !(name in inputs)));
}
