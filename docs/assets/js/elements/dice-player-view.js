import { PlayerViewChannel, isPlayerView } from "../tracker/player-view-channel.js";
import { Drawing } from "../dom-update.js";
import { Collection } from "../storage/collection.js";
import { coalesce } from "../coalesce.js";
import { EngineElement } from "./engine-element.js";

/**
 * The player view: follows the tracker of its game in another tab and shows what players may see of the
 * encounter. Attributes: `data-game`, `data-version` of the encounters.
 */
export class DicePlayerView extends EngineElement {
  #encounters = null;
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
    this.#encounters = new Collection({
      kind: "desk",
      field: "scene",
      game,
      version: number,
      oldest: number,
    });
    this.#drawing = new Drawing(this.part("seen"));
    const show = coalesce((scene) => this.#show(scene));
    const showSaved = async () => {
      const { item } = await this.#encounters.read(this.#encounters.open);
      if (item && !signal.aborted) show(item);
    };
    this.#encounters.listen(signal, showSaved);
    const channel = new PlayerViewChannel(game, signal);
    channel.onencounter = show;
    channel.request();
    showSaved();
  }

  async #show(scene) {
    const reply = await this.ask({ action: "tracker_player_view", game: this.dataset.game, scene });
    if (!reply.ok) return;
    this.#drawing.show(reply.html);
    this.part("waiting").hidden = true;
    document.title = reply.name;
    const status = this.part("say");
    if (status.textContent !== reply.say) status.textContent = reply.say;
  }
}
