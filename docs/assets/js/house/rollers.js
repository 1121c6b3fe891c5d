/** What rollers do about house rules that their form shows only at a table with some. */
import { currentAddress } from "../search/addresses.js";
import { addPageData } from "./page-data.js";

/** Fills a calculator's form in, once it has fields for all inputs. */
export async function fillHiddenFields(calc, inputs) {
  await addPageData(document, currentAddress());
  calc.adding = null;
  calc.inputs = inputs;
}

/**
 * {name: value by the book} of the house rules that a shared roll with these `inputs` doesn't name: it means
 * what it says, whatever the reader's table plays. `dataset` is that of its roller.
 */
export function printedRules(dataset, inputs) {
  const names = dataset.options.split(" "); // the first is the game
  const printed = Object.entries(JSON.parse(dataset.inputs));
  return Object.fromEntries(printed.filter(([name]) => names.includes(name) && !(name in inputs)));
}
