/**
 * Pages under the house rules in force. Each part changes its own share of a page: `apply(page, record,
 * address)` does so, and `withdraw(page)` puts back what the book says, if anything else is shown. A page is
 * a document: the one that is shown, or one that is about to be. Its address is from the root of the site.
 * `loader.js` loads this module once a set is in force.
 */
import { gameOf } from "../search/addresses.js";
import { apply as applyChip, withdraw as withdrawChip } from "./chip.js";
import { apply as applyFigures, withdraw as withdrawFigures } from "./figures.js";
import { apply as applyForms, withdraw as withdrawForms } from "./forms.js";
import { inForce, shownRecord } from "./in-force.js";
import { apply as applyOverlay, withdraw as withdrawOverlay } from "./overlay.js";
import { addPageData } from "./page-data.js";
import { apply as applyPrintFoot, withdraw as withdrawPrintFoot } from "./print-foot.js";
import { apply as applyProofs, withdraw as withdrawProofs } from "./proofs.js";

/**
 * The parts in the order in which they are applied, those that need no data of the page first. (Modules as
 * objects would bring every page a helper.)
 */
const WITHOUT_DATA = [
  { apply: applyOverlay, withdraw: withdrawOverlay },
  { apply: applyPrintFoot, withdraw: withdrawPrintFoot },
  { apply: applyChip, withdraw: withdrawChip },
];
const WITH_DATA = [
  { apply: applyForms, withdraw: withdrawForms },
  { apply: applyFigures, withdraw: withdrawFigures },
  { apply: applyProofs, withdraw: withdrawProofs },
];

let last = null; // the record under which a page was shown last

/** Shows a page by the house rules of its game, whatever it showed before. */
export async function show(page, address) {
  const game = gameOf(address);
  const record = inForce(game);
  if (!record && !last) return;
  last = record;
  follow(WITHOUT_DATA, page, address);
  if (record) await addPageData(page, address).catch(reportError);
  follow(WITH_DATA, page, address);
}

function follow(parts, page, address) {
  const record = shownRecord(gameOf(address));
  for (const part of parts) attempt(() => part.withdraw(page));
  if (record) for (const part of parts) attempt(() => part.apply(page, record, address));
}

/** A part that fails doesn't keep the others from their work; its error is reported like any other. */
function attempt(work) {
  try {
    work();
  } catch (error) {
    reportError(error);
  }
}
