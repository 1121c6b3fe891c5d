import { onEdit } from "../form/editing.js";
import { messages, showProblems } from "../form/problems.js";
import { isChanged, readForm, writeForm } from "../form/values.js";
import { connectForm } from "../form/form-controls.js";
import { rememberRoller, readRollerUrl } from "../roller-url.js";
import { coalesce } from "../coalesce.js";
import { EngineElement } from "./engine-element.js";
import { markup } from "../trusted.js";

/** Milliseconds without a reply after which earlier results are marked as outdated. */
const LATE = 200;

/** After how many milliseconds without an edit the new chance is announced. */
const CALM = 400;

/**
 * A form whose result follows its inputs. Attribute: `data-calculator`, the id of the calculator. Dispatches
 * an "answered" event with each reply as its detail.
 */
export class DiceCalculator extends EngineElement {
  /** Problems by request: those of a roll outlast replies to later edits. */
  #problems = new Map();

  /** Returns whether the inputs are those of the static page, which the title describes. */
  asPrinted = true;

  adding = null;

  #isEdited = false; // since a chance was announced
  #announcementTimer = 0;

  #scheduleRefresh = coalesce((options) => this.#refresh(options));

  /** Requests the result again, at most once per frame, and stops an earlier calculation. */
  refresh(options = {}) {
    this.stopCalculations("overtaken");
    this.#scheduleRefresh(options);
  }

  connected(signal) {
    const { form } = this;
    connectForm(form, signal);
    onEdit(form, () => this.#edit(), signal);
    form.addEventListener("submit", (event) => this.onSubmit(event), { signal });
    this.part("fold").addEventListener("click", (event) => this.#fillInSuggestion(event), { signal });
    this.part("fold").addEventListener("toggle", () => this.#arrange(), { signal });
    signal.addEventListener("abort", () => clearTimeout(this.#announcementTimer));
    this.#arrange();
    this.follow(location.href);
  }

  get calculator() {
    return this.dataset.calculator;
  }

  get form() {
    return this.part("form");
  }

  /** Moves the roll button into the line of a collapsed chip, or below the form of an open one. */
  #arrange() {
    const fold = this.part("fold");
    const place = fold.open ? this.part("place") : this;
    const rollButton = this.part("roller");
    if (rollButton.parentElement !== place) place.append(rollButton);
    this.classList.toggle("chip", !fold.open);
  }

  get inputs() {
    return readForm(this.form);
  }

  /**
   * Fills in the form; other inputs stay unchanged. If fields must be added first, `adding` is a promise
   * until they are filled in.
   */
  set inputs(inputs) {
    this.asPrinted = false;
    writeForm(this.form, inputs);
    const house = this.part("house");
    if (house) house.open ||= isChanged(house);
    this.refresh();
    const { elements } = this.form;
    if (this.part("house-fields") && Object.keys(inputs).some((name) => !elements.namedItem(name)))
      this.adding = import("../house/on-demand.js").then((house) => house.fillHiddenFields(this, inputs));
  }

  /** Applies the parameters of an address; returns whether it had any. */
  follow(address) {
    const link = readRollerUrl(address, this.id);
    if (!link) return null;
    this.part("fold").open = true;
    this.inputs = link.inputs;
    rememberRoller(this.id);
    return link;
  }

  onSubmit(event) {
    event.preventDefault();
    this.refresh();
  }

  /** Returns the request without the form's inputs, and the part that shows the reply's HTML. */
  get question() {
    return { action: "ask", part: "answer" };
  }

  /** Called when the inputs have changed, before the new request. */
  onInput() {}

  #edit() {
    this.asPrinted = false;
    this.#isEdited = true;
    this.#problems.clear();
    this.onInput();
    this.refresh();
  }

  /** Fills in a value that the engine suggests in place of what was typed. */
  #fillInSuggestion({ target }) {
    const { suggest, field } = target.closest("[data-suggest]")?.dataset ?? {};
    if (!suggest) return;
    writeForm(this.form, { [field]: suggest });
    this.form.elements.namedItem(field)?.focus();
    this.#edit();
  }

  async #refresh(options) {
    const { part, ...question } = this.question;
    const element = this.part(part);
    const staleTimer = setTimeout(() => element.classList.add("is-stale"), LATE);
    const reply = await this.ask({
      ...question,
      ...options,
      calculator: this.calculator,
      inputs: this.inputs,
    });
    clearTimeout(staleTimer);
    if (reply.codes?.includes("overtaken")) return;
    this.showReplyProblems(part, reply);
    element.classList.toggle("is-stale", !reply.ok);
    const readback = this.part("readback");
    if (readback) readback.innerHTML = markup(reply.readback ?? "");
    if (reply.ok) {
      element.innerHTML = markup(reply.html);
      this.part("matter").innerHTML = markup(reply.matter);
      this.part("values").innerHTML = markup(reply.given); // for paper
      if (this.#isEdited) this.#announceChance(reply);
    }
    this.dispatchEvent(new CustomEvent("answered", { detail: reply }));
  }

  /** Announces a chance that has changed with an edit, unless the reply has an announcement of its own. */
  #announceChance({ say }) {
    clearTimeout(this.#announcementTimer);
    if (say === undefined && this.question.part === "odds")
      this.#announcementTimer = setTimeout(() => {
        this.#isEdited = false;
        this.announce(this.part("matter").textContent);
      }, CALM);
  }

  /** Shows problems beside their fields, or above the result. `action` is the request's action. */
  showReplyProblems(action, reply) {
    this.#problems.set(action, reply.ok ? [] : reply.problems);
    const problems = new Map(
      [...this.#problems.values()].flat().map((problem) => [problem.message, problem]),
    );
    const unplaced = showProblems(this.form, [...problems.values()]);
    if (problems.size) this.part("fold").open = true; // so that the problem is visible
    const message = messages(unplaced);
    if (this.part("message").textContent !== message) this.part("message").textContent = message;
  }
}
