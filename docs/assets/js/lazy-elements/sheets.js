/** The sheets of a game's characters. */
import { DiceSheet } from "../elements/dice-sheet.js";
import "./dice-entry.js";

customElements.define("dice-sheet", DiceSheet);
