import { hashTarget } from "../url-hash.js";
import { onEdit } from "../form/editing.js";

const ENTRIES = "tbody > tr, .entry";
const COLLATOR = new Intl.Collator(document.documentElement.lang, { numeric: true });

/** The tools of the reference list around it, which filter, sort and open its entries or print cards. */
export class DiceReference extends HTMLElement {
  #abortController = null;
  #entries = []; // the entries in the order of the book
  #cards = null; // once they have been requested

  connectedCallback() {
    this.#abortController = new AbortController();
    const { signal } = this.#abortController;
    this.#entries = [...this.#list.querySelectorAll(ENTRIES)];
    onEdit(this, () => this.#filter(), signal);
    this.#part("order")?.addEventListener("change", ({ target }) => this.#sort(target.value), { signal });
    this.#part("open-all")?.addEventListener("click", ({ target }) => this.#openAll(target), { signal });
    this.#part("cards")?.addEventListener("click", () => this.#showCards(), { signal });
    this.#list.addEventListener("click", (event) => this.#press(event), { signal });
    // short lists are open from the start
    for (const type of ["toggle", "pointerover", "focusin"])
      this.#list.addEventListener(type, ({ target }) => offerUse(target), { signal, capture: true });
    addEventListener("hashchange", () => this.#showLinked(), { signal });
    this.#showLinked();
  }

  disconnectedCallback() {
    this.#abortController.abort();
  }

  get #list() {
    return this.closest(".reference");
  }

  #part(name) {
    return this.querySelector(`[data-part="${name}"]`);
  }

  #filter() {
    const field = this.#part("words");
    if (!field) return;
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const choices = [...this.querySelectorAll("[data-filter]")].filter((select) => select.value);
    let count = 0;
    for (const entry of this.#entries) {
      const text = textOf(entry).toLowerCase();
      const isMatch =
        words.every((word) => text.includes(word)) &&
        choices.every((select) => values(entry, select.dataset.filter).includes(select.value));
      entry.hidden = !isMatch;
      count += isMatch;
    }
    this.#list.querySelector('[data-part="count"]').textContent = count;
  }

  #press({ target }) {
    const button = target.closest(".reference__sort");
    if (!button) return;
    const head = button.closest("th");
    const descending = head.getAttribute("aria-sort") === "ascending";
    for (const each of head.parentElement.children) each.setAttribute("aria-sort", "none");
    head.setAttribute("aria-sort", descending ? "descending" : "ascending");
    this.#sort(button.dataset.order, descending);
  }

  #sort(key, descending = false) {
    const sorted = [...this.#entries];
    if (key) sorted.sort((one, other) => COLLATOR.compare(sortText(one, key), sortText(other, key)));
    if (descending) sorted.reverse();
    this.#entries[0].parentElement.append(...sorted);
  }

  #openAll(button) {
    const open = button.ariaPressed !== "true";
    button.ariaPressed = String(open);
    for (const details of this.#list.querySelectorAll(".entry__details")) details.open = open;
  }

  async #showCards() {
    const { ReferenceCards } = await import("../reference-cards.js");
    this.#cards ??= new ReferenceCards(this.#list, this.#part("cutting"), this.#abortController.signal);
    this.#cards.show();
  }

  /** Opens the entry that a link leads to, and shows it if it was filtered out. */
  #showLinked() {
    const entry = hashTarget(location.hash)?.closest(ENTRIES);
    if (!this.#entries.includes(entry)) return;
    const details = entry.querySelector(".entry__details");
    if (details) details.open = true;
    if (!entry.hidden) return;
    for (const control of this.querySelectorAll("[data-part=words], [data-filter]")) control.value = "";
    this.#filter();
    entry.scrollIntoView();
  }
}

/** Adds the button that excludes an open entry from the table's game, once it is pointed at or focused. */
async function offerUse(target) {
  const details = target.closest(".entry__details");
  if (!details?.open) return;
  const module = await import("../house/entry-use.js");
  module.addUseButton(details.closest(ENTRIES));
}

/** Returns the text of an entry without its roll buttons, whose text many entries share. */
function textOf(entry) {
  const parts = entry.querySelectorAll(".reference__name, [data-column]");
  return Array.from(parts, (part) => part.textContent).join(" ");
}

/** Returns the values of an entry in a column. */
function values(entry, key) {
  const list = entry.querySelector(`[data-column="${key}"]`).dataset.values;
  return list ? JSON.parse(list) : [sortText(entry, key)];
}

function sortText(entry, key) {
  const part = key === "name" ? ".reference__name" : `[data-column="${key}"]`;
  return entry.querySelector(part)?.textContent ?? "";
}
