/** Brings the parts of the book to life. The page is complete without it. */
import "./finding/going-on.js";
import "./finding/marked.js";
import "./finding/opening.js";
import "./finding/triggers.js";
import "./folds.js";
import "./python.js";
import "./shell/colours.js";
import "./shell/contents.js";
import "./shell/running-head.js";
import { DiceCalculator } from "./elements/dice-calculator.js";
import { DiceDesk } from "./elements/dice-desk.js";
import { DiceOdds } from "./elements/dice-odds.js";
import { DiceReference } from "./elements/dice-reference.js";
import { DiceRoller } from "./elements/dice-roller.js";
import { DiceSheet } from "./elements/dice-sheet.js";
import { DiceThrows } from "./elements/dice-throws.js";
import { DiceTray } from "./elements/dice-tray.js";
import { DiceOffline } from "./offline.js";

customElements.define("dice-calculator", DiceCalculator);
customElements.define("dice-desk", DiceDesk);
customElements.define("dice-offline", DiceOffline);
customElements.define("dice-odds", DiceOdds);
customElements.define("dice-reference", DiceReference);
customElements.define("dice-roller", DiceRoller);
customElements.define("dice-sheet", DiceSheet);
customElements.define("dice-throws", DiceThrows);
customElements.define("dice-tray", DiceTray);
