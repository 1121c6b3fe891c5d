/** The encounter tracker, and its player view. */
import { DiceTracker } from "../elements/dice-tracker.js";
import { DicePlayerView } from "../elements/dice-player-view.js";

customElements.define("dice-tracker", DiceTracker);
customElements.define("dice-player-view", DicePlayerView);
