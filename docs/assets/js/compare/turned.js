import { setAt } from "../form/paths.js";
import { latest } from "../latest.js";
import { fill } from "./comparison.js";

/**
 * The question the other way round: which value of an input gives at least so much chance of a result. Values are tried
 * in several requests where there are many; meanwhile the reader sees how far it is.
 */
export class Turned {
  #calc;
  #place;
  #button;
  #wishes = 0; // how often something else was asked

  #refreshed = latest(() => this.#refresh());

  constructor({ calc, place, button, signal }) {
    this.#calc = calc;
    this.#place = place;
    this.#button = button;
    button.addEventListener("click", () => this.#toggle(), { signal });
    place.addEventListener("click", ({ target }) => this.#take(target), { signal });
    place.addEventListener("input", () => this.refresh(), { signal });
    place.addEventListener("submit", (event) => event.preventDefault(), { signal });
  }

  /** Asks again, at most once a frame, if anybody asks at all. */
  refresh() {
    this.#wishes += 1;
    if (this.#isOpen) this.#refreshed();
  }

  get #isOpen() {
    return this.#button.ariaExpanded === "true";
  }

  #toggle() {
    const opening = !this.#isOpen;
    this.#button.ariaExpanded = String(opening);
    this.#place.hidden = !opening || !this.#place.hasChildNodes();
    this.refresh();
  }

  /** Fills in a value. The button that does so goes, so the reader is put where the question was asked. */
  #take(target) {
    const button = target.closest("[data-take]");
    if (!button) return;
    const inputs = {};
    for (const [path, value] of Object.entries(JSON.parse(button.dataset.take))) setAt(inputs, path, value);
    this.#button.focus();
    this.#calc.inputs = inputs;
  }

  #part(name) {
    return this.#place.querySelector(`[data-turned="${name}"]`);
  }

  #control(name) {
    return this.#part(name)?.querySelector("select, input");
  }

  async #refresh() {
    const wish = this.#wishes;
    for (let done = false; !done && this.#isOpen && wish === this.#wishes;) {
      const reply = await this.#calc.ask({
        action: "reverse",
        calculator: this.#calc.calculator,
        id: this.#calc.id,
        inputs: this.#calc.inputs,
        input: this.#control("input")?.value ?? "",
        goal: this.#control("goal")?.value ?? "",
        chance: `${this.#control("chance")?.value ?? 50}%`,
      });
      done = !reply.ok || reply.tried === reply.total;
      this.#show(reply, done);
    }
  }

  #show(reply, done) {
    if (reply.ok && !this.#place.hasChildNodes()) this.#begin(reply);
    this.#place.hidden = !this.#isOpen || !this.#place.hasChildNodes();
    if (!this.#place.hasChildNodes()) return;
    const progress = this.#part("progress");
    progress.hidden = done;
    if (!done) progress.querySelector("progress").value = reply.tried / reply.total;
    this.#part("answer").classList.toggle("is-stale", !reply.ok);
    if (!reply.ok) fill(this.#part("sum"), "");
    if (!reply.ok) this.#part("sum").textContent = reply.message;
    if (reply.ok && done) this.#answer(reply);
  }

  #begin({ frame, input }) {
    this.#place.innerHTML = frame;
    this.#control("input").value = input;
  }

  #answer({ html, goals, goal }) {
    for (const [name, part] of Object.entries(html)) fill(this.#part(name), part);
    const wanted = this.#control("goal");
    fill(wanted, goals);
    wanted.value = goal;
  }
}
