/**
 * The card of a rule, a term, an entry or dice in the text: one for the whole site, shown beside the link or
 * the dice.
 */
import { copyWithFeedback } from "../clipboard.js";
import { isUnused, toggleUse } from "../house/entry-use.js";
import { placeOf } from "../house/in-force.js";
import { tray } from "../roll-to-tray.js";
import { isShareable } from "../roller-url.js";
import { sharePage } from "../share.js";
import { onPage } from "../shell/page-navigation.js";
import "./bookmark-badges.js";
import { toAddress, currentAddress, toHref } from "./addresses.js";
import { nameOf, openIndex, locationText } from "./books.js";
import { bookmarks } from "./reader-data.js";
import { textOf } from "./text-matching.js";

const KINDS = new Set(["rule", "ruling", "term", "entry"]);
const LINK_TEXTS = {
  rule: "Go to rule",
  ruling: "Go to ruling",
  term: "Open in glossary",
  entry: "Go to entry",
};
const STATEMENTS = new Set(["rule", "ruling"]);
const PHONE = matchMedia("(pointer: coarse)");
const DICE = "dice-inline > button";
const RULINGS = 3;
const CALCULATORS = 2;
const SPACE = 6; // the distance between the link and its card, in pixels
const MIN_HEIGHT = 120;

class Cards {
  link = null;
  how = "";
  leaving = null; // the link that gets the focus back without showing its card
  #entry = null;
  #latestLink = null;
  #card = document.querySelector("[data-card=card]");

  constructor() {
    addEventListener("scroll", () => this.#place(), { passive: true, capture: true });
    for (const type of ["resize", "diceleaf:house-shown"]) addEventListener(type, () => this.#place());
    addEventListener("diceleaf:house", () => this.#refill());
    this.#part("change").addEventListener("click", () => this.#editDice());
    this.#part("keep").addEventListener("click", () => this.#toggleBookmark());
    this.#part("unused").addEventListener("click", ({ target }) => this.#toggleUse(target));
    this.#part("share").addEventListener("click", ({ target }) => this.#share(target));
    this.#card.addEventListener("keydown", (event) => this.#tab(event));
    this.#card.addEventListener("click", ({ target }) => target.closest("a") && this.close());
    onPage(() => this.close());
  }

  #part(name) {
    return this.#card.querySelector(`[data-card=${name}]`);
  }

  /**
   * Shows the target of a link, or the odds of dice; `how` is "mouse", "keyboard" or "touch". Returns whether
   * there is a card.
   */
  async show(link, how) {
    this.#latestLink = link;
    if (link.matches(DICE)) return this.#open(link, how, () => this.#fillDice());
    const books = await openIndex();
    const address = toAddress(link.href);
    const entry = address && books.at(address);
    if (this.#latestLink !== link || !link.isConnected) return true; // another card was requested meanwhile
    this.close();
    if (!entry || !KINDS.has(entry.kind)) return false;
    this.#entry = entry;
    return this.#open(link, how, () => this.#fill(books, entry));
  }

  #open(link, how, fill) {
    this.close();
    this.link = link;
    this.how = how;
    fill();
    this.#card.showPopover();
    this.#place();
    link.setAttribute("aria-describedby", "card-text");
    return true;
  }

  /** Fills the open card again when the table's house rules change, here or in another tab. */
  async #refill() {
    const { link } = this;
    if (!link || link.matches(DICE)) return;
    const books = await openIndex();
    if (this.link !== link) return;
    this.#entry = books.at(toAddress(link.href));
    this.#fill(books, this.#entry);
    this.#place();
  }

  /** Closes the card; the focus goes back to its link if it was in the card. */
  close() {
    this.#latestLink = null;
    const { link } = this;
    if (!link) return;
    const hadFocus = this.#card.contains(document.activeElement);
    this.link = null;
    link.removeAttribute("aria-describedby");
    this.#card.hidePopover();
    if (!hadFocus) return;
    this.leaving = link;
    link.focus({ preventScroll: true });
    this.leaving = null;
  }

  holds(element) {
    return element instanceof Node && this.#card.contains(element);
  }

  /** Moves the focus to the first link of the card. */
  enter() {
    this.#stops[0].focus();
  }

  get #stops() {
    return [...this.#card.querySelectorAll("a, button")].filter((each) => each.checkVisibility());
  }

  /** Moves the focus from either end of the card to the neighbour of its link. */
  #tab(event) {
    const lastStop = event.shiftKey ? this.#stops[0] : this.#stops.at(-1);
    if (event.key === "Tab" && event.target === lastStop) this.close();
  }

  async #toggleBookmark() {
    const { key } = this.#entry;
    await bookmarks.toggle(key);
    if (key === this.#entry?.key) this.#showMark(bookmarks.isMarked(key));
  }

  /** Shares the text and address of the card with another app, or copies them. */
  async #share(button) {
    const { numbers, book, address } = this.#entry;
    const page = numbers.length ? sharePage(book.id, numbers[0]) : null;
    const { text: bookText, shown = bookText } = this.#entry;
    const text = [numbers.join(" "), `${nameOf(this.#entry)}:`, shown].filter(Boolean).join(" ");
    const url = page?.href ?? toHref(address);
    const shared = `${text} (${book.title})`;
    if (!navigator.share || !PHONE.matches) return copyWithFeedback(button, `${shared}\n${url}`);
    await navigator.share({ text: shared, url }).catch(() => {}); // the reader cancelled
  }

  /** Excludes the entry of the card from the table's game, or includes it again. */
  async #toggleUse(button) {
    const entry = this.#entry;
    await toggleUse(entry.book.id, entryPlace(entry), button);
    if (entry !== this.#entry) return;
    this.#showUse();
    this.#place();
  }

  #showUse() {
    this.#part("unused").setAttribute(
      "aria-pressed",
      String(isUnused(this.#entry.book.id, entryPlace(this.#entry))),
    );
  }

  #showMark(isMarked) {
    this.#part("keep").setAttribute("aria-pressed", String(isMarked));
  }

  /** Closes the card and writes its dice into the field of the tray. */
  #editDice() {
    const { name } = this.#odds;
    this.close();
    tray().write(name);
  }

  get #odds() {
    return JSON.parse(this.link.parentElement.dataset.odds);
  }

  #fillDice() {
    const { name, text, chances } = this.#odds;
    this.#fillText({ name, text });
    this.#fillCells(chances);
    for (const part of ["go", "keep", "share", "ours", "unused", "more"]) this.#part(part).hidden = true;
    this.#part("change").hidden = false;
    this.#part("cells").classList.add("card__chances");
    for (const [row, each] of [...this.#part("cells").children].entries())
      each.style.setProperty("--chance", `${chances[row][2]}%`);
  }

  #fillText(texts) {
    for (const name of ["number", "name", "text", "place"]) {
      this.#part(name).textContent = texts[name] ?? "";
      this.#part(name).hidden = !texts[name];
    }
    this.#part("keys").hidden = this.how !== "keyboard";
  }

  #fill(books, entry) {
    const isBeside = this.link.matches(".rule-mark, .reference__name, .entry__link");
    const isBesideEntry = isBeside && entry.page.address === currentAddress();
    this.#fillText({
      number: entry.numbers.join(" "),
      name: nameOf(entry),
      text: entry.note ?? (entry.cells.length || isBesideEntry ? "" : textOf(entry)),
      place: locationText(entry),
    });
    this.#part("change").hidden = true;
    this.#part("keep").hidden = false;
    this.#part("share").hidden = !isShareable();
    this.#part("cells").classList.remove("card__chances");
    this.#fillCells(entry.cells);
    this.#fillMore(books, entry);
    const go = this.#part("go");
    go.hidden = isBesideEntry;
    go.href = toHref(entry.address);
    go.textContent = LINK_TEXTS[entry.kind];
    this.#showMark(bookmarks.isMarked(entry.key));
    this.#fillHouseRules(books, entry);
  }

  /** Shows the house rule buttons, if the book has a page of house rules. */
  #fillHouseRules(books, { book, kind, numbers }) {
    const page = books.chapters(book).find(({ address }) => address === `${book.id}/house-rules/`);
    const [ours, unused] = [this.#part("ours"), this.#part("unused")];
    ours.hidden = !page || !STATEMENTS.has(kind) || !numbers.length;
    if (!ours.hidden) ours.href = toHref(`${page.address}#change=${numbers[0]}`);
    unused.hidden = !page || kind !== "entry";
    this.#card.querySelector(".house-looking")?.remove(); // about the entry before
    if (!unused.hidden) this.#showUse();
  }

  #fillCells(cells) {
    const row = this.#part("cell");
    const list = this.#part("cells");
    list.hidden = !cells.length;
    const rows = cells.map(([label, value]) => {
      const line = row.content.cloneNode(true).firstElementChild;
      line.querySelector("dt").textContent = label;
      line.querySelector("dd").textContent = value;
      return line;
    });
    list.replaceChildren(...rows);
  }

  /** Shows related entries: rulings, rules, pages with more, and dice. */
  #fillMore(books, entry) {
    const rulings = books.rulings(entry).slice(0, RULINGS);
    const calculators = books.calculators(entry).slice(0, CALCULATORS);
    const about = entry.about.map((number) => books.numbered(entry.book, number)).filter(Boolean);
    const moreLines = [
      ...(entry.inBook ? [["The book’s rule", entry.inBook, entry.address]] : []),
      ...rulings.map((each) => [
        ["Ruling", ...each.numbers].join(" "),
        (each.label ?? "") + (each.shown ?? each.name),
        each.address,
      ]),
      ...about.slice(0, RULINGS).map((each) => [`About ${each.numbers[0]}`, textOf(each), each.address]),
      ...entry.see.map(([words, address]) => ["See also", words, address]),
      ...calculators.map((each) => [...descriptionOf(each), rollerOf(each)]),
    ];
    const list = this.#part("more");
    list.hidden = !moreLines.length;
    list.replaceChildren(
      ...moreLines.map(([label, words, address]) => this.#moreLine(label, words, address)),
    );
  }

  #moreLine(label, words, address) {
    const line = this.#part("way").content.cloneNode(true).firstElementChild;
    line.firstElementChild.textContent = label;
    const link = line.querySelector("a");
    link.textContent = words;
    link.href = toHref(address);
    return line;
  }

  /** Places the card below its link, or above if there is more room, but never over it. */
  #place() {
    if (!this.link) return;
    const { style } = this.#card;
    const lines = [...this.link.getClientRects()];
    const head = document.querySelector(".md-header").getBoundingClientRect().bottom;
    const [first, last] = [lines[0], lines.at(-1)];
    if (!first || last.bottom < 0 || first.top > innerHeight) return this.close();
    const below = innerHeight - last.bottom - 2 * SPACE;
    const above = first.top - Math.max(head, 0) - 2 * SPACE;
    style.maxHeight = "none";
    const { offsetWidth: width, offsetHeight: height } = this.#card;
    const under = height <= below || below >= above;
    const space = Math.max(under ? below : above, MIN_HEIGHT);
    const cardHeight = Math.min(height, space);
    style.maxHeight = `${space}px`;
    style.top = `${under ? last.bottom + SPACE : first.top - SPACE - cardHeight}px`;
    const left = (under ? last : first).left;
    style.left = `${Math.max(SPACE, Math.min(left, document.documentElement.clientWidth - width - SPACE))}px`;
  }
}

/** Returns the identifier of an entry in a set of house rules. */
function entryPlace({ page, anchor, book }) {
  return placeOf(`${page.address}#${anchor}`, book.id);
}

/** Returns the description of a calculator, and its name with the most important chance. */
function descriptionOf({ name, cells }) {
  const [[what, chance]] = cells;
  return [what, chance ? `${name}: ${chance}` : name];
}

/** Returns the address of a calculator on this page if it is here, else on the calculators' page. */
function rollerOf({ of, address }) {
  const roller = document.querySelector(`article [data-calculator="${of}"]`);
  return roller?.id ? `${currentAddress()}#${roller.id}` : address;
}

export const cards = new Cards();
