/** The page where a table makes and shares its house rules. */
import { DiceHouseRules } from "../elements/dice-house-rules.js";

customElements.define("dice-house-rules", DiceHouseRules);
