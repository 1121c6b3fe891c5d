/**
 * The chip with the name of the set in force, in the header. It links to the house rules; a button switches
 * to the standard rules, and another saves a previewed set.
 */
import { gameOf, toHref } from "../search/addresses.js";
import { onPage } from "../shell/page-navigation.js";
import { inForce, isSuspended, setSuspended } from "./in-force.js";
import { addStyles } from "./styles.js";

const UNNAMED = "Our house rules";
const BOOK = "The book’s rules for now";
const LOOKING = "Only looking";

const label = createElement("span", "house-chip__label", "");
const name = createElement("span", "house-chip__set", "");
const link = createElement("a", "house-chip__name", "");
const book = createElement("button", "house-chip__book", "Book");
const chip = createElement("div", "house-chip", "");

const play = createElement("button", "house-chip__play", "Play by these");

chip.role = "group";
chip.ariaLabel = "House rules";
link.append(label, " ", name);
book.type = play.type = "button";
book.ariaLabel = book.title = BOOK;
book.addEventListener("click", () => setSuspended(gameOf(), book.ariaPressed !== "true"));
play.addEventListener("click", adopt);
chip.append(link, play, book);
onPage(show);

export function apply(page) {
  if (page === document) show();
}

export const withdraw = apply;

/** Shows the set in force on the current page, if any. */
function show() {
  const record = inForce(gameOf());
  if (!record) return chip.remove();
  addStyles();
  label.textContent = record.look ? LOOKING : "House rules";
  play.hidden = !record.look;
  name.textContent = record.set.name || UNNAMED;
  link.href = toHref(`${record.set.game}/house-rules/`);
  book.ariaPressed = String(isSuspended(record.set.game));
  if (!chip.isConnected)
    document.querySelector(".md-header [data-colours], .md-header .colours").before(chip);
}

/** Saves the previewed set and puts it in force. */
async function adopt() {
  const game = gameOf();
  const { adoptPreviewed } = await import("./sets.js");
  await adoptPreviewed(game);
  link.focus(); // the button has disappeared
}

function createElement(tag, classes, content) {
  const element = document.createElement(tag);
  element.className = classes;
  element.textContent = content;
  return element;
}
