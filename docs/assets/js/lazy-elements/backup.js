/** The place where a reader looks after all that is kept. */
import { DiceBackup } from "../elements/dice-backup.js";

customElements.define("dice-backup", DiceBackup);
