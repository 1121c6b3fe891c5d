/**
 * The search dialog. Before anything is typed, it offers the reading position, bookmarks, recent results, and
 * the chapters of the current book.
 */
import { hashTarget } from "../url-hash.js";
import { reveal } from "../collapsible.js";
import { currentAddress, toHref } from "./addresses.js";
import { nameOf, openIndex, openFullText, locationText } from "./books.js";
import { bookmarks, places } from "./reader-data.js";
import MiniSearch from "../libraries/minisearch.js";
import { withoutName, snippet } from "./text-matching.js";

const MAX_BOOKMARKS = 12;
const NARROW = matchMedia("(max-width: 44.984em)");
const EXCERPT_LENGTH = { narrow: 56, wide: 170 }; // characters: one line on a phone, two on others
const part = (name) => document.querySelector(`[data-find=${name}]`);

class Search {
  #dialog = part("dialog");
  #field = part("words");
  #hits = part("hits");
  #status = part("status");
  #books = null;
  #prepared = null;
  #options = [];
  #selected = -1;

  constructor() {
    this.#field.addEventListener("input", () => this.#update());
    this.#field.addEventListener("keydown", (event) => this.#press(event));
    this.#hits.addEventListener("click", (event) => this.#follow(event));
    part("close").addEventListener("click", () => this.#dialog.close());
    this.#dialog.addEventListener("click", ({ target }) => target === this.#dialog && this.#dialog.close());
    this.#dialog.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
    addEventListener("diceleaf:house", () => this.#restart());
  }

  /** Opens the dialog, with `words` in the field or with its previous text. */
  open(words) {
    if (this.#dialog.open) return;
    if (words) this.#field.value = words;
    this.#dialog.showModal();
    this.#field.select();
    this.#prepared ??= this.#prepare();
    this.#update();
  }

  /** Reads the books again under the new house rules, and repeats the search of an open dialog. */
  #restart() {
    this.#prepared = this.#dialog.open ? this.#prepare() : null;
    if (this.#prepared) this.#update();
  }

  async #prepare() {
    try {
      this.#books = await openIndex();
      if (!this.#field.value) this.#offer();
      await openFullText();
      await this.#books.prepare(MiniSearch);
    } catch (error) {
      this.#prepared = null;
      this.#showStatus(error.message);
      throw error;
    }
  }

  /** Returns the book of the current page, or null. */
  get #book() {
    const folder = currentAddress().split("/")[0];
    return this.#books.books.find(({ id }) => id && id === folder) ?? null;
  }

  async #update() {
    const query = this.#field.value.trim();
    if (query && !this.#books) this.#showStatus("Loading search…");
    try {
      await this.#prepared;
    } catch {
      return; // the error is shown
    }
    if (this.#field.value.trim() !== query) return; // another letter was typed meanwhile
    if (query.length > 1 || Number.isInteger(Number.parseInt(query))) this.#showResults(query);
    else this.#offer(); // one letter matches too much to be useful
  }

  #showResults(query) {
    const book = this.#book;
    const results = this.#books.find(query, book);
    const { hits, others, mentions } = results;
    this.#clear();
    this.#showStatus(answerTo(query, results, book));
    const target = (hit) => hitOf(hit, this.#books, book);
    for (const hit of hits) this.#add(this.#hits, target(hit));
    if (hits.length) this.#addGroup("In other books", others.map(target));
    else for (const hit of others) this.#add(this.#hits, target(hit));
    this.#addGroup(`Mentioned in ${book?.title}`, mentions.map(target));
    if (!this.#options.length) this.#offerChapters();
    this.#select(hits.length + others.length ? 0 : -1);
  }

  #offer() {
    this.#clear();
    this.#showStatus("");
    const read = places.all.map((place) => ({
      name: place.section ? `${place.chapter}: ${place.section}` : place.chapter,
      place: this.#books.books.find(({ id }) => id === place.book)?.title,
      address: place.address,
    }));
    const entriesOf = (keys) => keys.map((key) => this.#books.byKey(key)).filter(Boolean);
    const marked = entriesOf(bookmarks.all).slice(0, MAX_BOOKMARKS);
    const recent = entriesOf(places.recent).filter((entry) => !marked.includes(entry));
    this.#addGroup(
      "Continue reading",
      read.filter(({ place }) => place),
    );
    this.#addGroup("Bookmarks", marked.map(summaryOf));
    this.#addGroup(
      "Recent",
      recent.map((entry) => ({ ...summaryOf(entry), address: this.#books.target(entry).address })),
    );
    this.#offerChapters();
    this.#select(-1);
  }

  #offerChapters() {
    const book = this.#book;
    const chapters = ({ title, address }) => ({ name: title, address });
    if (book) this.#addGroup(`Chapters in ${book.title}`, this.#books.chapters(book).map(chapters), "short");
    else
      this.#addGroup(
        "Books",
        this.#books.books.map(({ title, address, about }) => ({
          name: title,
          address,
          text: [[about ?? "", false]],
        })),
      );
  }

  // results

  #clear() {
    this.#hits.replaceChildren();
    this.#hits.scrollTop = 0;
    this.#options = [];
  }

  #addGroup(title, things, style = "") {
    if (!things.length) return;
    const group = part("group").content.cloneNode(true).firstElementChild;
    group.setAttribute("aria-label", title);
    group.classList.toggle("search__group--short", style === "short");
    group.firstElementChild.textContent = title;
    this.#hits.append(group);
    for (const entry of things) this.#add(group, entry, `${title.replaceAll(" ", "-")}-`);
  }

  /** The id of an option stays the same for the same hit: screen readers announce a new selection by it. */
  #add(parent, { number = "", name, text = [], place = "", address, key = "" }, group = "") {
    const option = part("hit").content.cloneNode(true).firstElementChild;
    option.href = toHref(address);
    option.id = `find-${group}${key || address}`;
    option.dataset.key = key;
    const fill = (what, ...content) => {
      const at = option.querySelector(`.search-result__${what}`);
      at.hidden = !content.length;
      at.append(...content);
    };
    fill("number", ...(number ? [number] : []));
    fill("name", name);
    fill(
      "text",
      ...text.filter(([piece]) => piece).map(([piece, isMatch]) => (isMatch ? highlight(piece) : piece)),
    );
    fill("place", ...(place ? [place] : []));
    parent.append(option);
    this.#options.push(option);
  }

  #showStatus(text) {
    this.#status.textContent = text;
  }

  // selection

  #press(event) {
    const { length } = this.#options;
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 6, PageUp: -6 };
    if (event.isComposing || !length) return;
    if (event.key in steps) this.#select(this.#indexAfter(steps[event.key]));
    else if (event.key === "Enter") this.#options[Math.max(this.#selected, 0)].click();
    else return;
    event.preventDefault();
  }

  #indexAfter(step) {
    const { length } = this.#options;
    if (Math.abs(step) > 1) return Math.min(Math.max(this.#selected + step, 0), length - 1);
    return this.#selected < 0 && step < 0 ? length - 1 : (this.#selected + step + length) % length;
  }

  #select(place) {
    this.#options[this.#selected]?.setAttribute("aria-selected", "false");
    this.#selected = place;
    const option = this.#options[place];
    this.#field.setAttribute("aria-expanded", String(this.#options.length > 0));
    if (!option) return this.#field.removeAttribute("aria-activedescendant");
    option.setAttribute("aria-selected", "true");
    this.#field.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  }

  #follow(event) {
    const option = event.target.closest("a");
    if (!option) return;
    if (option.dataset.key) places.addRecent(option.dataset.key);
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a modified click opens a new tab
    this.#dialog.close();
    const place = samePage(option) && hashTarget(option.hash);
    if (place) setTimeout(() => reveal(place)); // if it is collapsed, or the address already names it
  }
}

function samePage({ origin, pathname }) {
  return origin === location.origin && pathname === location.pathname;
}

/** Returns the status of a search: the number of hits, their books, and how the query was interpreted. */
function answerTo(query, { hits, others, closest, meant }, book) {
  if (!hits.length && !others.length)
    return `Nothing about “${query}” in the books. Try another word, or browse:`;
  const read = meant ? `No exact match for “${query}”. Results for “${meant}”` : "";
  if (!hits.length) return `${read && `${read}. `}Nothing in ${book.title}. In other books:`;
  const where = book ? ` in ${book.title}` : "";
  if (closest) return `Nothing${where} has all of these words. Closest results:`;
  if (read) return `${read}:`;
  return `${hits.length} ${hits.length === 1 ? "result" : "results"}${where}`;
}

/** Returns the row of a hit, with its place in the reader's book, or the name of another book. */
function hitOf({ entry, number, matched }, books, book) {
  const target = books.target(entry);
  const length = NARROW.matches ? EXCERPT_LENGTH.narrow : EXCERPT_LENGTH.wide;
  const { note, label = "", shown = withoutName(entry.name, entry.text) } = entry;
  const text = [[label, false], ...snippet(note ?? shown, matched, length - label.length)];
  const located = entry === target ? entry : { ...target, kind: "section", name: "" };
  const place = !book || entry.book === book ? locationText(located, Boolean(book)) : entry.book.title;
  return { ...summaryOf(entry), number: number ?? target.numbers[0], text, place, address: target.address };
}

function summaryOf(entry) {
  const { numbers, address, key } = entry;
  return { number: numbers[0], name: nameOf(entry), place: locationText(entry), address, key };
}

function highlight(word) {
  const mark = document.createElement("mark");
  mark.textContent = word;
  return mark;
}

export const search = new Search();
