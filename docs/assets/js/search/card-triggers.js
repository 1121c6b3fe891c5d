/**
 * The links that show a card: to a rule, a term or an entry. Hovering or focusing such a link shows its card;
 * so does a first tap, and a second follows the link. Dice in the text have a card with their odds, which a
 * long press shows, as a tap rolls them. Most links to rules are no tab stops, to keep the dice close: R goes
 * to the next one, Shift+R to the previous. N goes to the next button that rolls, acts or undoes, or to the
 * next part of a sheet; Shift+N to the previous. The cards and the index are loaded on first use.
 */
import { isShortcut } from "../shell/shortcuts.js";
import { onPreference } from "../preferences.js";

const REST = 350;
const GRACE = 250;
const LONG_PRESS = 500;
const DICE = "dice-inline > button";
const TRIGGERS = `main article :is(a[href*="#"]:not(.headerlink, .grid__link, [href*="?"]), ${DICE})`;
const JUMPS = {
  r: "main article a:is(.rule-mark, .rule-link)",
  n: `main article :is(button.button--primary, [type=submit]:not(.zone-map__press), button[data-calculator], ${DICE},
    [data-set-mode][aria-pressed=false], form details:not(.tracker__more) > summary, #desk-undo):not(:disabled)`,
};

let isEnabled = true;
let cards = null; // once loaded
let timer = 0;
let isTouch = false;
let isByKey = false; // whether Tab or a shortcut moved the focus; WebKit's `:focus-visible` isn't reliable
let pressedDice = null; // the dice that are being pressed, or were until now
let passedLink = null; // the link whose next click isn't intercepted

function loadCards() {
  return import("./cards.js").then((module) => (cards = module.cards));
}

function linkOf({ target }) {
  return isEnabled && target instanceof Element ? target.closest(TRIGGERS) : null;
}

/** Shows the card of a link; returns whether there is one. */
async function show(link, how) {
  try {
    await loadCards();
    return await cards.show(link, how);
  } catch {
    return false; // the index can't be loaded; the link still works
  }
}

function hover({ target, pointerType }) {
  if (pointerType !== "mouse") return;
  clearTimeout(timer);
  const link = linkOf({ target });
  if (link && link !== cards?.link) timer = setTimeout(() => show(link, "mouse"), REST);
  else if (cards?.link && cards.how === "mouse" && !link && !cards.holds(target))
    timer = setTimeout(() => cards.close(), GRACE);
}

function focus(event) {
  const link = linkOf(event);
  if (cards?.link && !cards.holds(event.target) && event.target !== cards.link) cards.close();
  if (link && isByKey && link !== cards?.leaving) show(link, "keyboard");
}

function press(event) {
  isByKey = false;
  isTouch = event.pointerType !== "mouse";
  if (cards?.link && !cards.holds(event.target) && !cards.link.contains(event.target)) cards.close();
  pressedDice = null;
  const link = linkOf(event);
  if (!isTouch || !link?.matches(DICE)) return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    pressedDice = link;
    show(link, "touch");
  }, LONG_PRESS);
}

/** Ends a press when the finger is lifted or scrolls. */
function lift() {
  if (isTouch) clearTimeout(timer);
}

async function click(event) {
  const link = linkOf(event);
  if (!link || link === passedLink || event.defaultPrevented) return;
  clearTimeout(timer);
  if (link.matches(DICE)) return pressDice(event, link);
  if (!isTouch || event.detail === 0 || cards?.link === link) return cards?.close();
  event.preventDefault();
  event.stopImmediatePropagation();
  if (await show(link, "touch")) return;
  passedLink = link;
  link.click();
  passedLink = null;
}

/** A tap rolls the dice; the end of a long press doesn't. */
function pressDice(event, dice) {
  if (pressedDice !== dice) return cards?.close();
  pressedDice = null;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * Returns the next or previous match from the focus, or from the top of the window if no text has the focus.
 */
function next(css, isBackward) {
  const all = [...document.querySelectorAll(css)].filter((each) => each.checkVisibility());
  const from = document.activeElement?.closest("article *") ?? cards?.link;
  if (!from) {
    const firstVisible = all.findIndex((each) => each.getBoundingClientRect().top >= 0);
    return isBackward ? all[(firstVisible < 0 ? all.length : firstVisible) - 1] : all[firstVisible];
  }
  const isAt = (each, position) => from.compareDocumentPosition(each) & position;
  return isBackward
    ? all.findLast((each) => isAt(each, Node.DOCUMENT_POSITION_PRECEDING))
    : all.find((each) => isAt(each, Node.DOCUMENT_POSITION_FOLLOWING));
}

function onKey(event) {
  const jump = isShortcut(event, JUMPS.r) && JUMPS[event.key?.toLowerCase()];
  isByKey = Boolean(jump) || event.key === "Tab";
  if (jump) next(jump, event.shiftKey)?.focus();
  if (!cards?.link) return;
  if (event.key === "Escape") cards.close();
  else if (event.key === "ArrowDown" && document.activeElement === cards.link) cards.enter();
  else return;
  event.preventDefault();
}

onPreference("cards", true, (isOn) => {
  isEnabled = isOn;
  cards?.close();
});
addEventListener("pointerover", hover);
addEventListener("focusin", focus);
addEventListener("pointerdown", press);
for (const type of ["pointerup", "pointercancel"]) addEventListener(type, lift);
addEventListener("contextmenu", (event) => isTouch && linkOf(event)?.matches(DICE) && event.preventDefault());
addEventListener("click", click, true); // before page navigation handles it
addEventListener("keydown", onKey);
