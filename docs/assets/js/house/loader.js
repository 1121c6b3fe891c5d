/**
 * Brings a table's house rules to the pages of its game. Readers who play by the book load nothing more than
 * this.
 */
import { beforePage, onPage } from "../shell/page-navigation.js";
import { gameOf, inForce } from "./in-force.js";

let last = null; // the record under which a page was shown last

/** Shows a page, a document, as the house rules of its game have it. */
async function show(page, game) {
  const record = inForce(game);
  if (!record && !last) return;
  last = record;
  (await import("./apply.js")).show(page, record);
}

show(document, gameOf());
beforePage((page, to) => inForce(gameOf(to)) && show(page, gameOf(to)));
onPage(() => inForce(gameOf()) || show(document, gameOf())); // where the last page had some
addEventListener("diceleaf:house", ({ detail: { game } }) => game === gameOf() && show(document, game));
addEventListener("pageshow", ({ persisted }) => {
  // a page that was put aside heard nothing meanwhile
  if (persisted && inForce(gameOf()) !== last) show(document, gameOf());
});
