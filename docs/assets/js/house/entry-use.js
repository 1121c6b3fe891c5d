/** The buttons that exclude an entry of a list from the table's game, or include it again. */
import { currentAddress, gameOf, toHref } from "../search/addresses.js";
import { inForce, placeOf } from "./in-force.js";

const OFFERED = ".entry__more > [data-unused-place]";

/** Returns whether an entry is excluded. */
export function isUnused(game, place) {
  return Object.hasOwn(inForce(game)?.set.entries ?? {}, place);
}

/**
 * Excludes an entry of a game or includes it again; a new set is called `name`. Nothing changes if the
 * browser can't save it.
 */
export async function turnUse(game, place, name) {
  const { changeSet, withUse } = await import("./change.js");
  const use = isUnused(game, place);
  await changeSet(game, (set) => withUse(set, { kind: "entry", place }, use), { name }).catch(() => {});
}

/** Adds the buttons to an open entry, if the book has a page of house rules. */
export function offerUse(entry) {
  const game = gameOf();
  const onCard = document.querySelector("[data-card=unused]");
  if (entry.querySelector(OFFERED) || !hasHouseRules(game) || !onCard) return;
  const button = document.createElement("button");
  const place = placeOf(`${currentAddress()}#${entry.id}`, game);
  button.type = "button";
  button.className = "button";
  button.textContent = onCard.textContent;
  button.dataset.unusedPlace = place;
  button.addEventListener("click", () => turnUse(game, place, onCard.dataset.name));
  show(button);
  entry.querySelector(".entry__more").append(button);
}

function hasHouseRules(game) {
  const page = toHref(`${game}/house-rules/`);
  return Array.from(document.querySelectorAll("nav a"), ({ href }) => href).includes(page);
}

function show(button) {
  button.ariaPressed = String(isUnused(gameOf(), button.dataset.unusedPlace));
}

addEventListener("diceleaf:house", () => document.querySelectorAll(OFFERED).forEach(show));
