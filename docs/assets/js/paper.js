/**
 * A whole book on one page for paper, with house rules: their sentences in the text, the book's below on
 * request, and a foot with the name of the set.
 */
import { shownRecord } from "./house/in-force.js";
import { apply } from "./house/overlay.js";
import { printFoot } from "./house/print-foot.js";
import { currentAddress } from "./search/addresses.js";

const address = currentAddress(); // print/GAME/
const game = address.split("/")[1];
const record = shownRecord(game);

if (record) {
  apply(document, record, address);
  document.querySelector(".print-book__how").append(" ", choice());
  document.querySelector("article").append(printFoot(record.set));
  if (Object.keys(record.set.options).length) computeFigures();
}

/** Calculates chances, tables and charts with the house rules, and shows the progress. */
async function computeFigures() {
  const line = document.createElement("p");
  line.role = "status";
  line.className = "print-book__how";
  line.textContent = "Calculating chances by your house rules. Wait before you print.";
  document.querySelector(".print-book__how").after(line);
  const showProgress = (left) => {
    line.textContent = `Calculating chances by your house rules: ${left} left. Wait before you print.`;
  };
  try {
    const figures = await import("./paper-figures.js");
    await figures.computeFigures(record, address, showProgress);
    line.textContent = "Chances, tables and charts follow your house rules. Examples are the book’s.";
  } catch (error) {
    line.textContent = "Chances, tables and charts are the book’s: the dice engine couldn’t be loaded.";
    console.error(error);
  }
  openAll();
}

/** Opens all collapsibles, such as that of the book's chart, as they can't be opened on paper. */
function openAll() {
  for (const fold of document.querySelectorAll("details:not(.fraction)")) fold.open = true;
}

/** The checkbox that prints the book's own sentences below the house rules. */
function choice() {
  const label = document.createElement("label");
  const box = document.createElement("input");
  box.type = "checkbox";
  box.addEventListener("change", () => {
    for (const book of document.querySelectorAll(".house-rule__book")) book.hidden = !box.checked;
    for (const rule of document.querySelectorAll("button.house-rule__label"))
      rule.ariaExpanded = String(box.checked);
  });
  label.className = "house-print__choice";
  label.append(box, " Print the book’s rules below our house rules");
  return label;
}
