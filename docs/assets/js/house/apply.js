/**
 * A page under the house rules in force. Each part changes its own share of the page: `apply(page, record,
 * address)` does so, and `withdraw(page)` puts back what the book says, if anything else is shown. A page is
 * a document: the one that is shown, or one that is about to be. Its address is from the root of the site.
 */
import * as chip from "./chip.js";
import * as figures from "./figures.js";
import * as forms from "./forms.js";
import * as overlay from "./overlay.js";
import * as printFoot from "./print-foot.js";
import * as proofs from "./proofs.js";

/** The modules of the parts, in the order in which they are applied. */
const PARTS = [forms, overlay, figures, proofs, printFoot, chip];

/** Shows a page by a record of `in-force.js`, whatever it showed before; null shows it by the book. */
export function show(page, record, address) {
  for (const part of PARTS) attempt(() => part.withdraw(page));
  if (record) for (const part of PARTS) attempt(() => part.apply(page, record, address));
}

/** A part that fails doesn't keep the others from their work; its error is reported like any other. */
function attempt(work) {
  try {
    work();
  } catch (error) {
    reportError(error);
  }
}
