import { Window, isPlayerView } from "../tracker/player-view-channel.js";
import { Drawing } from "../dom-update.js";
import { Collection } from "../storage/collection.js";
import { coalesce } from "../coalesce.js";
import { EngineElement } from "./engine-element.js";

/**
 * The players' window: follows the desk of its game in another tab and shows what players may see of its
 * scene. Attributes: `data-game`, `data-version` of the scenes.
 */
export class DicePlayerView extends EngineElement {
  #things = null;
  #drawing = null;

  connectedCallback() {
    if (!isPlayerView()) return;
    this.hidden = false;
    document.documentElement.toggleAttribute("data-watching", true);
    super.connectedCallback();
  }

  disconnectedCallback() {
    document.documentElement.removeAttribute("data-watching");
    super.disconnectedCallback();
  }

  connected(signal) {
    const { game, version } = this.dataset;
    const number = Number(version);
    this.#things = new Collection({ kind: "desk", field: "scene", game, version: number, oldest: number });
    this.#drawing = new Drawing(this.part("seen"));
    const show = coalesce((scene) => this.#show(scene));
    const showKept = async () => {
      const { thing } = await this.#things.read(this.#things.open);
      if (thing && !signal.aborted) show(thing);
    };
    this.#things.listen(signal, showKept);
    const desk = new Window(game, signal);
    desk.onshown = show;
    desk.ask();
    showKept();
  }

  async #show(scene) {
    const reply = await this.ask({ action: "tracker_player_view", game: this.dataset.game, scene });
    if (!reply.ok) return;
    this.#drawing.show(reply.html);
    this.part("waiting").hidden = true;
    document.title = reply.name;
    const said = this.part("say");
    if (said.textContent !== reply.say) said.textContent = reply.say;
  }
}
