/** Forms whose answer follows what is typed, and all that stands in one. */
import { DiceCalculator } from "../elements/dice-calculator.js";
import { DiceCompare } from "../elements/dice-compare.js";
import { DiceEntry } from "../elements/dice-entry.js";
import { DiceRoller } from "../elements/dice-roller.js";

customElements.define("dice-calculator", DiceCalculator);
customElements.define("dice-compare", DiceCompare);
customElements.define("dice-entry", DiceEntry);
customElements.define("dice-roller", DiceRoller);
