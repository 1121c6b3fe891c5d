/**
 * Applies the house rules in force to pages. Each part changes its own elements: `apply(page, record,
 * address)` does so, and `withdraw(page)` restores the book's. A page is the current document or one about to
 * be shown; its address is relative to the root of the site. `loader.js` loads this module once a set is in
 * force.
 */
import { gameOf } from "../search/addresses.js";
import { apply as applyChip, withdraw as withdrawChip } from "./chip.js";
import { apply as applyCited, withdraw as withdrawCited } from "./cited-rules.js";
import { apply as applyFigures, withdraw as withdrawFigures } from "./figures.js";
import { apply as applyForms, withdraw as withdrawForms } from "./forms.js";
import { inForce, shownRecord } from "./in-force.js";
import { apply as applyOverlay, withdraw as withdrawOverlay } from "./overlay.js";
import { addPageData } from "./page-data.js";
import { apply as applyPrintFoot, withdraw as withdrawPrintFoot } from "./print-foot.js";
import { apply as applyProofs, withdraw as withdrawProofs } from "./proofs.js";

/**
 * The parts in the order in which they are applied; those that need no data of the page come first.
 * (Importing namespaces as objects would add a helper to every page.)
 */
const WITHOUT_DATA = [
  { apply: applyOverlay, withdraw: withdrawOverlay },
  { apply: applyPrintFoot, withdraw: withdrawPrintFoot },
  { apply: applyChip, withdraw: withdrawChip },
];
const WITH_DATA = [
  { apply: applyCited, withdraw: withdrawCited },
  { apply: applyForms, withdraw: withdrawForms },
  { apply: applyFigures, withdraw: withdrawFigures },
  { apply: applyProofs, withdraw: withdrawProofs },
];

let lastRecord = null; // the record with which a page was shown last

/** Applies the house rules of its game to a page, whatever it showed before. */
export async function show(page, address) {
  const game = gameOf(address);
  const record = inForce(game);
  if (!record && !lastRecord) return;
  lastRecord = record;
  applyParts(WITHOUT_DATA, page, address);
  if (record) await addPageData(page, address).catch(reportError);
  applyParts(WITH_DATA, page, address);
}

/** Dispatches `diceleaf:house-shown` on `window` at the end, as text has moved or disappeared. */
function applyParts(parts, page, address) {
  const record = shownRecord(gameOf(address));
  for (const part of parts) attempt(() => part.withdraw(page));
  if (record) for (const part of parts) attempt(() => part.apply(page, record, address));
  dispatchEvent(new Event("diceleaf:house-shown"));
}

/** An error in one part doesn't stop the others; it is reported like any other. */
function attempt(work) {
  try {
    work();
  } catch (error) {
    reportError(error);
  }
}
