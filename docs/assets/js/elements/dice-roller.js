import { readPrintedForm } from "../form/values.js";
import { rollToTray } from "../roll-to-tray.js";
import { DiceCalculator } from "./dice-calculator.js";

/** A calculator with odds, and dice that it throws into the tray. */
export class DiceRoller extends DiceCalculator {
  /** The odds, given the dice that lie where the reader throws their own. */
  get question() {
    const lying = this.part("own")?.lying;
    return lying ? { action: "half", dice: lying, part: "odds" } : { action: "odds", part: "odds" };
  }

  follow(address) {
    const asked = super.follow(address);
    const shared = asked && { by: asked.by ?? "", ...(asked.called && { label: asked.called }) };
    if (asked?.dice) this.resolve(asked.dice, shared);
    else if (asked?.seed !== null && asked?.seed !== undefined)
      this.#throw({ action: "roll", seed: asked.seed }, shared);
    return asked;
  }

  /** Has the tray tell what these faces come to; `about` as `DiceTray.tell` has it. */
  resolve(faces, about = {}) {
    return this.#throw({ action: "resolve", dice: faces }, about);
  }

  /** Dice that lie go on without their chances. */
  stopped() {
    if (this.part("own")?.lying) this.refresh({ uncounted: true });
    else super.stopped();
  }

  submitted(event) {
    event.preventDefault();
    if (this.part("roll")) this.#throw({ action: "roll", seed: null });
  }

  async #throw(request, about) {
    const { calculator } = this;
    const inputs = readPrintedForm(this.form, JSON.parse(this.dataset.inputs));
    const label = this.asPrinted ? this.querySelector(".calc__title").textContent : "";
    this.tellProblem(
      "throw",
      await rollToTray(this, { ...request, calculator, inputs }, { label, ...about }),
    );
  }
}
