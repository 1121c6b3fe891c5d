/**
 * Guides the reader through a sheet step by step, showing only the fields of the current step. The step is
 * saved, so that the reader can leave the guide and continue later. Its markup comes from
 * `rules_py.present.creation_guide`.
 */
const OFF = "is-off-step";

export class CreationGuide {
  #sheet;
  #steps;

  /** `sheet` is the `<dice-sheet>`; its attribute `data-guided` is set while a step is shown. */
  constructor(sheet) {
    this.#sheet = sheet;
    this.#steps = [...sheet.querySelectorAll("[data-guide-step]")];
  }

  /** The index of the current step, or -1 outside the guide. */
  get #place() {
    return this.#steps.findIndex((step) => !step.hidden);
  }

  /** The step at which the guide continues for the current character, or null if it hasn't started. */
  get savedStep() {
    const { key, step } = this.#sheet.storage.read(this.#name) ?? {};
    return key === this.#sheet.key ? Math.min(step, this.#steps.length - 1) : null;
  }

  get #name() {
    return `guide:${this.#sheet.dataset.game}`;
  }

  /**
   * Labels the guide's button with the step at which it continues. On a blank sheet the button is prominent.
   */
  show() {
    const start = this.#sheet.querySelector('[data-command="guide"]');
    if (!start) return;
    const { savedStep } = this;
    start.classList.toggle(
      "button--primary",
      savedStep === null && this.#sheet.hasAttribute("data-unfilled"),
    );
    start.textContent = savedStep
      ? this.#sheet.message("guide-on", { step: savedStep + 1 })
      : this.#sheet.message("guide");
  }

  start() {
    this.#goTo(this.savedStep ?? 0);
  }

  back() {
    this.#goTo(this.#place - 1);
  }

  /** Shows the next step; returns whether there was one. */
  next() {
    if (this.#place === this.#steps.length - 1) return false;
    this.#goTo(this.#place + 1);
    return true;
  }

  leave() {
    if (this.#place >= 0) this.#showStep(-1);
  }

  #goTo(place) {
    const { key, storage } = this.#sheet;
    storage.note(this.#name, JSON.stringify({ key, step: place }));
    this.#showStep(place);
    const step = this.#steps[place];
    step.querySelector("h2").focus({ preventScroll: true });
    step.scrollIntoView({ block: "start" });
  }

  #showStep(place) {
    const current = this.#steps[place];
    this.#sheet.toggleAttribute("data-guided", Boolean(current));
    this.#sheet.dataset.guideShows = current?.dataset.shows ?? "";
    for (const step of this.#steps) step.hidden = step !== current;
    const fields = current?.dataset.fields.split(" ");
    for (const section of this.#sheet.querySelectorAll(".sheet__section")) this.#showFields(section, fields);
    this.#button("guide-back").disabled = place === 0;
    const last = place === this.#steps.length - 1;
    this.#button("guide-next").textContent = this.#sheet.message(last ? "guide-end" : "guide-next");
    this.show();
  }

  /** Shows only the parts of a section about these fields, or all without fields. */
  #showFields(section, fields) {
    const own = section.dataset.fields.split(" ").filter((field) => !fields || fields.includes(field));
    section.classList.toggle(OFF, !own.length);
    if (fields && own.length) section.open = true;
    for (const child of section.children) {
      const field = fieldOf(child);
      if (field) child.classList.toggle(OFF, !own.includes(field));
    }
  }

  #button(command) {
    return this.#sheet.querySelector(`[data-command="${command}"]`);
  }
}

/** Returns the field that a part of a section belongs to, if any. */
function fieldOf(part) {
  const { cards, drawn } = part.dataset;
  return cards ?? drawn ?? part.querySelector(":scope > [data-problems]")?.dataset.problems;
}
