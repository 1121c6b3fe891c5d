/**
 * A calculator alone on its page, which other sites show in a frame (hooks/pages/embed.py). It reads and
 * writes no storage, and the engine is loaded when it is touched.
 */
import "./lazy-elements/dice-entry.js";
import { DiceResult } from "./elements/dice-result.js";
import { DiceRoller } from "./elements/dice-roller.js";
import { readRollerUrl } from "./roller-url.js";
import { same } from "./storage/merge.js";

class EmbeddedRoller extends DiceRoller {
  startsWhenNear = false;

  /** The page has one roller, so its address needn't name it. The printed inputs need no request. */
  follow(address) {
    const url = new URL(address);
    url.searchParams.delete("roller");
    url.hash = this.id;
    const link = readRollerUrl(url.href, this.id);
    if (!link) return null;
    const printed = JSON.parse(this.dataset.inputs);
    const isPrinted = Object.entries(link.inputs).every(([name, value]) => same(value, printed[name]));
    return isPrinted && link.dice === null && link.seed === null ? null : super.follow(url.href);
  }
}

customElements.define("dice-result", DiceResult);
customElements.define("dice-roller", EmbeddedRoller);

/** Sends the height of this page to the surrounding one, so that its frame can be as high. */
function reportHeight() {
  const { height } = document.body.getBoundingClientRect();
  parent.postMessage({ type: "diceleaf-height", height: Math.ceil(height) }, "*");
}

if (parent !== window) new ResizeObserver(reportHeight).observe(document.body);
