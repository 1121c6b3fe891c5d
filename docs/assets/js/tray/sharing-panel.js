import { copyWithFeedback } from "../clipboard.js";
import { isShareable } from "../roller-url.js";
import { stripDirectionMarks } from "../messages.js";
import { drawQrCode, embedCode, rollLink } from "./sharing.js";

const NAME = "name"; // the setting with the name that readers share under

/** The form of the tray that shares the current roll: as a link, text, embed code, QR code or message. */
export class SharingPanel {
  #tray;
  #storage;
  #roll = null;

  constructor(tray, storage, signal) {
    this.#tray = tray;
    this.#storage = storage;
    const on = (part, type, then) => tray.part(part).addEventListener(type, then, { signal });
    const copy = (part, text) =>
      on(part, "click", ({ target }) => copyWithFeedback(target, text(), tray.message("copied")));
    copy("copy-link", () => this.#link());
    copy("copy-text", () => [this.#text(), this.#link()].filter(Boolean).join("\n"));
    copy("copy-embed", () => embedCode(this.#roll));
    on("send", "click", () => this.#send());
    on("show-code", "click", () => this.#showCode());
    on("sharer", "change", () => this.#storage.note(NAME, this.#name));
  }

  /** Offers to share a roll. */
  show(roll) {
    this.#roll = roll;
    const part = (name) => this.#tray.part(name);
    part("sharer").value = roll.who || this.#storage.read(NAME) || "";
    part("send").hidden = !navigator.share;
    part("copy-link").hidden = part("show-code").hidden = !this.#link();
    part("copy-embed").hidden = !embedCode(roll);
    part("code").hidden = true;
  }

  get #name() {
    return this.#tray.part("sharer").value.trim();
  }

  /** The address of the roll, or null if others can't open it: it is on no page, or in a local folder. */
  #link() {
    return isShareable() ? rollLink(this.#roll, this.#name) : null;
  }

  #text() {
    const who = this.#name;
    const start = who ? this.#tray.message("threw", { who: stripDirectionMarks(who) }) : "";
    const chance = this.#tray.part("chance").textContent;
    return start + this.#roll.text + (chance && ` ${chance}.`);
  }

  async #send() {
    const url = this.#link();
    try {
      await navigator.share({ text: this.#text(), ...(url && { url }) });
    } catch (error) {
      const isCancelled = error.name === "AbortError";
      if (!isCancelled) this.#tray.showFailure({ message: this.#tray.message("unsent") });
    }
  }

  async #showCode() {
    const code = this.#tray.part("code");
    await drawQrCode(this.#tray.part("code-picture"), this.#link());
    code.hidden = false;
    code.scrollIntoView({ block: "nearest" });
  }
}
