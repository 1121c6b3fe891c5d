/**
 * The elements that not every page contains: a selector, and the module that defines them. It is loaded with
 * the first such page. Their styles are in `hooks/offline/style_bundles.py`.
 */
import { isFramed } from "./storage/framed.js";
import { beforePage } from "./shell/page-navigation.js";

/**
 * Those that hold what the reader has saved: inside another site they stay as they are printed, and hidden.
 */
const SAVED = {
  "dice-tracker": () => import("./lazy-elements/trackers.js"),
  "dice-backup": () => import("./lazy-elements/backup.js"),
  "dice-sheet": () => import("./lazy-elements/sheets.js"),
  "dice-house-rules": () => import("./lazy-elements/house-rules.js"),
};
const PARTS = {
  "dice-calculator, dice-roller": () => import("./lazy-elements/calculators.js"),
  "dice-plot": () => import("./lazy-elements/plots.js"),
  ...(isFramed ? {} : SAVED),
};

/** Resolves once all that `page` holds, a document, can live. */
function loadElements(page) {
  const held = Object.keys(PARTS).filter((knownBy) => page.querySelector(knownBy));
  return Promise.all(held.map((knownBy) => PARTS[knownBy]()));
}

/** Resolves once all of the page that is shown can live. */
export const alive = loadElements(document);

beforePage(loadElements);
