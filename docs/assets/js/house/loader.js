/**
 * Has pages follow a table's house rules, and tells of changes in other tabs. Readers who play by the book
 * load nothing more than this: it only looks whether there is a set, which is for `in-force.js` to read.
 */
import { currentAddress, gameOf, toAddress } from "../search/addresses.js";
import { beforePage, onPage } from "../shell/page-navigation.js";
import { STORAGE } from "../site.js";
import { everywhere, inThisTab } from "./storages.js";

let pages = null; // the module that shows them, once a set is in force

/** Whether a set is in force for a game. */
export function hasSet(game = gameOf()) {
  return [everywhere, inThisTab].some((storage) => storage.get(`house:${game}`) !== null);
}

async function show(page = document, address = currentAddress()) {
  if (hasSet(gameOf(address))) pages ??= import("./pages.js");
  await (await pages)?.show(page, address);
}

function tell(game) {
  dispatchEvent(new CustomEvent("diceleaf:house", { detail: { game } }));
}

show();
beforePage((page, to) => {
  const address = toAddress(to.href.split(/[?#]/)[0]);
  return hasSet(gameOf(address)) && show(page, address);
});
onPage(() => hasSet() || show()); // where the last page had some
addEventListener("diceleaf:house", ({ detail: { game } }) => game === gameOf() && show());
addEventListener("pageshow", ({ persisted }) => persisted && show()); // it heard nothing meanwhile
addEventListener("storage", ({ key }) => {
  const start = `diceleaf:house:${STORAGE}:`;
  if (key === null) tell(gameOf());
  else if (key.startsWith(start)) tell(key.slice(start.length));
});
