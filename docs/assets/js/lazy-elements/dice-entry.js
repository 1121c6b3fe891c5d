/** The reader's own dice, in forms and on sheets. */
import { DiceEntry } from "../elements/dice-entry.js";

customElements.define("dice-entry", DiceEntry);
