/** Calculators, and the elements inside them. */
import { DiceCalculator } from "../elements/dice-calculator.js";
import { DiceCompare } from "../elements/dice-compare.js";
import { DiceRoller } from "../elements/dice-roller.js";
import "./dice-entry.js";

customElements.define("dice-calculator", DiceCalculator);
customElements.define("dice-compare", DiceCompare);
customElements.define("dice-roller", DiceRoller);
