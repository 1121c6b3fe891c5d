/**
 * The desk and the players' windows that follow it, in the same browser and without a server: each tells the
 * others through a channel of its game. A window asks when it opens; the desk shows its scene then, and
 * whenever it changes.
 */
import { STORAGE } from "../site.js";

/** Whether this page was opened as the players' window. */
export function isPlayerView() {
  return new URLSearchParams(location.search).has("players");
}

export class Window {
  /** Called when a window asks; `onshown` with a scene when the desk shows one. */
  onasked = null;
  onshown = null;
  #channel = null;

  constructor(game, signal) {
    if (!globalThis.BroadcastChannel) return; // the storage tells of what is kept all the same
    this.#channel = new BroadcastChannel(`diceleaf:desk:${STORAGE}:${game}`);
    this.#channel.onmessage = ({ data }) => {
      if (data?.asked) this.onasked?.();
      else if (data?.scene) this.onshown?.(data.scene);
    };
    signal.addEventListener("abort", () => this.#channel.close());
  }

  ask() {
    this.#channel?.postMessage({ asked: true });
  }

  show(scene) {
    this.#channel?.postMessage({ scene });
  }
}
