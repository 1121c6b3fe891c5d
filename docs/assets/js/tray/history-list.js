/** The roll history in the tray: grouped by day, searched, exported, and deleted with undo. */
import { download } from "../storage/download.js";
import { groupByDay, sessionDay, formatDay, formatHour } from "./session-days.js";
import { requestLuck } from "./luck.js";
import { toCsv } from "./sharing.js";
import { Undo } from "./undo.js";
import { markup } from "../trusted.js";
import { isolate } from "../messages.js";

/** Rolls shown at first, and added by each “more”. */
const PAGE_SIZE = 40;

export class HistoryList {
  #tray;
  #history;
  #limit = PAGE_SIZE;
  #rolls = []; // newest first
  #matches = []; // those that match the search
  #undo;

  constructor(tray, history, signal) {
    this.#tray = tray;
    this.#history = history;
    const on = (part, type, then) => tray.part(part).addEventListener(type, then, { signal });
    on("words", "input", () => this.#show());
    on("more", "click", () => this.#more());
    on("luck-of-all", "click", () => this.#luck(this.#matches));
    on("export", "click", () => this.#export());
    on("delete-all", "click", () => this.#delete(...this.#rolls));
    this.#undo = new Undo(tray.part("undelete"), (deleted) => this.#undelete(deleted), signal);
    on("days", "click", ({ target }) => this.#press(target.closest("button")));
  }

  /** Reads the history and shows it. */
  async refresh() {
    this.#rolls = await this.#history.all();
    this.#show();
  }

  #show() {
    const { part, message } = this.#tools;
    const words = part("words").value.toLowerCase().split(/\s+/).filter(Boolean);
    const textOf = (each) => textsOf(each, this.#tray.bookOf(each)).join(" ").toLowerCase();
    const matches = this.#rolls.filter((each) => words.every((word) => textOf(each).includes(word)));
    this.#matches = matches;
    const first = matches.slice(0, this.#limit);
    part("days").replaceChildren(...groupByDay(first).map(([day, rolls]) => this.#day(day, rolls)));
    part("more").hidden = first.length === matches.length;
    part("earlier-doing").hidden = !this.#rolls.length;
    part("words").closest("label").hidden = !this.#rolls.length;
    const status = words.length
      ? message("found", { count: matches.length, all: this.#rolls.length })
      : message(["none", "one"][this.#rolls.length] ?? "many", { count: this.#rolls.length });
    const { lasting, unreadReason } = this.#history;
    const why = lasting ? unreadReason : "unlasting";
    part("notice").textContent = why ? `${status} ${message(why)}` : status;
  }

  get #tools() {
    const tray = this.#tray;
    return { part: (name) => tray.part(name), message: (key, values) => tray.message(key, values) };
  }

  #day(day, rolls) {
    const { part, message } = this.#tools;
    const section = part("one-day").content.cloneNode(true);
    for (const name of section.querySelectorAll("[data-part=day], [data-part=day-again]"))
      name.textContent = formatDay(day, message);
    section.querySelector("[data-part=day-luck]").dataset.day = day;
    section.querySelector("[data-part=rolls]").append(...rolls.map((each) => this.#row(each)));
    return section;
  }

  #row(roll) {
    const { part, message } = this.#tools;
    const row = part("one-roll").content.cloneNode(true);
    const fill = (name, text) => (row.querySelector(`[data-part=${name}]`).textContent = text);
    fill("when", formatHour(roll.at));
    fill("what", roll.title);
    fill("verdict", roll.verdict);
    const about = [this.#tray.bookOf(roll), roll.who && isolate(roll.who), roll.asked];
    const parts = about.filter(Boolean).flatMap((part) => [" · ", part]);
    row.querySelector("[data-part=with]").replaceChildren(...parts.slice(1));
    const { title, verdict, at } = roll;
    fill("deleted", message("delete", { title, verdict, time: formatHour(at) }));
    row.querySelector("[data-part=when]").dateTime = new Date(roll.at).toISOString();
    for (const button of row.querySelectorAll("button")) button.dataset.key = roll.key;
    return row;
  }

  #press(button) {
    const { day } = button?.dataset ?? {};
    if (day) return this.#luck(this.#matches.filter(({ at }) => sessionDay(at) === Number(day)));
    const roll = this.#rolls.find(({ key }) => key === button?.dataset.key);
    if (!roll) return;
    if (button.dataset.part === "delete") this.#delete(roll);
    else this.#tray.showEarlierRoll(roll);
  }

  /** Deletes rolls without confirmation, as this can be undone. */
  async #delete(...rolls) {
    const { part, message } = this.#tools;
    this.#undo.offer(await this.#history.remove(...rolls.map(({ key }) => key)));
    await this.refresh();
    this.#tray.onRemove();
    part("undelete").focus();
    this.#tray.readAloud(message(rolls.length === 1 ? "deleted-one" : "deleted", { count: rolls.length }));
  }

  async #undelete(deleted) {
    await this.#history.undelete(deleted);
    this.#tray.part("words").focus();
    this.#tray.readAloud(this.#tools.message("put-back"));
  }

  async #luck(rolls) {
    const { part, message } = this.#tools;
    const progress = (count, all) => (part("notice").textContent = message("counting", { count, all }));
    const reply = await requestLuck(this.#tray, rolls, progress);
    this.#show();
    if (!reply.ok) return this.#tray.showFailure(reply);
    part("luck").innerHTML = markup(reply.html);
    part("luck").scrollIntoView({ block: "nearest" });
    this.#tray.readAloud(reply.say);
  }

  #more() {
    this.#limit += PAGE_SIZE;
    this.#show();
  }

  #export() {
    const { message } = this.#tools;
    download(`${message("file")}.csv`, toCsv(this.#rolls, message("columns")), "text/csv");
  }
}

function textsOf({ title, asked, who, verdict }, book) {
  return [title, asked, who, verdict, book];
}
