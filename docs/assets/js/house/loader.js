/**
 * Applies house rules to pages, and follows changes in other tabs. Without house rules, pages load only this
 * module, which checks whether there is a set; `in-force.js` reads it.
 */
import { currentAddress, gameOf, toAddress } from "../search/addresses.js";
import { beforePage, onPage } from "../shell/page-navigation.js";
import { STORAGE } from "../site.js";
import { everywhere, inThisTab } from "./storages.js";

let pages = null; // the module that applies house rules, once a set is in force

/** Returns whether a set is in force for a game. */
export function hasSet(game = gameOf()) {
  return [everywhere, inThisTab].some((storage) => storage.get(`house:${game}`) !== null);
}

async function show(page = document, address = currentAddress()) {
  if (hasSet(gameOf(address))) pages ??= load();
  await (await pages)?.show(page, address);
}

function load() {
  return import("./pages.js").catch((error) => {
    pages = null; // the next call retries
    throw error;
  });
}

function dispatchChange(game) {
  dispatchEvent(new CustomEvent("diceleaf:house", { detail: { game } }));
}

show();
beforePage((page, to) => {
  const address = toAddress(to.href.split(/[?#]/)[0]);
  return hasSet(gameOf(address)) && show(page, address);
});
onPage(() => hasSet() || show()); // the previous page had house rules
addEventListener("diceleaf:house", ({ detail: { game } }) => game === gameOf() && show());
addEventListener("pageshow", ({ persisted }) => persisted && show()); // missed events
addEventListener("storage", ({ key }) => {
  const start = `diceleaf:house:${STORAGE}:`;
  if (key === null) dispatchChange(gameOf());
  else if (key.startsWith(start)) dispatchChange(key.slice(start.length));
});
