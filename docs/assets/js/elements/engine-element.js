import { engine } from "../engine.js";
import { ROOT } from "../site.js";

/** How far below the window an element wakes the engine. */
const NEAR = "400px";

/**
 * What every element that talks to the engine shares: it wakes the engine when it comes near the window or is
 * touched, tells the truth about it while somebody waits, and undoes on leaving what it did on coming.
 */
export class EngineElement extends HTMLElement {
  wakesWhenNear = true; // or only when it is touched
  #leaving = null;
  #waiting = 0;

  connectedCallback() {
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    for (const type of ["status", "progress"]) engine.addEventListener(type, () => this.#tell(), { signal });
    for (const type of ["pointerdown", "focusin"]) {
      this.addEventListener(type, () => rouse(true), { signal, once: true });
    }
    this.part("retry").addEventListener("click", () => engine.wake(), { signal });
    this.#wakeWhenNear(signal);
    this.connected(signal);
  }

  disconnectedCallback() {
    this.#leaving?.abort();
  }

  /** What a kind of element does on coming into the page; `signal` ends its listeners. */
  connected() {}

  /** The first part of this name (`data-part`), or null. */
  part(name) {
    return this.querySelector(`[data-part="${name}"]`);
  }

  /**
   * The engine's reply. Where the engine can't be had the question is kept until it can, as long as the element
   * is in the page; where it gave up on this question, the reply is `{ok: false, message, problems}` like any refusal.
   */
  async ask(request) {
    this.#waiting += 1;
    this.toggleAttribute("data-busy", true);
    this.#tell();
    try {
      return await answered({ ...request, root: ROOT }, this.#leaving.signal);
    } finally {
      this.#waiting -= 1;
      this.toggleAttribute("data-busy", this.#waiting > 0);
      this.#tell();
    }
  }

  /** What has to come near: one that is laid out as its parts are has no place of its own. */
  get near() {
    return this;
  }

  #wakeWhenNear(signal) {
    if (!this.wakesWhenNear || navigator.connection?.saveData) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        rouse(false);
      },
      { rootMargin: NEAR },
    );
    observer.observe(this.near);
    signal.addEventListener("abort", () => observer.disconnect());
  }

  /** Says how the engine comes along while somebody waits for it, and nothing else. */
  #tell() {
    const line = this.part("status");
    const { status, loaded, total, message } = engine.state;
    const failed = status === "error" && this.#waiting > 0;
    const coming = status === "loading" && this.#waiting > 0;
    line.hidden = !failed && !coming;
    set(this.part("status-text"), line.hidden ? "" : message);
    const progress = this.part("progress");
    progress.hidden = !coming;
    if (total) progress.value = loaded / total;
    else progress.removeAttribute("value");
    this.part("amount").textContent = coming && total ? `${megabytes(loaded)} of ${megabytes(total)} MB` : "";
    this.part("retry").hidden = !failed;
  }
}

async function answered(request, leaving) {
  for (;;) {
    try {
      return await engine.call(request);
    } catch (error) {
      const { message, reason } = error;
      if (reason === "unavailable") await readyOr(leaving);
      if (reason !== "unavailable" || leaving.aborted)
        return { ok: false, message, problems: [{ field: "", message }], codes: [reason] };
    }
  }
}

/** Resolves when the engine is ready, or at once when the element that waits for it leaves the page. */
function readyOr(leaving) {
  const over = new AbortController();
  const { signal } = over;
  const waited = new Promise((done) => {
    engine.addEventListener("status", ({ detail }) => detail.status === "ready" && done(), { signal });
    leaving.addEventListener("abort", done, { signal });
    if (leaving.aborted) done();
  });
  return waited.finally(() => over.abort());
}

function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function megabytes(bytes) {
  return (bytes / 1e6).toFixed(1);
}

/**
 * Begins what nobody asked for yet. After a failure only a question or the reader's "Try again" begins anew:
 * touching an element must not take that button away under the finger that is pressing it.
 */
function rouse(atOnce) {
  if (engine.status !== "error") engine.wake(atOnce);
}
