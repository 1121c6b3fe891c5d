/**
 * The reader's own dice, in a roller or a dialog: the reader presses or types the face of each die. The
 * roller requests the conditional odds of the dice so far, and resolves the roll when all are entered.
 *
 * Rolls by the site that wait for a decision are shown here, too.
 */
import { markup } from "../trusted.js";

export class DiceEntry extends HTMLElement {
  #abortController = null;
  /** The entered faces in order; null while the site rolls the dice. */
  #faces = null;
  /** Faces pressed before the reply to the previous one, as the `data-` attributes of their buttons. */
  #queue = [];
  #isWaiting = false;
  /** Typed digits that are the start of several faces. */
  #typedDigits = "";
  /** Whether the last request was about a face, not a changed input. */
  #hasNewFace = false;
  /** Whether the site rolls the dice and the reader decides. */
  #rolling = false;
  /** The roller around it, or the element that opened the dialog. */
  #host = null;

  #onAnswered = ({ detail }) => this.#showReply(detail);

  connectedCallback() {
    this.#abortController = new AbortController();
    const { signal } = this.#abortController;
    this.addEventListener("click", (event) => this.#press(event.target.closest("button")), { signal });
    this.addEventListener("keydown", (event) => this.#onKey(event), { signal });
    const roller = this.closest("dice-roller");
    if (!roller) return;
    this.setHost(roller);
    this.#opener.addEventListener("click", () => this.#toggle(), { signal });
    this.#opener.addEventListener("keydown", (event) => this.#onKey(event), { signal });
  }

  /** Sets the element that will `refresh()` and `resolve()`, and dispatch "answered" events. */
  setHost(host) {
    this.#host = host;
    host.addEventListener("answered", this.#onAnswered, { signal: this.#abortController.signal });
  }

  disconnectedCallback() {
    this.#abortController.abort();
  }

  get enteredFaces() {
    return this.#faces;
  }

  get rolling() {
    return this.#rolling;
  }

  /** Lets the reader decide how a roll continues after these faces. */
  decide(faces) {
    if (this.#faces === null) this.#toggle();
    this.#rolling = true;
    this.#setFaces(faces);
  }

  /** Ends a roll of the site that is complete or cancelled. */
  endRoll() {
    const isFocused = this.contains(document.activeElement);
    this.#toggle();
    if (isFocused) this.#host.querySelector('[data-part="roll"]').focus({ preventScroll: true });
  }

  get #opener() {
    return this.#host.querySelector('[data-part="own-open"]');
  }

  #part(name) {
    return this.querySelector(`[data-part="${name}"]`);
  }

  /** Opens or closes the panel. Closing it discards the entered dice. */
  #toggle() {
    const open = this.#faces === null;
    this.#rolling = false;
    this.#opener.setAttribute("aria-expanded", open);
    this.hidden = !open;
    this.#reset(open ? [] : null);
  }

  /** Starts a roll without any faces. */
  start() {
    this.hidden = false;
    this.#reset([]);
  }

  #reset(faces) {
    this.#part("own-panel").replaceChildren();
    this.#part("own-say").textContent = "";
    this.#setFaces(faces);
  }

  #setFaces(faces, { laid: hasNewFace = false } = {}) {
    this.#faces = faces;
    this.#hasNewFace = hasNewFace;
    this.#typedDigits = "";
    this.#isWaiting = true;
    if (!hasNewFace) this.#queue = [];
    this.#host.refresh();
  }

  /** Shows the reply for the entered faces. */
  #showReply({ panel, say, complete }) {
    if (this.#faces === null || panel === undefined) return;
    this.#isWaiting = false;
    this.#show(panel);
    this.#part("own-say").textContent = say;
    const isFinished = complete && this.#hasNewFace;
    this.#hasNewFace = false;
    if (isFinished) this.#host.resolve(this.#faces, { isOnTable: true });
    else this.#enterFace(this.#queue.shift());
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
    if (face !== undefined) this.#enterFace(face);
    else if (part === "own-enter") this.#enterNumber();
    else if (part === "own-undo") this.#setFaces(this.#faces.slice(0, -1));
    else if (part === "own-begin") this.#setFaces([]);
  }

  /** Enters a face, if the next die has it. */
  #enterFace(face) {
    if (face === undefined) return;
    if (this.#rolling) this.#decide(face);
    else if (this.#isWaiting) this.#queue.push(face);
    else if (this.#button(face)) this.#setFaces([...this.#faces, JSON.parse(face)], { laid: true });
  }

  /** Continues the roll with an option. A double press counts once. */
  async #decide(face) {
    if (this.#isWaiting || !this.#button(face)) return;
    this.#isWaiting = true;
    const reply = await this.#host.continueRoll([...this.#faces, JSON.parse(face)]);
    if (!reply.ok) this.#isWaiting = false;
  }

  #enterNumber() {
    const input = this.#part("own-number");
    if (input.reportValidity() && input.value !== "")
      this.#setFaces([...this.#faces, Number(input.value)], { laid: true });
  }

  #onKey(event) {
    const { key, target } = event;
    if (this.#faces === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const isNumberField = target === this.#part("own-number");
    if (key === "Backspace" && !(isNumberField && target.value)) {
      if (this.#faces.length && !this.#rolling) this.#setFaces(this.#faces.slice(0, -1));
    } else if (key === "Enter" && isNumberField) this.#enterNumber();
    else if (/^[\d−-]$/.test(key) && !isNumberField) this.#enterDigit(key === "−" ? "-" : key);
    else return;
    event.preventDefault();
  }

  /**
   * Handles a typed digit: enters the only face that starts with it. If there are several, waits for Enter or
   * another digit.
   */
  #enterDigit(digit) {
    const faces = [...this.querySelectorAll("[data-typed]")];
    const startingWith = (text) => faces.filter(({ dataset }) => dataset.typed.startsWith(text));
    const equalTo = (text) => faces.find(({ dataset }) => dataset.typed === text);
    if (this.#typedDigits && !startingWith(this.#typedDigits + digit).length) {
      const complete = equalTo(this.#typedDigits);
      this.#typedDigits = "";
      if (complete) this.#enterFace(complete.dataset.face);
    }
    this.#typedDigits += digit;
    const [only, another] = startingWith(this.#typedDigits);
    if (!only) this.#typedDigits = "";
    else if (another) equalTo(this.#typedDigits)?.focus();
    else {
      this.#typedDigits = "";
      this.#enterFace(only.dataset.face);
    }
  }
}
