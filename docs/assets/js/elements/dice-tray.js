import { isShareable } from "../roller-url.js";
import { copyWithFeedback } from "../clipboard.js";
import { RollHistory } from "../storage/roll-history.js";
import { openRecords } from "../storage/records.js";
import { openStorage } from "../storage/local-storage.js";
import { engine } from "../engine.js";
import { toHref } from "../search/addresses.js";
import { ROOT } from "../site.js";
import { onPage } from "../shell/page-navigation.js";
import { isShortcut } from "../shell/shortcuts.js";
import { onPreference } from "../preferences.js";
import { rollToTray } from "../roll-to-tray.js";
import { prepareQuickDice } from "../rolls/tables.js";
import { sessionDay } from "../tray/session-days.js";
import { HistoryList } from "../tray/history-list.js";
import { playRollSound, shake } from "../tray/sound.js";
import { CustomRoll } from "../tray/custom-roll.js";
import { calculatorLink, drawQrCode, embedCode, rollLink } from "../tray/sharing.js";
import { animateRoll } from "../tray/roll-animation.js";
import { formatMessage, formatMessageNodes, stripDirectionMarks } from "../messages.js";
import { EngineElement } from "./engine-element.js";
import { markup } from "../trusted.js";

const OPEN = "diceleaf:tray"; // the page on which it stands open, for this visit
const NAME = "name"; // of who throws here
/** Where the tray lies over the text, whatever is beside it. */
const NARROW = matchMedia("(max-width: 59.984em)");
/** Pixels beside the text in which the tray covers none of it. */
const ROOM = 280;
/** Dice that the line of a closed tray draws. */
const MOST_IN_LINE = 6;

/**
 * The one place where throws are told, on every page and through the turning of pages, with what was thrown
 * before. Rolls are stored by `storage/roll-history.js`; the markup comes from `rules_py.present.tray`.
 */
export class DiceTray extends EngineElement {
  startsWhenNear = false; // it is always near, and mostly shut
  #history = null;
  #earlier = null;
  #own = null;
  #shown = null; // the throw that is told
  #again = null; // what throws it again
  #returnTo = null; // what had the focus before the tray took it
  #titles = {}; // of the games, by their ids
  #wants = {}; // tumble, sound, shake
  #storage = openStorage();

  connected(signal) {
    this.hidden = false;
    this.#titles = JSON.parse(this.dataset.titles);
    const on = (part, type, then) => this.part(part).addEventListener(type, then, { signal });
    on("close", "click", () => this.close());
    on("show-roll", "click", () => this.open(true, { hasKeys: false }));
    on("dismiss", "click", () => this.close());
    on("again", "click", () => this.#again?.());
    on("copy-link", "click", ({ target }) => copyWithFeedback(target, this.#link(), this.words("copied")));
    on("copy-text", "click", ({ target }) => copyWithFeedback(target, this.#words(), this.words("copied")));
    on("copy-embed", "click", ({ target }) =>
      copyWithFeedback(target, embedCode(this.#shown), this.words("copied")),
    );
    on("send", "click", () => this.#send());
    on("show-code", "click", () => this.#showCode());
    on("thrower", "change", ({ target }) => this.#rename(target.value.trim()));
    this.addEventListener("click", ({ target }) => this.#press(target), { signal });
    addEventListener("click", ({ target }) => this.#toggle(target), { signal });
    addEventListener("keydown", (event) => this.#key(event), { signal });
    addEventListener("resize", () => this.isOpen && this.#place(), { signal });
    for (const [name, otherwise] of Object.entries({ tumble: true, sound: false, shake: false })) {
      onPreference(name, otherwise, (wanted) => (this.#wants[name] = wanted));
    }
    let page = location.pathname;
    onPage(() => {
      if (location.pathname === page) return;
      page = location.pathname;
      this.#turned();
    });
    this.#history = openRecords().then((records) => new RollHistory(records));
    if (this.part("own")) {
      this.#own = new CustomRoll(this, this.#history, signal);
      on("show-keys", "click", () => {
        this.#showKeys(true);
        this.querySelector("[data-die]").focus({ preventScroll: true });
      });
    }
    this.#begin(signal);
  }

  async #begin(signal) {
    const history = await this.#history;
    this.#earlier = new HistoryList(this, history, signal);
    history.addEventListener("change", () => this.#refresh(), { signal });
    await this.#refresh();
    const [last] = await history.all();
    if (this.#shown || !last) return; // thrown meanwhile, or never
    this.#set(last);
    if (!NARROW.matches && session(OPEN) === location.pathname) this.recall(last, { quietly: true });
  }

  async #refresh() {
    await this.#history; // then there is a list to show it
    await Promise.all([this.#earlier.refresh(), this.#own?.refresh(), this.#count()]);
  }

  // telling

  /**
   * Tells of a throw that the engine's reply holds, keeps it and returns it. About it: `label`, what the
   * button that threw it is called; `who`, the character; `again`, what throws it again where that costs
   * something, and `paid`, whether it did; `by`, the name of who shared it, or "" for somebody: what others
   * threw is not kept; `fallen`, whether the dice lie already, on the reader's table.
   */
  async tell(reply, { label = "", who = "", again = null, paid = false, by = null, fallen = false } = {}) {
    const { calculator, inputs, faces } = reply.roll;
    const { address, ...told } = reply.told;
    const at = Date.now();
    const place = address.slice(ROOT.length);
    const thrown = { at, calculator, inputs, faces, label, who, say: reply.say, address: place, ...told };
    if (paid) thrown.paid = true;
    this.#set(thrown, again);
    this.#sayBy(by);
    if (this.isOpen || this.#room || by !== null) this.open();
    else this.#stand("line");
    this.#view("roll");
    this.#showKeys(calculator === this.part("own")?.dataset.calculator);
    const kept = by === null ? this.#keep(thrown) : null;
    await this.#show(reply, fallen);
    this.say(this.#spoken(thrown));
    this.#addChance(thrown);
    await kept;
    await this.#refresh();
    return thrown;
  }

  /** Tells of a throw anew, as the engine makes it. */
  async correct(thrown, reply, about) {
    if (thrown.key) await (await this.#history).remove(thrown.key);
    await this.tell(reply, { ...about, fallen: true });
  }

  async #keep(thrown) {
    const history = await this.#history;
    thrown.key = await history.add(thrown);
    await this.#count();
  }

  /** Shows an earlier throw again, as it fell. */
  async recall(thrown, { quietly = false } = {}) {
    this.#set(thrown);
    this.#sayBy(null);
    this.#inWords(thrown);
    this.#count();
    const inside = this.contains(document.activeElement);
    this.open();
    this.#view("roll");
    if (inside) (thrown.paid ? this.part("close") : this.part("again")).focus({ preventScroll: true });
    const { calculator, inputs, faces, label } = thrown;
    const reply = await this.ask({ action: "resolve", calculator, inputs, dice: faces, label });
    if (this.#shown !== thrown) return;
    if (reply.ok) this.part("result").innerHTML = markup(reply.html);
    if (!quietly) this.say(this.#spoken(thrown));
  }

  /** Says why nothing was rolled: a message, or the engine's reply. */
  refuse({ message, codes = [], problems = [] }) {
    this.open();
    this.#view("roll");
    const [{ html } = {}] = problems;
    if (html) this.part("message").innerHTML = markup(html);
    else this.part("message").textContent = message;
    this.#offerHelp(codes.includes("bad_notation"));
  }

  #offerHelp(wanted) {
    const help = this.part("help");
    help.hidden = !wanted || !help.dataset.page;
    if (!help.hidden) help.href = toHref(help.dataset.page);
  }

  /** What is told is no longer in the list. */
  forgotten() {
    this.#count();
  }

  /** Tells, besides what it came to, all about a throw. */
  #set(thrown, again = null) {
    this.#shown = thrown;
    this.#again = again ?? (() => this.throwNew(thrown));
    this.part("again").hidden = Boolean(thrown.paid) && !again; // only its sheet can pay for another
    const fill = (part, text) => (this.part(part).textContent = text);
    fill("message", "");
    this.#offerHelp(false);
    fill("chance", "");
    fill("title", thrown.title);
    fill("who", thrown.who);
    fill("asked", thrown.asked);
    this.#placeShown();
    const page = calculatorLink(thrown);
    if (page) this.part("title").href = page;
    else this.part("title").removeAttribute("href");
    for (const part of ["about", "actions"]) this.part(part).hidden = false;
    this.part("thrower").value = thrown.who || this.#storage.read(NAME) || "";
    this.part("send").hidden = !navigator.share;
    this.part("copy-link").hidden = this.part("show-code").hidden = !this.#link();
    this.part("copy-embed").hidden = !embedCode(this.#shown);
    this.part("code").hidden = true;
    if (!this.part("keep")) return;
    this.part("name").value = thrown.label || thrown.title;
  }

  /** A new page is read before anything is thrown again. */
  #turned() {
    this.close();
    if (this.#shown) this.#set(this.#shown);
    this.#earlier?.refresh();
  }

  /** Names the game of what is told where it isn't the page's, and shows it in neither's colours then. */
  #placeShown() {
    const book = this.bookOf(this.#shown);
    this.toggleAttribute("data-foreign", Boolean(book));
    this.part("book").textContent = book;
  }

  /** The title of a throw's game, "" where that is the page's, or where it is of no game. */
  bookOf({ calculator }) {
    const [game] = String(calculator).split("."); // a backup may hold anything
    const [here] = location.href.slice(ROOT.length).split("/");
    return game === here ? "" : (this.#titles[game] ?? "");
  }

  /** What a throw came to, until the engine draws it. */
  #inWords({ verdict }) {
    const words = this.part("in-words").content.cloneNode(true);
    words.querySelector("strong").textContent = verdict;
    this.part("result").replaceChildren(words);
  }

  #sayBy(by) {
    const line = this.part("by");
    line.hidden = by === null;
    const nodes = by === null ? [] : formatMessageNodes(this, by ? "shared" : "shared-unnamed", { who: by });
    line.replaceChildren(...nodes);
  }

  async #show({ html, came }, fallen) {
    const result = this.part("result");
    result.innerHTML = markup(html);
    this.part("told-roll").scrollTop = 0;
    if (!this.isOpen) this.#fillLine(result, came);
    if (fallen) return;
    if (this.#wants.sound) playRollSound();
    if (this.#wants.shake) shake();
    if (this.#wants.tumble) await animateRoll(this.isOpen ? result : this.part("line"));
  }

  /** Puts the verdict, the dice and the total of a result into the line of the closed tray. */
  #fillLine(result, { total } = {}) {
    const verdict = this.part("line-verdict");
    verdict.className = result.querySelector(".outcome").className;
    verdict.replaceChildren(result.querySelector(".outcome__verdict").cloneNode(true));
    const dice = [...result.querySelectorAll(".die")].slice(0, MOST_IN_LINE);
    const drawings = dice.map((die) => {
      const drawing = document.createElement("span");
      drawing.className = die.className;
      drawing.append(die.querySelector(".die__drawing").cloneNode(true));
      return drawing;
    });
    this.part("line-dice").replaceChildren(...drawings);
    const isTold = total === undefined || verdict.textContent.includes(total);
    this.part("line-total").textContent = isTold ? "" : `= ${total}`;
    this.#fitLine(verdict.querySelector("strong"));
  }

  /** Leaves the dice out of the line where the verdict would need a third line beside them. */
  #fitLine(verdict) {
    const line = this.part("line");
    line.removeAttribute("data-crowded");
    line.toggleAttribute("data-crowded", verdict.scrollHeight > 1.25 * verdict.clientHeight);
  }

  #emptyLine() {
    for (const part of ["verdict", "dice", "total"]) this.part(`line-${part}`).replaceChildren();
  }

  /** Adds the chance of what was rolled, as soon as the engine knows it. */
  async #addChance(thrown) {
    if (engine.status !== "ready") await engine.whenReady();
    const { calculator, inputs, faces } = thrown;
    const reply = await this.ask({ action: "chance", calculator, inputs, dice: faces });
    if (!reply.chance || this.#shown !== thrown) return;
    this.part("chance").textContent = this.words("chance", reply);
  }

  #spoken({ title, say }) {
    const by = this.part("by").textContent;
    return [by, `${title}: ${say}`].filter(Boolean).join(". ");
  }

  /** Which of today's throws is told: none that another made, or that was made on another day. */
  async #count() {
    const today = sessionDay(Date.now());
    const throws = (await (await this.#history).all()).filter(({ at }) => at >= today).reverse();
    const count = throws.findIndex(({ key }) => key === this.#shown?.key) + 1;
    this.part("count").textContent = count ? this.words("count", { count }) : "";
  }

  words(word, filled) {
    return formatMessage(this, word, filled);
  }

  /** Announces something, once; the same words twice are said twice. */
  say(text) {
    const line = this.part("say");
    line.textContent = line.textContent === text ? `${text}\u00a0` : text;
  }

  // throwing

  /** What would be thrown again: {calculator, inputs, who}. */
  get toThrow() {
    const { calculator, inputs, who } = this.#shown;
    return { calculator, inputs, who };
  }

  /** Throws anew what a throw holds; the engine's reply. */
  async throwNew({ calculator, inputs, label = "", who = "" }) {
    const reply = await rollToTray(this, { action: "roll", calculator, inputs, seed: null }, { label, who });
    if (!reply.ok) this.refuse(reply);
    return reply;
  }

  // open and shut

  get isOpen() {
    return !this.part("sheet").hidden;
  }

  /** Opens the tray; `entering` takes the keyboard along. A roll is read without the keys of quick dice. */
  open(entering = false, { hasKeys = true } = {}) {
    const before = document.activeElement;
    this.#stand("open");
    if (entering) this.#showKeys(hasKeys);
    if (!entering) return;
    prepareQuickDice();
    this.#returnTo = before === document.body || this.contains(before) ? null : before;
    const dice = this.part("own") ? "[data-die]" : "[role=tab]";
    const first = this.#shown && !this.part("again").hidden ? this.part("again") : this.querySelector(dice);
    this.#view("roll");
    first.focus({ preventScroll: true });
    if (this.#shown && !this.part("result").querySelector(".outcome"))
      this.recall(this.#shown, { quietly: true });
  }

  /** Opens with dice in the field, to be changed. */
  write(notation) {
    this.open(true);
    this.#own.write(notation);
  }

  /** Shows the keys of quick dice, or a button that does. */
  #showKeys(shown) {
    if (!this.#own) return;
    this.part("own").hidden = !shown;
    this.part("show-keys").hidden = shown;
  }

  close() {
    const inside = this.contains(document.activeElement);
    this.#stand("");
    if (!inside) return;
    const back = this.#returnTo?.checkVisibility() ? this.#returnTo : this.#opener;
    back?.focus({ preventScroll: true });
  }

  /** The button of the page that opens the tray; the bar that holds it changes with the page. */
  get #opener() {
    return document.querySelector("[data-dock=dice]");
  }

  #toggle(target) {
    if (!(target instanceof Element) || !target.closest("[data-dock=dice]")) return;
    if (this.isOpen) this.close();
    else this.open(true);
  }

  /**
   * Shows the tray ("open"), the line of the last roll ("line") or neither. The page learns of it by an
   * attribute: `:root:has()` would style all of it anew whenever anything comes or goes.
   */
  #stand(how) {
    this.part("sheet").hidden = how !== "open";
    this.part("line").hidden = how !== "line";
    if (how !== "line") this.#emptyLine();
    this.#opener?.setAttribute("aria-expanded", String(how === "open"));
    document.documentElement.dataset.tray = how;
    session(OPEN, how === "open" ? location.pathname : "");
    if (how === "open") this.#place();
  }

  /**
   * The pixels left of the text that are enough for the tray, or 0: there it covers the list of pages alone.
   */
  get #room() {
    if (NARROW.matches) return 0;
    const { left } = document.querySelector("article").getBoundingClientRect();
    return left < ROOM ? 0 : left;
  }

  #place() {
    this.toggleAttribute("data-beside", this.#room > 0);
    this.style.setProperty("--room", `${this.#room}px`);
  }

  /** Shows the roll, or the history no higher than it: the tabs and the cross stay where they are. */
  #view(name, { focusing = false } = {}) {
    const sheet = this.part("sheet");
    if (name === "roll") sheet.style.height = "";
    else if (!sheet.style.height) sheet.style.height = `${sheet.offsetHeight}px`;
    for (const tab of this.querySelectorAll("[data-view]")) {
      const chosen = tab.dataset.view === name;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      this.querySelector(`#tray-${tab.dataset.view}`).hidden = !chosen;
      if (chosen && focusing) tab.focus();
    }
  }

  #press(target) {
    const { view, panel } = target.closest("[data-view], [data-panel]")?.dataset ?? {};
    if (view) this.#view(view);
    if (panel) this.#unfold(panel);
  }

  /** Shows the form that shares or saves the roll, or hides it; one at a time. */
  #unfold(panel) {
    for (const button of this.querySelectorAll("[data-panel]")) {
      const form = this.querySelector(`#tray-${button.dataset.panel}`);
      form.hidden = button.dataset.panel !== panel || !form.hidden;
      button.setAttribute("aria-expanded", String(!form.hidden));
      if (!form.hidden) form.scrollIntoView({ block: "nearest" });
    }
  }

  #key(event) {
    const { key } = event;
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const tab = event.target.closest?.("dice-tray [role=tab]");
    if (key === "Escape" && document.documentElement.dataset.tray) this.close();
    else if (key === "d" && isShortcut(event)) this.open(true);
    else if (tab && ["ArrowLeft", "ArrowRight"].includes(key))
      this.#view(tab.dataset.view === "roll" ? "earlier" : "roll", { focusing: true });
    else return;
    event.preventDefault();
  }

  // sharing

  #rename(name) {
    this.#storage.note(NAME, name);
  }

  /** Null where nobody else has the way to it: to no page of the books, or to a folder of the reader's. */
  #link() {
    return isShareable() ? rollLink(this.#shown, this.part("thrower").value.trim()) : null;
  }

  #said() {
    const who = this.part("thrower").value.trim();
    const start = who ? this.words("threw", { who: stripDirectionMarks(who) }) : "";
    const chance = this.part("chance").textContent;
    return start + this.#shown.text + (chance && ` ${chance}.`);
  }

  #words() {
    return [this.#said(), this.#link()].filter(Boolean).join("\n");
  }

  async #send() {
    const url = this.#link();
    try {
      await navigator.share({ text: this.#said(), ...(url && { url }) });
    } catch (error) {
      // else the reader thought better of it
      if (error.name !== "AbortError") this.refuse({ message: this.words("unsent") });
    }
  }

  async #showCode() {
    await drawQrCode(this.part("code-picture"), this.#link());
    this.part("code").hidden = false;
    this.part("code").scrollIntoView({ block: "nearest" });
  }
}

/** What this visit remembers; a browser that refuses to remembers nothing. */
function session(key, value) {
  try {
    if (value === undefined) return sessionStorage.getItem(key);
    sessionStorage.setItem(key, value);
  } catch {
    return null;
  }
  return value;
}
