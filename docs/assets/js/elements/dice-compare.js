import { CharacterPicker } from "../compare/character-picker.js";
import { Comparison } from "../compare/comparison.js";
import { GoalSeek } from "../compare/goal-seek.js";

/**
 * The comparison and goal seek below the odds of an open calculator, and the character picker above its form.
 * It sends requests through the calculator around it, and follows its replies.
 */
export class DiceCompare extends HTMLElement {
  #leaving = null;

  connectedCallback() {
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    const calc = this.closest("[data-calculator]");
    const [pin, turn, refused] = ["pin", "turn", "refused"].map((name) => this.#part(name));
    const comparison = pin && new Comparison({ calc, place: this.#part("comparison"), pin, refused, signal });
    const goalSeek = turn && new GoalSeek({ calc, place: this.#part("goal-seek"), button: turn, signal });
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
    this.#leaving.abort();
  }

  #part(name) {
    return this.querySelector(`[data-part="${name}"]`);
  }
}
