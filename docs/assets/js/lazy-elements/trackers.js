/** The desk of a game, and the window for its players. */
import { DiceTracker } from "../elements/dice-tracker.js";
import { DicePlayerView } from "../elements/dice-player-view.js";

customElements.define("dice-tracker", DiceTracker);
customElements.define("dice-player-view", DicePlayerView);
