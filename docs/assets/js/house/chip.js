/** The set in force in the head of the page: its name leads to the table's rules, a button to the book's. */
import { toHref } from "../search/addresses.js";
import { onPage } from "../shell/page-navigation.js";
import { gameOf, inForce, isSuspended, suspend } from "./in-force.js";
import { dress } from "./styles.js";

const UNNAMED = "Our house rules";
const BOOK = "The book’s rules for now";

const label = text("span", "house-chip__label", "House rules");
const name = text("span", "house-chip__set", "");
const link = text("a", "house-chip__name", "");
const book = text("button", "house-chip__book", "Book");
const chip = text("div", "house-chip", "");

chip.role = "group";
chip.ariaLabel = "House rules";
link.append(label, " ", name);
book.type = "button";
book.ariaLabel = book.title = BOOK;
book.addEventListener("click", () => suspend(gameOf(), book.ariaPressed !== "true"));
chip.append(link, book);
onPage(show);

export function apply(page) {
  if (page === document) show();
}

export const withdraw = apply;

/** Shows the set in force for the page at hand, or nothing where there is none. */
function show() {
  const record = inForce(gameOf());
  if (!record) return chip.remove();
  dress();
  name.textContent = record.set.name || UNNAMED;
  link.href = toHref(`${record.set.game}/house-rules/`);
  book.ariaPressed = String(isSuspended(record.set.game));
  if (!chip.isConnected)
    document.querySelector(".md-header [data-colours], .md-header .colours").before(chip);
}

function text(tag, classes, content) {
  const element = document.createElement(tag);
  element.className = classes;
  element.textContent = content;
  return element;
}
