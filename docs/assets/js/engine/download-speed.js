/** Milliseconds of a download before its speed is estimated. */
const WATCHED = 1000;

/** How fast a download is: measured or, before that, as the browser states it. */
export class DownloadSpeed {
  #first = null; // {at: when bytes were first reported, loaded: how many}
  #measured = 0; // bytes a millisecond

  /** Takes note that so many bytes have arrived. */
  note(loaded) {
    const at = performance.now();
    this.#first ??= { at, loaded };
    const watched = at - this.#first.at;
    if (watched >= WATCHED) this.#measured = (loaded - this.#first.loaded) / watched;
  }

  /** How many seconds so many bytes take; null where nothing is known of the speed. */
  seconds(bytes) {
    const speed = this.#measured || (navigator.connection?.downlink ?? 0) * 125;
    return speed ? bytes / speed / 1000 : null;
  }
}
