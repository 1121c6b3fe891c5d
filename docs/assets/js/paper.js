/**
 * A whole book on one page for paper, as a table plays it: its sentences in the text, the book's below if the
 * reader wants, and a foot that says whose rules they are.
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
  if (Object.keys(record.set.options).length) document.querySelector(".house-print__foot").append(figures());
}

/** What the switches of a set change but paper can't count again. */
function figures() {
  const line = document.createElement("p");
  line.textContent = "Chances, tables and charts in this print are the book’s.";
  return line;
}

/** The box that has the book's own sentences printed below the table's. */
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
