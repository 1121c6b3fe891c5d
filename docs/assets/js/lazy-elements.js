/**
 * The elements that only some pages contain: a selector, and the module that defines them, loaded with the
 * first such page. Their styles are in `hooks/offline/style_bundles.py`.
 */
import { isFramed } from "./storage/framed.js";
import { beforePage } from "./shell/page-navigation.js";

/** Elements with saved data. In a frame on another site they stay static and hidden. */
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

/** Resolves once all elements of `page`, a document, are defined. */
function loadElements(page) {
  const selectors = Object.keys(PARTS).filter((selector) => page.querySelector(selector));
  return Promise.all(selectors.map((selector) => PARTS[selector]()));
}

/** Resolves once all elements of the current page are defined. */
export const elementsLoaded = loadElements(document);

beforePage(loadElements);
