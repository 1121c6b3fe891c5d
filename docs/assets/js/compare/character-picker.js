import { same } from "../storage/merge.js";
import { MAX_CHARACTERS_OFFERED } from "../limits.js";
import { Collection } from "../storage/collection.js";
import { markup } from "../trusted.js";

/**
 * Fills the calculator's form, or one of its sides, with a roll of a saved or ready-made character. Hidden if
 * there are no characters.
 */
export class CharacterPicker {
  #calc;
  #place;
  #button;
  #fill;
  #characters;
  #sides = new Map(); // the character on each side, as the value of its option

  /** `fill` is called with each character: {inputs, name}. */
  constructor({ calc, place, button, fill, signal }) {
    this.#calc = calc;
    this.#place = place;
    this.#button = button;
    this.#fill = fill;
    const [game] = calc.dataset.calculator.split("."); // the surrounding element may not be defined yet
    // any version: the engine upgrades old sheets
    this.#characters = new Collection({ kind: "sheet", game, version: Infinity, oldest: 1 });
    button.hidden = !("anybody" in button.dataset);
    this.#characters.opened.then(() => (button.hidden &&= !this.#characters.list.length));
    button.addEventListener("click", () => this.#toggle(), { signal });
    place.addEventListener("change", ({ target }) => this.#choose(target), { signal });
    place.addEventListener("submit", (event) => this.#fillIn(event), { signal });
  }

  async #toggle() {
    const isOpening = this.#button.ariaExpanded !== "true";
    this.#button.ariaExpanded = String(isOpening);
    if (isOpening) await this.#show();
    this.#place.hidden = this.#button.ariaExpanded !== "true";
  }

  async #show() {
    const { calculator, id } = this.#calc;
    const [game] = this.#calc.dataset.calculator.split(".");
    const { withTableRules, optionsOf } = await import("../house/on-demand.js");
    const saved = await this.#offeredSheets();
    const sheets = saved.map(({ item, version }) => ({ sheet: withTableRules(game, item), version }));
    const request = { action: "roll_buttons", calculator, id, sheets, house: optionsOf(game) };
    const reply = await this.#calc.ask(request);
    if (reply.ok && reply.html) this.#place.innerHTML = markup(reply.html);
    else this.#place.textContent = reply.message;
    this.#showChosenRoll();
  }

  /** Returns the sheets up to the limit: the one that was opened last, then the others by name. */
  async #offeredSheets() {
    const saved = await this.#characters.all();
    const last = this.#characters.open;
    const first = saved.filter(({ id }) => id === last);
    return [...first, ...saved.filter(({ id }) => id !== last)].slice(0, MAX_CHARACTERS_OFFERED);
  }

  get #rolls() {
    return [...this.#place.querySelectorAll('[data-characters="roll"]')];
  }

  get #chosenRoll() {
    return this.#rolls[Number(this.#place.querySelector('[data-characters="character"]')?.value ?? 0)];
  }

  #showChosenRoll() {
    for (const each of this.#rolls) each.closest(".field").hidden = each !== this.#chosenRoll;
  }

  /** Switches to the same roll of another character, if it has one. */
  #choose(target) {
    if (target.dataset.characters !== "character") return;
    const before = this.#rolls.find((each) => !each.closest(".field").hidden);
    const label = before?.selectedOptions[0]?.dataset.roll;
    const sameRoll = [...this.#chosenRoll.options].find((each) => each.dataset.roll === label);
    if (sameRoll) this.#chosenRoll.value = sameRoll.value;
    this.#showChosenRoll();
  }

  #fillIn(event) {
    event.preventDefault();
    const character = JSON.parse(this.#chosenRoll.value);
    const { side } = event.submitter?.dataset ?? {};
    const { inputs, name } = side ? this.#fillSide(side, character) : character;
    this.#calc.inputs = inputs;
    this.#fill({ inputs, name });
  }

  /** Returns the characters of all sides whose inputs are unchanged. */
  #fillSide(side, character) {
    const current = this.#calc.inputs;
    for (const [other, choice] of this.#sides)
      if (!same(choice.side, current[other])) this.#sides.delete(other);
    this.#sides.set(side, character);
    const buttons = [...this.#place.querySelectorAll("[data-side]")];
    const filledSides = buttons.map((each) => each.dataset.side).filter((each) => this.#sides.has(each));
    const entries = filledSides.map((each) => [each, this.#sides.get(each)]);
    const inputs = Object.fromEntries(entries.map(([each, choice]) => [each, choice.side]));
    return { inputs, name: entries.map(([, { name }]) => name).join(" – ") };
  }
}
