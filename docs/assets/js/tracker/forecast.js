import { Drawing } from "../dom-update.js";

/**
 * The forecast of an encounter, calculated while its collapsible is open. The engine calculates
 * incrementally, so that other requests come in between, and stops when the encounter has changed or the
 * reader cancels.
 */
export class Forecast {
  #tracker;
  #encounter; // returns the current encounter
  #drawing;
  #request = new AbortController(); // of the last request

  constructor(tracker, encounter, signal) {
    this.#tracker = tracker;
    this.#encounter = encounter;
    if (!this.#collapsible) return;
    this.#drawing = new Drawing(tracker.part("forecast"));
    this.#collapsible.addEventListener("toggle", () => this.follow(), { signal });
    const on = (part, then) => tracker.part(part).addEventListener("click", then, { signal });
    on("forecast-stop", () => this.#stop());
    on("forecast-resume", () => this.follow());
    signal.addEventListener("abort", () => this.#request.abort("overtaken"));
  }

  get #collapsible() {
    return this.#tracker.part("forecasting");
  }

  /** Requests the forecast of the current encounter if the collapsible is open. */
  async follow() {
    this.#request.abort("overtaken");
    if (!this.#collapsible?.open) return;
    const { signal } = (this.#request = new AbortController());
    const { game } = this.#tracker.dataset;
    const onProgress = (progress) => this.#showProgress(progress);
    onProgress(0);
    const request = { action: "tracker_forecast", game, scene: this.#encounter() };
    const reply = await this.#tracker.ask(request, { signal, onProgress });
    if (reply.codes?.includes("overtaken")) return;
    this.#drawing.show(reply.html ?? "");
    if (!reply.ok) this.#tracker.part("forecast").textContent = reply.message;
    this.#showLine("", this.#collapsible.querySelector("summary"));
  }

  #stop() {
    this.#request.abort("overtaken");
    this.#drawing.show("");
    this.#showLine("forecast-stopped", this.#tracker.part("forecast-resume"));
  }

  /** Shows one of the two lines, or none. If the focus was in a hidden line, it moves to `next`. */
  #showLine(line, next) {
    const lines = ["forecast-running", "forecast-stopped"].map((part) => this.#tracker.part(part));
    const { activeElement } = document;
    for (const each of lines) each.hidden = each.dataset.part !== line;
    if (lines.some((each) => each.hidden && each.contains(activeElement))) next.focus();
  }

  #showProgress(progress) {
    this.#showLine("forecast-running", this.#tracker.part("forecast-stop"));
    const bar = this.#tracker.part("forecast-progress");
    if (progress) bar.value = progress;
    else bar.removeAttribute("value");
  }
}
