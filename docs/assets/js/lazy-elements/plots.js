/** Charts with a form. */
import { DicePlot } from "../elements/dice-plot.js";

customElements.define("dice-plot", DicePlot);
