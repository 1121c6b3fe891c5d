import { writeAddress } from "../address.js";
import { copyText } from "../copying.js";
import { DiceCalculator } from "./dice-calculator.js";

/** How many earlier throws are kept on the page. */
const KEPT = 20;

/** A calculator with odds, and dice to throw. A throw can be shown again, and shared as a link. */
export class DiceRoller extends DiceCalculator {
  #shown = null;

  connected(signal) {
    super.connected(signal);
    this.part("copy")?.addEventListener("click", () => this.#copy(), { signal });
  }

  /** The odds, given the dice that lie where the reader throws their own. */
  get question() {
    const lying = this.part("own")?.lying;
    return lying ? { action: "half", dice: lying, part: "odds" } : { action: "odds", part: "odds" };
  }

  answered(reply) {
    this.part("own")?.answered(reply);
  }

  /** Throws with given faces. */
  resolve(faces) {
    return this.#throw({ action: "resolve", dice: faces });
  }

  follow(address) {
    const asked = super.follow(address);
    if (asked?.dice) this.resolve(asked.dice);
    else if (asked?.seed !== null && asked?.seed !== undefined)
      this.#throw({ action: "roll", seed: asked.seed });
    return asked;
  }

  /** A throw that was made before is no answer to what is asked now. */
  edited() {
    const result = this.part("result");
    result?.classList.toggle("is-stale", result.hasChildNodes());
  }

  submitted(event) {
    event.preventDefault();
    if (this.part("roll")) this.#throw({ action: "roll", seed: null });
  }

  async #throw(request) {
    const reply = await this.ask({ ...request, calculator: this.calculator, inputs: this.inputs });
    this.tellProblem("throw", reply);
    if (!reply.ok) return;
    this.#remember();
    this.#show(reply);
  }

  #show(reply) {
    this.#shown = reply;
    const result = this.part("result");
    result.innerHTML = reply.html;
    result.classList.remove("is-stale");
    this.part("say").textContent = reply.say;
    this.part("copy").hidden = false;
  }

  /** What is shown until now goes to the top of the earlier throws. */
  #remember() {
    const before = this.#shown;
    if (!before) return;
    const entry = this.part("one-earlier").content.cloneNode(true);
    entry.querySelector('[data-part="what"]').textContent = before.say;
    entry.querySelector('[data-part="replay"]').addEventListener("click", () => this.#replay(before.roll));
    const history = this.part("history");
    history.prepend(entry);
    while (history.children.length > KEPT) history.lastElementChild.remove();
    this.part("earlier").hidden = false;
  }

  #replay(roll) {
    this.inputs = roll.inputs;
    this.resolve(roll.faces);
  }

  async #copy() {
    const { inputs, faces } = this.#shown.roll;
    const button = this.part("copy");
    const label = button.textContent;
    if (!(await copyText(writeAddress(this.id, inputs, faces)))) return;
    button.textContent = button.dataset.done;
    setTimeout(() => (button.textContent = label), 2000);
  }
}
