/**
 * The reader's own dice, in a roller or a dialog: what each die shows is pressed or typed as it falls. The
 * roller asks for the odds given the dice that lie, and once all of them do, throws with them.
 *
 * A roll that the site makes stands here, too, while it waits for a decision of the reader.
 */
import { markup } from "../trusted.js";

export class DiceEntry extends HTMLElement {
  #leaving = null;
  /** The faces that lie, in the order given; null while the reader leaves the throw to the site. */
  #lying = null;
  /** Faces pressed while the answer to the one before was still on its way, as their buttons have them. */
  #pressed = [];
  #waiting = false;
  /** Digits typed that more than one face begins with. */
  #typed = "";
  /** Whether it was a face that the roller is asked about, not a changed input. */
  #laid = false;
  /** Whether the site rolls the dice, and the reader only decides. */
  #rolling = false;
  /** What asks about the dice that lie: the roller around it, or what opened the dialog. */
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

  /** Has `host` asked to `refresh()` and to `resolve()`, which tells of the reply by an "answered" event. */
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

  /** Has the reader decide how a roll goes on after these faces. */
  decide(faces) {
    if (this.#lying === null) this.#turn();
    this.#rolling = true;
    this.#lay(faces);
  }

  /** Ends a roll that the site makes: it is complete or given up. */
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

  /** Opens and closes; closed, the roller is what it was. */
  #turn() {
    const open = this.#lying === null;
    this.#rolling = false;
    this.#opener.setAttribute("aria-expanded", open);
    this.hidden = !open;
    this.#begin(open ? [] : null);
  }

  /** Begins a roll, of which no die lies. */
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

  /** The roller's reply to what lies. */
  #answered({ panel, say, complete }) {
    if (this.#lying === null || panel === undefined) return;
    this.#waiting = false;
    this.#show(panel);
    this.#part("own-say").textContent = say;
    const told = complete && this.#laid;
    this.#laid = false;
    if (told) this.#host.resolve(this.#lying, { isOnTable: true });
    else this.#face(this.#pressed.shift());
  }

  /** Puts the panel in; what had the focus has it again, or what stands in its place. */
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
    else if (part === "own-lay") this.#number();
    else if (part === "own-undo") this.#lay(this.#lying.slice(0, -1));
    else if (part === "own-begin") this.#lay([]);
  }

  /** Lays a face down, if it is one of the die that is to be thrown. */
  #face(face) {
    if (face === undefined) return;
    if (this.#rolling) this.#decide(face);
    else if (this.#waiting) this.#pressed.push(face);
    else if (this.#button(face)) this.#lay([...this.#lying, JSON.parse(face)], { laid: true });
  }

  /** Rolls on after an option; what is pressed twice is chosen once. */
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
   * A face is typed: the only one that begins so is laid. Of several the one typed waits, for Enter or for a
   * digit that no face goes on with.
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
