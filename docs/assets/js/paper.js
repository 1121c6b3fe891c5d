/**
 * A whole book on one page for paper, as a table plays it: its sentences in the text, the book's below if the
 * reader wants, and a foot that says whose rules they are.
 */
import { shownRecord } from "./house/in-force.js";
import { apply } from "./house/overlay.js";
import { linkOf, qrOf } from "./house/sharing.js";
import { currentAddress } from "./search/addresses.js";

const address = currentAddress(); // print/GAME/
const game = address.split("/")[1];
const record = shownRecord(game);

if (record) {
  apply(document, record, address);
  document.querySelector(".print-book__how").append(" ", choice());
  document.querySelector("article").append(foot(record.set));
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

function foot({ name, note }) {
  const foot = document.createElement("footer");
  const today = new Date().toLocaleDateString(document.documentElement.lang, { dateStyle: "long" });
  const lines = [`House rules: ${name || "unnamed"}`, note, today].filter(Boolean).map((text) => {
    const line = document.createElement("p");
    line.textContent = text;
    return line;
  });
  foot.className = "house-print__foot";
  foot.append(...lines);
  addCode(foot);
  return foot;
}

/** Adds a code with the link to the set, where the link is short enough for one. */
async function addCode(foot) {
  const url = await linkOf(record.set);
  const code = url && (await qrOf(url));
  if (!code) return;
  code.role = "img";
  code.ariaLabel = "QR code: link to these house rules";
  foot.append(code);
}
