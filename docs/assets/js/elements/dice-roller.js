import { writeAddress } from "../address.js";
import { copyBy } from "../copying.js";
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

  get question() {
    return { action: "odds", part: "odds" };
  }

  follow(address) {
    const asked = super.follow(address);
    if (asked?.dice) this.#throw({ action: "resolve", dice: asked.dice });
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
    this.#throw({ action: "resolve", dice: roll.faces });
  }

  async #copy() {
    const { inputs, faces } = this.#shown.roll;
    await copyBy(this.part("copy"), writeAddress(this.id, inputs, faces));
  }
}
