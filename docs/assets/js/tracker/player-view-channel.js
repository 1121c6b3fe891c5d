/**
 * The channel between a tracker and its player views in the same browser. A player view sends a request when
 * it opens; the tracker sends its encounter then, and whenever it changes.
 */
import { STORAGE } from "../site.js";

/** Returns whether this page was opened as the player view. */
export function isPlayerView() {
  return new URLSearchParams(location.search).has("players");
}

export class PlayerViewChannel {
  /** Called in the tracker when a player view opens. */
  onrequest = null;
  /** Called in a player view with the encounter of the tracker. */
  onencounter = null;
  #channel = null;

  constructor(game, signal) {
    if (!globalThis.BroadcastChannel) return; // a player view still follows the storage
    this.#channel = new BroadcastChannel(`diceleaf:desk:${STORAGE}:${game}`);
    this.#channel.onmessage = ({ data }) => {
      if (data?.asked) this.onrequest?.();
      else if (data?.scene) this.onencounter?.(data.scene);
    };
    signal.addEventListener("abort", () => this.#channel.close());
  }

  request() {
    this.#channel?.postMessage({ asked: true });
  }

  show(scene) {
    this.#channel?.postMessage({ scene });
  }
}
