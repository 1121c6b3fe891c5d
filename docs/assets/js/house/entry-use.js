/** The buttons that exclude an entry of a list from the table's game, or include it again. */
import { currentAddress, gameOf, toHref } from "../search/addresses.js";
import { inForce, placeOf } from "./in-force.js";

const OFFER = ".house-looking";
const OFFERED = ".entry__more > [data-unused-place]";

/** Returns whether an entry is excluded. */
export function isUnused(game, place) {
  return Object.hasOwn(inForce(game)?.set.entries ?? {}, place);
}

/**
 * Excludes an entry of a game or includes it again, after a press of its `button`, which has the name for a
 * new set. Nothing changes if the browser can't save it. If the set is only previewed, offers to use it.
 */
export async function toggleUse(game, place, button) {
  if (inForce(game)?.look) return offerSet(game, button);
  const { changeSet, withUse } = await import("./change.js");
  const { name } = button.dataset;
  const isUsed = isUnused(game, place);
  await changeSet(game, (set) => withUse(set, { kind: "entry", place }, isUsed), { name }).catch(() => {});
}

/** Reports beside a button that nothing was saved, and offers to play by the previewed set. */
function offerSet(game, button) {
  document.querySelector(OFFER)?.remove();
  const offer = document
    .querySelector("template[data-card=looking]")
    .content.firstElementChild.cloneNode(true);
  offer.querySelector("button").addEventListener("click", async () => {
    const { adoptPreviewed } = await import("./sets.js");
    await adoptPreviewed(game).catch(() => {});
    offer.remove();
    button.focus();
  });
  button.parentElement.after(offer);
}

/** Adds the buttons to an open entry, if the book has a page of house rules. */
export function addUseButton(entry) {
  const game = gameOf();
  const cardButton = document.querySelector("[data-card=unused]");
  if (entry.querySelector(OFFERED) || !hasHouseRules(game) || !cardButton) return;
  const button = document.createElement("button");
  const place = placeOf(`${currentAddress()}#${entry.id}`, game);
  button.type = "button";
  button.className = "button";
  button.textContent = cardButton.textContent;
  button.dataset.unusedPlace = place;
  button.dataset.name = cardButton.dataset.name;
  button.addEventListener("click", () => toggleUse(game, place, button));
  showState(button);
  entry.querySelector(".entry__more").append(button);
}

function hasHouseRules(game) {
  const page = toHref(`${game}/house-rules/`);
  return Array.from(document.querySelectorAll("nav a"), ({ href }) => href).includes(page);
}

function showState(button) {
  button.ariaPressed = String(isUnused(gameOf(), button.dataset.unusedPlace));
}

addEventListener("diceleaf:house", () => document.querySelectorAll(OFFERED).forEach(showState));
