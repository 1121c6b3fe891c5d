/** The scripts and elements of every page. The page is complete without them. */
import "./search/continue-reading.js";
import "./search/bookmark-badges.js";
import "./search/shortcuts.js";
import "./search/card-triggers.js";
import "./collapsible.js";
import "./house/loader.js";
import "./python.js";
import "./shell/color-scheme.js";
import "./shell/contents.js";
import "./shell/missing-parts.js";
import "./shell/running-head.js";
import "./shell/styles.js";
import { DiceAdd } from "./elements/dice-add.js";
import { DiceInline } from "./elements/dice-inline.js";
import { DiceOffline } from "./elements/dice-offline.js";
import { DiceOddsTable } from "./elements/dice-odds-table.js";
import { DiceReference } from "./elements/dice-reference.js";
import { DiceRollButtons } from "./elements/dice-roll-buttons.js";
import { DiceTray } from "./elements/dice-tray.js";

customElements.define("dice-add", DiceAdd);
customElements.define("dice-inline", DiceInline);
customElements.define("dice-offline", DiceOffline);
customElements.define("dice-odds-table", DiceOddsTable);
customElements.define("dice-reference", DiceReference);
customElements.define("dice-roll-buttons", DiceRollButtons);
customElements.define("dice-tray", DiceTray);

export { elementsLoaded } from "./lazy-elements.js";
