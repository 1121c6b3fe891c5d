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
import { calculatorLink } from "../tray/sharing.js";
import { SharingPanel } from "../tray/sharing-panel.js";
import { fillLine } from "../tray/last-roll-line.js";
import {
  isToReopen,
  openingButton,
  position,
  spaceBeside,
  setState,
  showView,
  toggleForm,
} from "../tray/panel.js";
import { animateRoll } from "../tray/roll-animation.js";
import { formatMessage, formatMessageNodes } from "../messages.js";
import { EngineElement } from "./engine-element.js";
import { markup } from "../trusted.js";

/**
 * The tray: shows rolls and their history on every page, and stays while readers move between pages. Rolls
 * are stored by `storage/roll-history.js`; the markup comes from `rules_py.present.tray`.
 */
export class DiceTray extends EngineElement {
  startsWhenNear = false; // it is on every page, and usually closed
  #history = null;
  #historyList = null;
  #customRoll = null;
  #sharing = null;
  #roll = null; // the current roll
  #rollAgain = null; // rolls it again
  #previousFocus = null; // the element that had the focus before
  #titles = {}; // titles of the games, by id
  #preferences = {}; // tumble, sound, shake

  connected(signal) {
    this.hidden = false;
    this.#titles = JSON.parse(this.dataset.titles);
    const on = (part, type, then) => this.part(part).addEventListener(type, then, { signal });
    on("close", "click", () => this.close());
    on("show-roll", "click", () => this.open(true, { hasKeys: false }));
    on("dismiss", "click", () => this.close());
    on("again", "click", () => this.#rollAgain?.());
    this.#sharing = new SharingPanel(this, openStorage(), signal);
    this.addEventListener("click", ({ target }) => this.#press(target), { signal });
    addEventListener("click", ({ target }) => this.#toggle(target), { signal });
    addEventListener("keydown", (event) => this.#key(event), { signal });
    addEventListener("resize", () => this.isOpen && position(this), { signal });
    for (const [name, defaultValue] of Object.entries({ tumble: true, sound: false, shake: false })) {
      onPreference(name, defaultValue, (isOn) => (this.#preferences[name] = isOn));
    }
    let page = location.pathname;
    onPage(() => {
      if (location.pathname === page) return;
      page = location.pathname;
      this.#onPageChange();
    });
    this.#history = openRecords().then((records) => new RollHistory(records));
    if (this.part("own")) {
      this.#customRoll = new CustomRoll(this, this.#history, signal);
      on("show-keys", "click", () => {
        this.#showKeys(true);
        this.querySelector("[data-die]").focus({ preventScroll: true });
      });
    }
    this.#loadHistory(signal);
  }

  async #loadHistory(signal) {
    const history = await this.#history;
    this.#historyList = new HistoryList(this, history, signal);
    history.addEventListener("change", () => this.#refresh(), { signal });
    await this.#refresh();
    const [last] = await history.all();
    if (this.#roll || !last) return; // rolled in the meantime, or never
    this.#setRoll(last);
    if (isToReopen()) this.showEarlierRoll(last, { quietly: true });
  }

  async #refresh() {
    await this.#history; // which creates the list
    await Promise.all([this.#historyList.refresh(), this.#customRoll?.refresh(), this.#count()]);
  }

  // rolls

  /**
   * Shows the roll of an engine's reply, stores it and returns it. `label` is the text of the button that
   * rolled it, `who` the character. A roll with a cost has `paid`, and `again` to pay for another. `by` is
   * the name of the person who shared it, or "" if unnamed: shared rolls aren't stored. `isOnTable` skips
   * the animation, for dice that the reader has rolled already.
   */
  async showRoll(
    reply,
    { label = "", who = "", again = null, paid = false, by = null, isOnTable = false } = {},
  ) {
    const { calculator, inputs, faces } = reply.roll;
    const { address, ...entry } = reply.entry;
    const at = Date.now();
    const place = address.slice(ROOT.length);
    const roll = { at, calculator, inputs, faces, label, who, say: reply.say, address: place, ...entry };
    if (paid) roll.paid = true;
    this.#setRoll(roll, again);
    this.#showSharedBy(by);
    if (this.isOpen || spaceBeside() || by !== null) this.open();
    else setState(this, "line");
    showView(this, "roll");
    this.#showKeys(calculator === this.part("own")?.dataset.calculator);
    const saving = by === null ? this.#save(roll) : null;
    await this.#show(reply, isOnTable);
    this.readAloud(this.#announcementOf(roll));
    this.#addChance(roll);
    await saving;
    await this.#refresh();
    return roll;
  }

  /** Replaces a roll by the engine's reply. */
  async correct(roll, reply, about) {
    if (roll.key) await (await this.#history).remove(roll.key);
    await this.showRoll(reply, { ...about, isOnTable: true });
  }

  async #save(roll) {
    const history = await this.#history;
    roll.key = await history.add(roll);
    await this.#count();
  }

  /** Shows an earlier roll with its dice. */
  async showEarlierRoll(roll, { quietly: isSilent = false } = {}) {
    this.#setRoll(roll);
    this.#showSharedBy(null);
    this.#showVerdict(roll);
    this.#count();
    const hadFocus = this.contains(document.activeElement);
    this.open();
    showView(this, "roll");
    if (hadFocus) (roll.paid ? this.part("close") : this.part("again")).focus({ preventScroll: true });
    const { calculator, inputs, faces, label } = roll;
    const reply = await this.ask({ action: "resolve", calculator, inputs, dice: faces, label });
    if (this.#roll !== roll) return;
    if (reply.ok) this.part("result").innerHTML = markup(reply.html);
    if (!isSilent) this.readAloud(this.#announcementOf(roll));
  }

  /** Shows why nothing was rolled: a message, or the engine's reply. */
  showFailure({ message, codes = [], problems = [] }) {
    this.open();
    showView(this, "roll");
    const [{ html } = {}] = problems;
    if (html) this.part("message").innerHTML = markup(html);
    else this.part("message").textContent = message;
    this.#offerHelp(codes.includes("bad_notation"));
  }

  #offerHelp(isOffered) {
    const help = this.part("help");
    help.hidden = !isOffered || !help.dataset.page;
    if (!help.hidden) help.href = toHref(help.dataset.page);
  }

  /** Reacts to the removal of rolls from the history. */
  onRemove() {
    this.#count();
  }

  /** Makes a roll the current one and shows everything about it, except its result. */
  #setRoll(roll, again = null) {
    this.#roll = roll;
    this.#rollAgain = again ?? (() => this.reroll(roll));
    this.part("again").hidden = Boolean(roll.paid) && !again; // only its sheet can pay for another
    const fill = (part, text) => (this.part(part).textContent = text);
    fill("message", "");
    this.#offerHelp(false);
    fill("chance", "");
    fill("title", roll.title);
    fill("character", roll.who);
    fill("inputs", roll.asked);
    this.#showGame();
    const page = calculatorLink(roll);
    if (page) this.part("title").href = page;
    else this.part("title").removeAttribute("href");
    for (const part of ["about", "actions"]) this.part(part).hidden = false;
    this.#sharing.show(roll);
    if (this.part("keep")) this.part("name").value = roll.label || roll.title;
  }

  /** Closes the tray when the reader goes to another page. */
  #onPageChange() {
    this.close();
    if (this.#roll) this.#setRoll(this.#roll);
    this.#historyList?.refresh();
  }

  /** Names the game of the current roll if the page is of another, and marks the roll as foreign. */
  #showGame() {
    const book = this.bookOf(this.#roll);
    this.toggleAttribute("data-foreign", Boolean(book));
    this.part("book").textContent = book;
  }

  /** The title of a roll's game, or "" if the page is of that game or the game is unknown. */
  bookOf({ calculator }) {
    const [game] = String(calculator).split("."); // a backup can contain anything
    const [bookId] = location.href.slice(ROOT.length).split("/");
    return game === bookId ? "" : (this.#titles[game] ?? "");
  }

  /** Shows the verdict as text until the engine has rendered the result. */
  #showVerdict({ verdict }) {
    const verdictText = this.part("verdict-text").content.cloneNode(true);
    verdictText.querySelector("strong").textContent = verdict;
    this.part("result").replaceChildren(verdictText);
  }

  #showSharedBy(by) {
    const line = this.part("by");
    line.hidden = by === null;
    const nodes = by === null ? [] : formatMessageNodes(this, by ? "shared" : "shared-unnamed", { who: by });
    line.replaceChildren(...nodes);
  }

  async #show({ html, came }, isOnTable) {
    const result = this.part("result");
    result.innerHTML = markup(html);
    this.part("roll").scrollTop = 0;
    if (!this.isOpen) fillLine(this, result, came);
    if (isOnTable) return;
    if (this.#preferences.sound) playRollSound();
    if (this.#preferences.shake) shake();
    if (this.#preferences.tumble) await animateRoll(this.isOpen ? result : this.part("line"));
  }

  /** Adds the chance of the result when the engine has calculated it. */
  async #addChance(roll) {
    if (engine.status !== "ready") await engine.whenReady();
    const { calculator, inputs, faces } = roll;
    const reply = await this.ask({ action: "chance", calculator, inputs, dice: faces });
    if (!reply.chance || this.#roll !== roll) return;
    this.part("chance").textContent = this.message("chance", reply);
  }

  #announcementOf({ title, say }) {
    const by = this.part("by").textContent;
    return [by, `${title}: ${say}`].filter(Boolean).join(". ");
  }

  /** Shows the number of the current roll among today's, if it is one of them. */
  async #count() {
    const today = sessionDay(Date.now());
    const rolls = (await (await this.#history).all()).filter(({ at }) => at >= today).reverse();
    const count = rolls.findIndex(({ key }) => key === this.#roll?.key) + 1;
    this.part("count").textContent = count ? this.message("count", { count }) : "";
  }

  message(key, values) {
    return formatMessage(this, key, values);
  }

  /** Announces a text to screen readers, also if it is the same as before. */
  readAloud(text) {
    const line = this.part("say");
    line.textContent = line.textContent === text ? `${text}\u00a0` : text;
  }

  // rolling again

  /** The calculator, inputs and character of the current roll. */
  get currentRoll() {
    const { calculator, inputs, who } = this.#roll;
    return { calculator, inputs, who };
  }

  /** Repeats a roll with new dice; returns the engine's reply. */
  async reroll({ calculator, inputs, label = "", who = "" }) {
    const reply = await rollToTray(this, { action: "roll", calculator, inputs, seed: null }, { label, who });
    if (!reply.ok) this.showFailure(reply);
    return reply;
  }

  // opening and closing

  get isOpen() {
    return !this.part("sheet").hidden;
  }

  /** Opens the tray; with `moveFocus`, the focus moves there. `hasKeys` shows the keys of quick dice. */
  open(moveFocus = false, { hasKeys = true } = {}) {
    const before = document.activeElement;
    setState(this, "open");
    if (moveFocus) this.#showKeys(hasKeys);
    if (!moveFocus) return;
    prepareQuickDice();
    this.#previousFocus = before === document.body || this.contains(before) ? null : before;
    const dice = this.part("own") ? "[data-die]" : "[role=tab]";
    const first = this.#roll && !this.part("again").hidden ? this.part("again") : this.querySelector(dice);
    showView(this, "roll");
    first.focus({ preventScroll: true });
    if (this.#roll && !this.part("result").querySelector(".outcome"))
      this.showEarlierRoll(this.#roll, { quietly: true });
  }

  /** Opens the tray with dice notation to edit. */
  write(notation) {
    this.open(true);
    this.#customRoll.write(notation);
  }

  /** Shows the keys of quick dice, or a button that shows them. */
  #showKeys(isShown) {
    if (!this.#customRoll) return;
    this.part("own").hidden = !isShown;
    this.part("show-keys").hidden = isShown;
  }

  close() {
    const hadFocus = this.contains(document.activeElement);
    setState(this, "");
    if (!hadFocus) return;
    const target = this.#previousFocus?.checkVisibility() ? this.#previousFocus : openingButton();
    target?.focus({ preventScroll: true });
  }

  #toggle(target) {
    if (!(target instanceof Element) || !target.closest("[data-dock=dice]")) return;
    if (this.isOpen) this.close();
    else this.open(true);
  }

  #press(target) {
    const { view, panel } = target.closest("[data-view], [data-panel]")?.dataset ?? {};
    if (view) showView(this, view);
    if (panel) toggleForm(this, panel);
  }

  #key(event) {
    const { key } = event;
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const tab = event.target.closest?.("dice-tray [role=tab]");
    if (key === "Escape" && document.documentElement.dataset.tray) this.close();
    else if (key === "d" && isShortcut(event)) this.open(true);
    else if (tab && ["ArrowLeft", "ArrowRight"].includes(key))
      showView(this, tab.dataset.view === "roll" ? "earlier" : "roll", { focusing: true });
    else return;
    event.preventDefault();
  }
}
