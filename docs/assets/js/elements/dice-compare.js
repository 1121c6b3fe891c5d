import { CharacterPicker } from "../compare/character-picker.js";
import { Comparison } from "../compare/comparison.js";
import { GoalSeek } from "../compare/goal-seek.js";

/**
 * What stands below the odds of an opened calculator: to compare them, and to ask the other way round; and
 * above its form the way to fill it in with somebody. It asks the engine through the calculator around it,
 * and follows what is answered there.
 */
export class DiceCompare extends HTMLElement {
  #leaving = null;

  connectedCallback() {
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    const calc = this.closest("[data-calculator]");
    const [pin, turn, refused] = ["pin", "turn", "refused"].map((name) => this.#part(name));
    const comparison = pin && new Comparison({ calc, place: this.#part("comparison"), pin, refused, signal });
    const turned = turn && new GoalSeek({ calc, place: this.#part("turned"), button: turn, signal });
    const bring = (brought) => comparison?.bring(brought);
    const [button, place] = ["fill", "characters"].map((name) => calc.querySelector(`[data-part="${name}"]`));
    if (button) new CharacterPicker({ calc, place, button, bring, signal });
    const follow = () => {
      comparison?.refresh();
      turned?.refresh();
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
