import { isShareable } from "../roller-url.js";
import { copyWithFeedback } from "../clipboard.js";
import { same } from "../storage/merge.js";
import { coalesce } from "../coalesce.js";
import { readComparison, writeComparison } from "./link.js";
import { markup } from "../trusted.js";

/**
 * The comparison of pinned odds with those of the form. While any are pinned, it replaces the calculator's
 * odds. The odds of a character are pinned with the character's inputs; all others follow the form.
 */
export class Comparison {
  #calc;
  #place;
  #pin;
  #message;
  #pinned = [];
  #isOpeningLink = false; // a saved link, until it is shown
  #character = { inputs: {}, name: "" }; // who last filled in the form
  #mode = "";
  #texts = {};

  /** Asks for the comparison again, at most once a frame. */
  refresh = coalesce(() => this.#refresh());

  /**
   * `calc` is the calculator, `place` the element of the comparison, `pin` its button, `message` the element
   * for error messages.
   */
  constructor({ calc, place, pin, message, signal }) {
    this.#calc = calc;
    this.#place = place;
    this.#pin = pin;
    this.#message = message;
    pin.addEventListener("click", () => this.#add(), { signal });
    place.addEventListener("click", ({ target }) => this.#press(target), { signal });
    place.addEventListener("change", ({ target }) => this.#setMode(target.value), { signal });
    place.addEventListener("submit", (event) => event.preventDefault(), { signal });
    this.#open(readComparison(location.href, calc.id));
  }

  /** Sets the character whose roll is in the form. */
  setCharacter(character) {
    this.#character = character;
  }

  #open({ pinned, inputs, name, way }) {
    if (!pinned.length) return;
    this.#pinned = pinned;
    this.#isOpeningLink = true;
    this.#mode = way;
    this.#character = { inputs, name };
    this.refresh();
  }

  /** Returns the name of the character whose roll is still in the form, or "". */
  get #name() {
    const { inputs } = this.#calc;
    const { inputs: inputsOfCharacter, name } = this.#character;
    return Object.entries(inputsOfCharacter).every(([key, value]) => same(value, inputs[key])) ? name : "";
  }

  #add() {
    if (this.#pin.ariaDisabled === "true") return;
    const name = this.#name;
    this.#isOpeningLink = false;
    this.#message.textContent = "";
    this.#pinned.push(name ? this.#character : { inputs: this.#calc.inputs, name });
    this.refresh();
  }

  #press(target) {
    const button = target.closest("button");
    if (!button) return;
    const { unpin, command } = button.dataset;
    if (unpin) this.#remove(Number(unpin));
    else if (command === "unpin") this.#remove(0, this.#pinned.length);
    else if (command === "link") copyWithFeedback(button, this.#address);
    else if (command) copyWithFeedback(button, this.#texts[command]);
  }

  /** The pressed button disappears, so the focus moves to the button that pins. */
  #remove(place, count = 1) {
    this.#pinned.splice(place, count);
    this.#message.textContent = "";
    this.#pin.focus();
    this.refresh();
  }

  #setMode(way) {
    this.#mode = way;
    this.refresh();
  }

  get #address() {
    const state = { pinned: this.#pinned, name: this.#name, way: this.#mode };
    return writeComparison(this.#calc.id, this.#calc.inputs, state);
  }

  async #refresh() {
    if (!this.#pinned.length) return this.#close();
    const reply = await this.#calc.ask({
      action: "compare",
      calculator: this.#calc.calculator,
      id: this.#calc.id,
      pinned: this.#pinned,
      opening: this.#isOpeningLink,
      inputs: this.#calc.inputs,
      name: this.#name,
      way: this.#mode,
    });
    if (reply.codes?.includes("overtaken")) return;
    this.#place.classList.toggle("is-stale", !reply.ok);
    if (reply.ok) this.#show(reply);
    else if (this.#place.hidden) this.#refuse(reply.message);
  }

  #show({ html, frame, way, pinned, possible, message, full, texts }) {
    if (this.#isOpeningLink) {
      this.#pinned = possible.map((at) => this.#pinned[at]);
      this.#message.textContent = message;
      this.#isOpeningLink = false;
    }
    if (this.#place.hidden) this.#showFrame(frame);
    for (const part of this.#place.querySelectorAll("[data-compared]"))
      fill(part, html[part.dataset.compared]);
    for (const radio of this.#place.querySelectorAll("[type=radio]")) radio.checked = radio.value === way;
    this.#texts = texts;
    this.#pin.ariaDisabled = String(pinned || full);
    this.#setComparing(true);
  }

  #showFrame(frame) {
    this.#place.innerHTML = markup(frame);
    this.#place.querySelector('[data-command="link"]').hidden = !isShareable();
  }

  #close() {
    this.#place.replaceChildren();
    this.#pin.ariaDisabled = null;
    this.#setComparing(false);
  }

  #setComparing(isComparing) {
    this.#place.hidden = !isComparing;
    this.#calc.classList.toggle("is-comparing", isComparing);
  }

  /** Invalid inputs can't be pinned; the pins of a link wait until the form is valid. */
  #refuse(message) {
    if (!this.#isOpeningLink) this.#pinned = [];
    this.#message.textContent = message;
  }
}

/** Unchanged texts stay, so that a screen reader doesn't repeat them. */
export function fill(part, html) {
  if (part.dataset.shown === html) return;
  part.dataset.shown = html;
  part.innerHTML = markup(html);
}
