/** Pictures that follow the reader's own figures. */
import { DicePlot } from "../elements/dice-plot.js";

customElements.define("dice-plot", DicePlot);
