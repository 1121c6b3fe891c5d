import { readPrintedForm } from "../form/values.js";
import { rollToTray } from "../roll-to-tray.js";
import { DiceCalculator } from "./dice-calculator.js";

/** A calculator with odds, and dice that it throws into the tray. */
export class DiceRoller extends DiceCalculator {
  /** The odds, given the dice that lie where the reader throws their own. */
  get question() {
    const { lying, rolling } = this.part("own") ?? {};
    return lying ? { action: "half", dice: lying, rolling, part: "odds" } : { action: "odds", part: "odds" };
  }

  follow(address) {
    const asked = super.follow(address);
    const shared = asked && { by: asked.by ?? "", ...(asked.called && { label: asked.called }) };
    if (asked?.dice) this.#throw({ action: "resolve", dice: asked.dice }, shared, asked);
    else if (asked?.seed !== null && asked?.seed !== undefined)
      this.#throw({ action: "roll", seed: asked.seed }, shared, asked);
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
    if (this.part("roll")) this.rollOn([]);
  }

  /** Rolls on after these faces, to the end or to a decision, and gives the reply. */
  rollOn(faces) {
    return this.#throw({ action: "roll", seed: null, deciding: true, ...(faces.length && { dice: faces }) });
  }

  /** A roll that waits for a decision ends with the inputs that it was made with. */
  edited() {
    this.#endRoll();
  }

  #endRoll() {
    const own = this.part("own");
    if (own?.rolling) own.endRoll();
  }

  async #throw(request, about, asked = null) {
    if (this.adding) await this.adding;
    const { calculator } = this;
    const printed = JSON.parse(this.dataset.inputs); // also what the form has no field for
    const inputs = { ...printed, ...readPrintedForm(this.form, printed) };
    if (asked && this.dataset.options) {
      const { printedRules } = await import("../house/on-demand.js");
      Object.assign(inputs, printedRules(this.dataset, asked.inputs));
    }
    const label = this.asPrinted ? this.querySelector(".calc__title").textContent : "";
    const reply = await rollToTray(this, { ...request, calculator, inputs }, { label, ...about });
    this.tellProblem("throw", reply);
    if (reply.undecided) {
      this.part("fold").open = true;
      this.part("own").decide(reply.undecided);
    } else if (reply.ok) this.#endRoll();
    return reply;
  }
}
