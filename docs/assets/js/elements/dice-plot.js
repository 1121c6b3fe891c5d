import { fill } from "../compare/comparison.js";
import { messages, showProblems } from "../form/problems.js";
import { onEdit } from "../form/editing.js";
import { readForm, writeForm } from "../form/values.js";
import { connectForm } from "../form/form-controls.js";
import { coalesce } from "../coalesce.js";
import { markup } from "../trusted.js";
import { EngineElement } from "./engine-element.js";

/**
 * A chart and its form: readers change the inputs that are the same for the whole chart, and the chart
 * follows. Attribute: `data-plot`, the specification of the chart. The book's chart returns with the book's
 * inputs.
 */
export class DicePlot extends EngineElement {
  startsWhenNear = false;
  #signal = null;
  #book = null; // {title, picture, figures} as printed; `inputs` as the form had them; `caption`

  #scheduleRefresh = coalesce(() => this.#refresh());

  connected(signal) {
    this.#signal = signal;
    this.part("fold").addEventListener("toggle", () => this.#open(), { signal });
  }

  get #plot() {
    return JSON.parse(this.dataset.plot);
  }

  /** The house rules with which the chart was calculated. */
  get #house() {
    return JSON.parse(this.dataset.house ?? "{}");
  }

  /** Restarts with the form and the chart of the table's house rules, which have changed. */
  followRules() {
    if (!this.#book) return;
    this.stopCalculations("overtaken");
    this.#book = null;
    this.part("place").replaceChildren();
    this.part("fold").open = false;
  }

  #parts() {
    return [...this.closest(".plot").querySelectorAll("[data-plot-part]")];
  }

  get #picture() {
    return this.#parts().find((part) => part.dataset.plotPart === "picture");
  }

  async #open() {
    if (!this.part("fold").open || this.#book) return;
    const id = `plot-${[...document.querySelectorAll(this.localName)].indexOf(this)}`;
    const reply = await this.ask({ action: "plot_form", plot: this.#plot, id, house: this.#house });
    if (!reply.ok || this.#book) return;
    const place = this.part("place");
    place.innerHTML = markup(reply.frame);
    const form = this.part("form");
    connectForm(form, this.#signal);
    const caption = this.#parts().find(({ dataset }) => dataset.plotPart === "title").textContent;
    this.#book = { inputs: readForm(form), caption };
    for (const part of this.#parts()) this.#book[part.dataset.plotPart] = part.innerHTML;
    onEdit(form, () => this.#edit(), this.#signal);
    form.addEventListener("submit", (event) => event.preventDefault(), { signal: this.#signal });
    this.part("back").addEventListener("click", () => this.#restoreBook(), { signal: this.#signal });
  }

  #edit() {
    this.stopCalculations("overtaken");
    this.#scheduleRefresh();
  }

  #restoreBook() {
    writeForm(this.part("form"), this.#book.inputs, { whole: true });
    this.part("fold").querySelector("summary").focus(); // the pressed button disappears
    this.#edit();
  }

  async #refresh() {
    const reply = await this.ask({
      action: "plot",
      plot: this.#plot,
      inputs: readForm(this.part("form")),
      caption: this.#book.caption,
      house: this.#house,
    });
    if (reply.codes?.includes("overtaken")) return;
    this.part("message").textContent = messages(
      showProblems(this.part("form"), reply.ok ? [] : reply.problems),
    );
    this.#picture.classList.toggle("is-stale", !reply.ok);
    if (!reply.ok) return;
    this.part("back").hidden = !reply.own;
    const html = reply.html.picture ? reply.html : this.#book;
    for (const part of this.#parts()) fill(part, html[part.dataset.plotPart]);
  }
}
