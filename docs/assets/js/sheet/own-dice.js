/** The dialog for the reader's own dice on a sheet. Its markup comes from `rules_py.present.partial_roll`. */
import { coalesce } from "../coalesce.js";

export class OwnDice extends EventTarget {
  #sheet;
  #dialog;
  #roll = null; // the calculator and inputs of the roll
  #answer = null; // resolves the promise of `ask`

  constructor(sheet, signal) {
    super();
    this.#sheet = sheet;
    this.#dialog = sheet.part("own-dialog");
    this.#dialog.addEventListener("close", () => this.#finish(null), { signal });
    const press = (part, then) => sheet.part(part).addEventListener("click", then, { signal });
    press("own-cancel", () => this.#finish(null));
    press("own-roll", () => this.#finish(undefined));
  }

  /** Resolves with the faces of a roll, undefined to roll on the page, or null to cancel. */
  ask(roll) {
    this.#roll = roll;
    this.#sheet.part("own-title").textContent = roll.label;
    this.#dialog.showModal();
    this.#entry.setHost(this);
    this.#entry.start();
    this.#entry.tabIndex = -1;
    this.#entry.focus(); // so that a face can be typed
    return new Promise((resolve) => (this.#answer = resolve));
  }

  get #entry() {
    return this.#dialog.querySelector("dice-entry");
  }

  /** Called when the entered faces have changed. */
  refresh = coalesce(async () => {
    const { calculator, inputs } = this.#roll;
    const dice = this.#entry.enteredFaces;
    const reply = await this.#sheet.ask({
      action: "partial_roll",
      calculator,
      inputs,
      dice,
      uncounted: true,
    });
    if (reply.ok) this.dispatchEvent(new CustomEvent("answered", { detail: reply }));
    else this.#finish(undefined); // rolling on the page will report the error
  });

  /** Called when all faces have been entered. */
  resolve(faces) {
    this.#finish(faces);
  }

  #finish(faces) {
    const answer = this.#answer;
    this.#answer = null;
    this.#dialog.close();
    answer?.(faces);
  }
}
