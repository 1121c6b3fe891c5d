import { setAt } from "../form/paths.js";
import { coalesce } from "../coalesce.js";
import { fill } from "./comparison.js";
import { markup } from "../trusted.js";

/**
 * Goal seek: finds the values of an input that give at least a certain chance of a result. The reader can see
 * the progress of a long search, and stop it.
 */
export class GoalSeek {
  #calc;
  #place;
  #button;
  #abortController = new AbortController(); // of the last request

  #scheduleRefresh = coalesce(() => this.#refresh());

  constructor({ calc, place, button, signal }) {
    this.#calc = calc;
    this.#place = place;
    this.#button = button;
    button.addEventListener("click", () => this.#toggle(), { signal });
    place.addEventListener("click", ({ target }) => this.#press(target.closest("button")), { signal });
    place.addEventListener("input", () => this.refresh(), { signal });
    place.addEventListener("submit", (event) => event.preventDefault(), { signal });
  }

  /** Sends the request again, at most once a frame, if a question is open. */
  refresh() {
    this.#abortController.abort("overtaken");
    this.#abortController = new AbortController();
    if (this.#isOpen) this.#scheduleRefresh();
  }

  get #isOpen() {
    return this.#button.ariaExpanded === "true";
  }

  #toggle() {
    const isOpening = !this.#isOpen;
    this.#button.ariaExpanded = String(isOpening);
    this.#place.hidden = !isOpening || !this.#place.hasChildNodes();
    this.refresh();
  }

  #press(button) {
    if (button?.dataset.goalSeek === "stop") this.#abortController.abort("stopped");
    else if (button?.dataset.take) this.#fillIn(button);
  }

  /** Fills in a value, and moves the focus to the question, as the pressed button disappears. */
  #fillIn(button) {
    const inputs = {};
    for (const [path, value] of Object.entries(JSON.parse(button.dataset.take))) setAt(inputs, path, value);
    this.#button.focus();
    this.#calc.inputs = inputs;
  }

  #part(name) {
    return this.#place.querySelector(`[data-goal-seek="${name}"]`);
  }

  #control(name) {
    return this.#part(name)?.querySelector("select, input");
  }

  async #refresh() {
    if (!this.#isOpen) return;
    const { signal } = this.#abortController;
    if (!this.#place.hasChildNodes()) await this.#loadForm();
    if (!this.#place.hasChildNodes()) return;
    const request = {
      action: "goal_seek",
      calculator: this.#calc.calculator,
      inputs: this.#calc.inputs,
      input: this.#control("input").value,
      goal: this.#control("goal").value,
      chance: `${this.#control("chance").value}%`,
    };
    const reply = await this.#calc.ask(request, {
      signal,
      onProgress: (progress) => this.#showProgress(progress),
    });
    if (reply.codes?.includes("overtaken")) return;
    this.#part("progress").hidden = true;
    this.#part("answer").classList.toggle("is-stale", !reply.ok);
    if (reply.ok) return this.#showAnswer(reply);
    fill(this.#part("sum"), "");
    this.#part("sum").textContent = reply.message;
  }

  async #loadForm() {
    const { calculator, id } = this.#calc;
    const reply = await this.#calc.ask({ action: "goal_seek_form", calculator, id });
    if (!reply.ok) return;
    this.#place.innerHTML = markup(reply.frame);
    this.#control("input").value = reply.input;
    this.#place.hidden = !this.#isOpen;
  }

  #showProgress(progress) {
    this.#part("progress").hidden = false;
    this.#part("progress").querySelector("progress").value = progress;
  }

  #showAnswer({ html, goals, goal }) {
    for (const [name, part] of Object.entries(html)) fill(this.#part(name), part);
    const select = this.#control("goal");
    fill(select, goals);
    select.value = goal;
  }
}
