/**
 * The reader's own dice, in a roller or a dialog: the reader presses or types the face of each die. The
 * roller requests the conditional odds of the dice so far, and resolves the roll when all are entered.
 *
 * Rolls by the site that wait for a decision are shown here, too.
 */
import { markup } from "../trusted.js";

export class DiceEntry extends HTMLElement {
  #leaving = null;
  /** The entered faces in order; null while the site rolls the dice. */
  #lying = null;
  /** Faces pressed before the reply to the previous one, as the `data-` attributes of their buttons. */
  #pressed = [];
  #waiting = false;
  /** Typed digits that are the start of several faces. */
  #typed = "";
  /** Whether the last request was about a face, not a changed input. */
  #laid = false;
  /** Whether the site rolls the dice and the reader decides. */
  #rolling = false;
  /** The roller around it, or the element that opened the dialog. */
  #host = null;

  #answeredBy = ({ detail }) => this.#answered(detail);

  connectedCallback() {
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    this.addEventListener("click", (event) => this.#press(event.target.closest("button")), { signal });
    this.addEventListener("keydown", (event) => this.#key(event), { signal });
    const roller = this.closest("dice-roller");
    if (!roller) return;
    this.serve(roller);
    this.#opener.addEventListener("click", () => this.#turn(), { signal });
    this.#opener.addEventListener("keydown", (event) => this.#key(event), { signal });
  }

  /** Sets the element that will `refresh()` and `resolve()`, and dispatch "answered" events. */
  serve(host) {
    this.#host = host;
    host.addEventListener("answered", this.#answeredBy, { signal: this.#leaving.signal });
  }

  disconnectedCallback() {
    this.#leaving.abort();
  }

  get lying() {
    return this.#lying;
  }

  get rolling() {
    return this.#rolling;
  }

  /** Lets the reader decide how a roll continues after these faces. */
  decide(faces) {
    if (this.#lying === null) this.#turn();
    this.#rolling = true;
    this.#lay(faces);
  }

  /** Ends a roll of the site that is complete or cancelled. */
  endRoll() {
    const isFocused = this.contains(document.activeElement);
    this.#turn();
    if (isFocused) this.#host.querySelector('[data-part="roll"]').focus({ preventScroll: true });
  }

  get #opener() {
    return this.#host.querySelector('[data-part="own-open"]');
  }

  #part(name) {
    return this.querySelector(`[data-part="${name}"]`);
  }

  /** Opens or closes the panel. Closing it discards the entered dice. */
  #turn() {
    const open = this.#lying === null;
    this.#rolling = false;
    this.#opener.setAttribute("aria-expanded", open);
    this.hidden = !open;
    this.#begin(open ? [] : null);
  }

  /** Starts a roll without any faces. */
  start() {
    this.hidden = false;
    this.#begin([]);
  }

  #begin(faces) {
    this.#part("own-panel").replaceChildren();
    this.#part("own-say").textContent = "";
    this.#lay(faces);
  }

  #lay(faces, { laid = false } = {}) {
    this.#lying = faces;
    this.#laid = laid;
    this.#typed = "";
    this.#waiting = true;
    if (!laid) this.#pressed = [];
    this.#host.refresh();
  }

  /** Shows the reply for the entered faces. */
  #answered({ panel, say, complete }) {
    if (this.#lying === null || panel === undefined) return;
    this.#waiting = false;
    this.#show(panel);
    this.#part("own-say").textContent = say;
    const isFinished = complete && this.#laid;
    this.#laid = false;
    if (isFinished) this.#host.resolve(this.#lying, { isOnTable: true });
    else this.#face(this.#pressed.shift());
  }

  /** Replaces the panel and restores the focus. */
  #show(html) {
    const panel = this.#part("own-panel");
    const before = panel.contains(document.activeElement) ? document.activeElement.dataset : null;
    panel.innerHTML = markup(html);
    if (!before) {
      if (this.#rolling) panel.querySelector("[data-face]")?.focus();
      return;
    }
    const same = before.face ? this.#button(before.face) : this.#part(before.part);
    const next = same && !same.disabled ? same : panel.querySelector("button:not(:disabled), input");
    next?.focus({ preventScroll: true });
  }

  #button(face) {
    return [...this.querySelectorAll("[data-face]")].find((each) => each.dataset.face === face);
  }

  #press(button) {
    if (!button) return;
    const { face, part } = button.dataset;
    if (face !== undefined) this.#face(face);
    else if (part === "own-enter") this.#number();
    else if (part === "own-undo") this.#lay(this.#lying.slice(0, -1));
    else if (part === "own-begin") this.#lay([]);
  }

  /** Enters a face, if the next die has it. */
  #face(face) {
    if (face === undefined) return;
    if (this.#rolling) this.#decide(face);
    else if (this.#waiting) this.#pressed.push(face);
    else if (this.#button(face)) this.#lay([...this.#lying, JSON.parse(face)], { laid: true });
  }

  /** Continues the roll with an option. A double press counts once. */
  async #decide(face) {
    if (this.#waiting || !this.#button(face)) return;
    this.#waiting = true;
    const reply = await this.#host.rollOn([...this.#lying, JSON.parse(face)]);
    if (!reply.ok) this.#waiting = false;
  }

  #number() {
    const input = this.#part("own-number");
    if (input.reportValidity() && input.value !== "")
      this.#lay([...this.#lying, Number(input.value)], { laid: true });
  }

  #key(event) {
    const { key, target } = event;
    if (this.#lying === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const typing = target === this.#part("own-number");
    if (key === "Backspace" && !(typing && target.value)) {
      if (this.#lying.length && !this.#rolling) this.#lay(this.#lying.slice(0, -1));
    } else if (key === "Enter" && typing) this.#number();
    else if (/^[\d−-]$/.test(key) && !typing) this.#digit(key === "−" ? "-" : key);
    else return;
    event.preventDefault();
  }

  /**
   * Handles a typed digit: enters the only face that starts with it. If there are several, waits for Enter or
   * another digit.
   */
  #digit(digit) {
    const faces = [...this.querySelectorAll("[data-typed]")];
    const begun = (text) => faces.filter(({ dataset }) => dataset.typed.startsWith(text));
    const whole = (text) => faces.find(({ dataset }) => dataset.typed === text);
    if (this.#typed && !begun(this.#typed + digit).length) {
      const waiting = whole(this.#typed);
      this.#typed = "";
      if (waiting) this.#face(waiting.dataset.face);
    }
    this.#typed += digit;
    const [only, another] = begun(this.#typed);
    if (!only) this.#typed = "";
    else if (another) whole(this.#typed)?.focus();
    else {
      this.#typed = "";
      this.#face(only.dataset.face);
    }
  }
}
