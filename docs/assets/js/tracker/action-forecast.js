import { Drawing } from "../dom-update.js";

/**
 * The forecasts of single actions, requested when the actions are shown. The engine calculates incrementally,
 * so that other requests come in between, and stops when the encounter has changed.
 */
export class ActionForecast {
  #tracker;
  #encounter; // returns the current encounter
  #requests = new AbortController(); // of the last requests

  constructor(tracker, encounter, signal) {
    this.#tracker = tracker;
    this.#encounter = encounter;
    signal.addEventListener("abort", () => this.#requests.abort("overtaken"));
  }

  /** Requests the forecast of each action that is shown. */
  follow() {
    this.#requests.abort("overtaken");
    const { signal } = (this.#requests = new AbortController());
    for (const place of this.#tracker.querySelectorAll("[data-forecast-for]")) this.#request(place, signal);
  }

  async #request(place, signal) {
    const [wait, result] = place.children;
    const onProgress = (progress) => {
      wait.hidden = false;
      if (progress) wait.querySelector("progress").value = progress;
    };
    const { game } = this.#tracker.dataset;
    const { event } = place.closest("form").dataset;
    const request = {
      game,
      scene: this.#encounter(),
      event: JSON.parse(event),
      who: place.dataset.forecastFor,
    };
    const reply = await this.#tracker.ask(
      { action: "tracker_action_forecast", ...request },
      { signal, onProgress },
    );
    if (reply.codes?.includes("overtaken")) return;
    wait.hidden = true;
    if (reply.ok) new Drawing(result).show(reply.html);
    else result.textContent = reply.message;
  }
}
