/** The page with everything that the reader has saved. */
import { DiceBackup } from "../elements/dice-backup.js";

customElements.define("dice-backup", DiceBackup);
