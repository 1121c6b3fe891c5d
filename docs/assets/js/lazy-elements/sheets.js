/** The sheets of a game's characters. */
import { DiceSheet } from "../elements/dice-sheet.js";

customElements.define("dice-sheet", DiceSheet);
