import { Drawing } from "../dom-update.js";

/**
 * What awaits somebody after an act where only the forecast tells: asked for once the act is shown, slice by
 * slice, so that whatever else is asked of the engine comes in between, and given up as soon as the scene has
 * gone on.
 */
export class ActionForecast {
  #desk;
  #scene; // gives the scene as it is now
  #going = new AbortController(); // of what was asked last

  constructor(desk, scene, signal) {
    this.#desk = desk;
    this.#scene = scene;
    signal.addEventListener("abort", () => this.#going.abort("overtaken"));
  }

  /** Works it out for each act that is shown now. */
  follow() {
    this.#going.abort("overtaken");
    const { signal } = (this.#going = new AbortController());
    for (const place of this.#desk.querySelectorAll("[data-forecast-for]")) this.#foretell(place, signal);
  }

  async #foretell(place, signal) {
    const [wait, told] = place.children;
    const working = (progress) => {
      wait.hidden = false;
      if (progress) wait.querySelector("progress").value = progress;
    };
    const { game } = this.#desk.dataset;
    const { event } = place.closest("form").dataset;
    const asked = { game, scene: this.#scene(), event: JSON.parse(event), who: place.dataset.forecastFor };
    const reply = await this.#desk.ask({ action: "tracker_action_forecast", ...asked }, { signal, working });
    if (reply.codes?.includes("overtaken")) return;
    wait.hidden = true;
    if (reply.ok) new Drawing(told).show(reply.html);
    else told.textContent = reply.message;
  }
}
