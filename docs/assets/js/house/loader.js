/**
 * Brings a table's house rules to the pages of its game. Readers who play by the book load nothing more than
 * this.
 */
import { currentAddress, toAddress } from "../search/addresses.js";
import { beforePage, onPage } from "../shell/page-navigation.js";
import { gameOf, inForce, isSuspended } from "./in-force.js";

let last = null; // the record under which a page was shown last

/** Shows a page, a document, as the house rules of its game have it. */
async function show(page = document, address = currentAddress()) {
  const game = gameOf(address);
  const record = inForce(game);
  if (!record && !last) return;
  last = record;
  (await import("./apply.js")).show(page, isSuspended(game) ? null : record, address);
}

show();
beforePage((page, to) => {
  const address = toAddress(to.href.split(/[?#]/)[0]);
  return inForce(gameOf(address)) && show(page, address);
});
onPage(() => inForce(gameOf()) || show()); // where the last page had some
addEventListener("diceleaf:house", ({ detail: { game } }) => game === gameOf() && show());
addEventListener("pageshow", ({ persisted }) => {
  // a page that was put aside heard nothing meanwhile
  if (persisted && inForce(gameOf()) !== last) show();
});
