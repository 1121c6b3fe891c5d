/** Shares the set in force: as a link, a file or a QR code. */
import { copyText } from "../clipboard.js";
import { isShareable } from "../roller-url.js";
import { inForce } from "./in-force.js";
import { downloadSet, linkOf, qrOf } from "./sharing.js";

export class SharePanel {
  #page;

  constructor(page) {
    this.#page = page;
    page.onCommand({
      link: () => this.#copy(),
      download: () => page.showMessage("downloaded", { name: downloadSet(inForce(page.book.game)) }),
      code: () => this.#showCode(),
    });
  }

  show() {
    this.#page.part("code").hidden = true; // it belongs to the previous set
  }

  async #copy() {
    const link = await linkOf(this.#page.set);
    if (!link) this.#page.showMessage(isShareable() ? "too-long" : "in-folder");
    else if (await copyText(link)) this.#page.showMessage("copied");
  }

  async #showCode() {
    const link = await linkOf(this.#page.set);
    const code = link && (await qrOf(link));
    if (!code) return this.#page.showMessage(isShareable() ? "no-code" : "in-folder");
    code.setAttribute("role", "img");
    code.setAttribute("aria-label", this.#page.message("code"));
    this.#page.part("code").replaceChildren(code);
    this.#page.part("code").hidden = false;
    this.#page.part("code").scrollIntoView({ block: "nearest" });
    this.#page.showMessage("code-shown");
  }
}
