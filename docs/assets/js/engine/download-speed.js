/** Milliseconds of a download before its speed is estimated. */
const MIN_TIME = 1000;

/** The speed of a download: measured, or until then as the browser reports it. */
export class DownloadSpeed {
  #first = null; // {at: when bytes were first reported, loaded: the number of bytes}
  #measured = 0; // bytes per millisecond

  /** Reports the number of bytes that have arrived. */
  note(loaded) {
    const at = performance.now();
    this.#first ??= { at, loaded };
    const elapsed = at - this.#first.at;
    if (elapsed >= MIN_TIME) this.#measured = (loaded - this.#first.loaded) / elapsed;
  }

  /** Returns how many seconds a number of bytes will take, or null if the speed is unknown. */
  seconds(bytes) {
    const speed = this.#measured || (navigator.connection?.downlink ?? 0) * 125;
    return speed ? bytes / speed / 1000 : null;
  }
}
