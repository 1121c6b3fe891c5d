import { Drawing } from "../drawing.js";

/**
 * The forecast of a desk, worked out while its fold is open: slice by slice, so that whatever else is asked of the
 * engine comes in between, and given up as soon as the scene has gone on.
 */
export class Forecast {
  #desk;
  #scene; // gives the scene as it is now
  #drawing;
  #round = 0; // counts what was asked, so that what is answered late is passed over

  constructor(desk, scene, signal) {
    this.#desk = desk;
    this.#scene = scene;
    if (!this.#fold) return;
    this.#drawing = new Drawing(desk.part("forecast"));
    this.#fold.addEventListener("toggle", () => this.follow(), { signal });
    signal.addEventListener("abort", () => (this.#round += 1));
  }

  get #fold() {
    return this.#desk.part("forecasting");
  }

  /** Works it out for the scene as it is now, if anybody looks. */
  async follow() {
    const round = (this.#round += 1);
    if (!this.#fold?.open) return;
    const { game } = this.#desk.dataset;
    const scene = this.#scene();
    this.#working(0);
    for (;;) {
      const reply = await this.#desk.ask({ action: "desk_forecast", game, scene });
      if (round !== this.#round) return;
      if (!reply.ok || reply.done) {
        this.#drawing.show(reply.html ?? "");
        if (!reply.ok) this.#desk.part("forecast").textContent = reply.message;
        this.#desk.part("working-out").hidden = true;
        return;
      }
      this.#working(reply.progress);
    }
  }

  #working(progress) {
    this.#desk.part("working-out").hidden = false;
    const bar = this.#desk.part("foreseeing");
    if (progress) bar.value = progress;
    else bar.removeAttribute("value");
  }
}
