/** Everything that lives in any page. The page is complete without it. */
import "./finding/going-on.js";
import "./finding/marked.js";
import "./finding/opening.js";
import "./finding/triggers.js";
import "./folds.js";
import "./python.js";
import "./shell/colours.js";
import "./shell/contents.js";
import "./shell/running-head.js";
import "./shell/styles.js";
import { DiceInto } from "./elements/dice-into.js";
import { DiceOdds } from "./elements/dice-odds.js";
import { DiceReference } from "./elements/dice-reference.js";
import { DiceThrows } from "./elements/dice-throws.js";
import { DiceTray } from "./elements/dice-tray.js";
import { DiceOffline } from "./offline.js";

customElements.define("dice-into", DiceInto);
customElements.define("dice-offline", DiceOffline);
customElements.define("dice-odds", DiceOdds);
customElements.define("dice-reference", DiceReference);
customElements.define("dice-throws", DiceThrows);
customElements.define("dice-tray", DiceTray);

export { alive } from "./parts.js";
