import { Drawing } from "../dom-update.js";

/**
 * The forecast of a desk, worked out while its fold is open: slice by slice, so that whatever else is asked
 * of the engine comes in between, and given up as soon as the scene has gone on or the reader doesn't want to
 * wait.
 */
export class Forecast {
  #desk;
  #scene; // gives the scene as it is now
  #drawing;
  #going = new AbortController(); // of what was asked last

  constructor(desk, scene, signal) {
    this.#desk = desk;
    this.#scene = scene;
    if (!this.#fold) return;
    this.#drawing = new Drawing(desk.part("forecast"));
    this.#fold.addEventListener("toggle", () => this.follow(), { signal });
    const on = (part, then) => desk.part(part).addEventListener("click", then, { signal });
    on("forecast-stop", () => this.#stop());
    on("forecast-resume", () => this.follow());
    signal.addEventListener("abort", () => this.#going.abort("overtaken"));
  }

  get #fold() {
    return this.#desk.part("forecasting");
  }

  /** Works it out for the scene as it is now, if anybody looks. */
  async follow() {
    this.#going.abort("overtaken");
    if (!this.#fold?.open) return;
    const { signal } = (this.#going = new AbortController());
    const { game } = this.#desk.dataset;
    const working = (progress) => this.#working(progress);
    working(0);
    const request = { action: "tracker_forecast", game, scene: this.#scene() };
    const reply = await this.#desk.ask(request, { signal, working });
    if (reply.codes?.includes("overtaken")) return;
    this.#drawing.show(reply.html ?? "");
    if (!reply.ok) this.#desk.part("forecast").textContent = reply.message;
    this.#turn("", this.#fold.querySelector("summary"));
  }

  #stop() {
    this.#going.abort("overtaken");
    this.#drawing.show("");
    this.#turn("forecast-stopped", this.#desk.part("forecast-resume"));
  }

  /** Shows one of the two lines or none. Who stood on a button that goes with the other is led to `next`. */
  #turn(line, next) {
    const lines = ["forecast-running", "forecast-stopped"].map((part) => this.#desk.part(part));
    const { activeElement } = document;
    for (const each of lines) each.hidden = each.dataset.part !== line;
    if (lines.some((each) => each.hidden && each.contains(activeElement))) next.focus();
  }

  #working(progress) {
    this.#turn("forecast-running", this.#desk.part("forecast-stop"));
    const bar = this.#desk.part("forecast-progress");
    if (progress) bar.value = progress;
    else bar.removeAttribute("value");
  }
}
