/** The desk of a game, and the window for its players. */
import { DiceDesk } from "../elements/dice-desk.js";
import { DicePlayers } from "../elements/dice-players.js";

customElements.define("dice-desk", DiceDesk);
customElements.define("dice-players", DicePlayers);
