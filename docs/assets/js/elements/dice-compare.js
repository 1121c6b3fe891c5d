import { CharacterPicker } from "../compare/character-picker.js";
import { Comparison } from "../compare/comparison.js";
import { GoalSeek } from "../compare/goal-seek.js";

/**
 * The comparison and goal seek below the odds of an open calculator, and the character picker above its form.
 * It sends requests through the calculator around it, and follows its replies.
 */
export class DiceCompare extends HTMLElement {
  #abortController = null;

  connectedCallback() {
    this.#abortController = new AbortController();
    const { signal } = this.#abortController;
    const calc = this.closest("[data-calculator]");
    const [pin, goalSeekButton, message] = ["pin", "turn", "refused"].map((name) => this.#part(name));
    const comparison = pin && new Comparison({ calc, place: this.#part("comparison"), pin, message, signal });
    const goalSeek =
      goalSeekButton &&
      new GoalSeek({ calc, place: this.#part("goal-seek"), button: goalSeekButton, signal });
    const fill = (character) => comparison?.setCharacter(character);
    const [button, place] = ["fill", "characters"].map((name) => calc.querySelector(`[data-part="${name}"]`));
    if (button) new CharacterPicker({ calc, place, button, fill, signal });
    const follow = () => {
      comparison?.refresh();
      goalSeek?.refresh();
    };
    calc.addEventListener("answered", follow, { signal });
  }

  disconnectedCallback() {
    this.#abortController.abort();
  }

  #part(name) {
    return this.querySelector(`[data-part="${name}"]`);
  }
}
