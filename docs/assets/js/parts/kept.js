/** The place where a reader looks after all that is kept. */
import { DiceKept } from "../elements/dice-kept.js";

customElements.define("dice-kept", DiceKept);
