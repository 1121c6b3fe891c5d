/** The entries of a reference list as cards to print and cut out, shown instead of the list. */
import { Collection } from "./storage/collection.js";

const TYPE_SIZES = [10, 9.5, 9, 8.5, 8, 7.5, 7, 6.5, 6]; // in points, largest first
const UNUSED = ".is-unused"; // excluded by the table's house rules

export class ReferenceCards {
  #list;
  #tools;
  #sheets = null;

  /** `list` is the section of the list, `tools` the form that chooses and prints its cards. */
  constructor(list, tools, signal) {
    this.#list = list;
    this.#tools = tools;
    for (const entry of this.#entries) this.#furnish(entry);
    this.#part("print-cards").addEventListener("click", () => print(), { signal });
    this.#part("cards-end").addEventListener("click", () => this.#end(), { signal });
    this.#character.addEventListener("change", () => this.#choose(), { signal });
    list.addEventListener("change", ({ target }) => this.#pick(target), { signal });
    if (this.#character.dataset.chosen) this.#offerCharacters();
  }

  show() {
    this.#list.classList.add("is-cutting");
    this.#tools.hidden = false;
    for (const entry of this.#entries) {
      fit(entry);
      if (entry.matches(UNUSED)) this.#tick(entry, false);
    }
    this.#character.focus();
  }

  #end() {
    this.#list.classList.remove("is-cutting");
    this.#tools.hidden = true;
    this.#list.querySelector('[data-part="cards"]').focus();
  }

  get #entries() {
    return this.#list.querySelectorAll(".entry");
  }

  get #character() {
    return this.#part("character");
  }

  #part(name) {
    return this.#tools.querySelector(`[data-part="${name}"]`);
  }

  /** Adds the motif of the book and a checkbox that selects the card. */
  #furnish(entry) {
    const pick = this.#tools.querySelector("template").content.cloneNode(true).firstElementChild;
    pick.querySelector("input").ariaLabel = nameOf(entry);
    entry.append(pick);
    const motif = document.querySelector(".page-header .motif")?.cloneNode(true);
    if (motif) entry.append(motif);
  }

  #pick(box) {
    if (box.dataset.part === "pick") box.closest(".entry").classList.toggle("is-left-out", !box.checked);
  }

  async #offerCharacters() {
    const { game } = this.#tools.dataset;
    // any version: the chosen entries are a list in each
    this.#sheets = new Collection({ kind: "sheet", game, version: Infinity, oldest: 1 });
    await this.#sheets.opened;
    for (const { id, name } of this.#sheets.list) this.#character.add(new Option(name, id));
  }

  async #choose() {
    const { value } = this.#character;
    const chosen = ["all", "none"].includes(value) ? null : await this.#chosenBy(value);
    for (const entry of this.#entries) {
      const isUsed = value === "all" && !entry.matches(UNUSED);
      this.#tick(entry, chosen ? chosen.has(entry.id) || chosen.has(nameOf(entry)) : isUsed);
    }
  }

  #tick(entry, isChosen) {
    const box = entry.querySelector('[data-part="pick"]');
    box.checked = isChosen;
    this.#pick(box);
  }

  /** Returns the keys of the entries that a character has chosen. */
  async #chosenBy(id) {
    const { field, key } = JSON.parse(this.#character.dataset.chosen);
    const { item } = await this.#sheets.read(id);
    const chosen = Array.isArray(item?.[field]) ? item[field] : [];
    return new Set(chosen.map((each) => (key ? each?.[key] : each)));
  }
}

function nameOf(entry) {
  return entry.querySelector(".entry__name").textContent;
}

/**
 * Sets a card in the largest type in which its text fits. A text too long for the smallest takes two cards.
 */
function fit(entry) {
  const details = entry.querySelector(".entry__details");
  for (const isDouble of [false, true]) {
    entry.classList.toggle("is-double", isDouble);
    for (const size of TYPE_SIZES) {
      entry.style.setProperty("--card-type", `${size}pt`);
      if (details.scrollHeight <= details.clientHeight) return;
    }
  }
}
