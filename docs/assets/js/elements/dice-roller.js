import { readPrintedForm } from "../form/values.js";
import { rollToTray } from "../roll-to-tray.js";
import { DiceCalculator } from "./dice-calculator.js";

/** A calculator with odds that rolls dice into the tray. */
export class DiceRoller extends DiceCalculator {
  /** Requests the odds, conditional on the dice that the reader has entered. */
  get question() {
    const { enteredFaces, rolling } = this.part("own") ?? {};
    return enteredFaces
      ? { action: "partial_roll", dice: enteredFaces, rolling, part: "odds" }
      : { action: "odds", part: "odds" };
  }

  follow(address) {
    const link = super.follow(address);
    const shared = link && { by: link.by ?? "", ...(link.called && { label: link.called }) };
    if (link?.dice) this.#roll({ action: "resolve", dice: link.dice }, shared, link);
    else if (link?.seed !== null && link?.seed !== undefined)
      this.#roll({ action: "roll", seed: link.seed }, shared, link);
    return link;
  }

  /** Shows the outcome of these faces in the tray; `details` as in `DiceTray.showRoll`. */
  resolve(faces, details = {}) {
    return this.#roll({ action: "resolve", dice: faces }, details);
  }

  /** Shows the entered dice without their odds. */
  onStop() {
    if (this.part("own")?.enteredFaces) this.refresh({ uncounted: true });
    else super.onStop();
  }

  onSubmit(event) {
    event.preventDefault();
    if (this.part("roll")) this.continueRoll([]);
  }

  /** Rolls the rest after these faces, up to a decision, and returns the reply. */
  continueRoll(faces) {
    return this.#roll({ action: "roll", seed: null, deciding: true, ...(faces.length && { dice: faces }) });
  }

  /** Ends a roll that waits for a decision, as its inputs have changed. */
  onInput() {
    this.#endRoll();
  }

  #endRoll() {
    const own = this.part("own");
    if (own?.rolling) own.endRoll();
  }

  async #roll(request, details, link = null) {
    if (this.adding) await this.adding;
    const { calculator } = this;
    const printed = JSON.parse(this.dataset.inputs); // including inputs without a field in the form
    const inputs = { ...printed, ...readPrintedForm(this.form, printed) };
    if (link && this.dataset.options) {
      const { printedRules } = await import("../house/on-demand.js");
      Object.assign(inputs, printedRules(this.dataset, link.inputs));
    }
    const label = this.asPrinted ? this.querySelector(".calc__title").textContent : "";
    const reply = await rollToTray(this, { ...request, calculator, inputs }, { label, ...details });
    this.showReplyProblems("throw", reply);
    if (reply.undecided) {
      this.part("fold").open = true;
      this.part("own").decide(reply.undecided);
    } else if (reply.ok) this.#endRoll();
    return reply;
  }
}
