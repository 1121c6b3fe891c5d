import { engine } from "../engine.js";
import { prepareRolls } from "../rolls/tables.js";
import { INDEX, ROOT } from "../site.js";

/** The distance from the window at which an element starts the engine. */
const NEAR = "400px";

/** Milliseconds before a wait is shown. */
const LATE = 150;

/** Milliseconds after which a long wait is announced again, with its progress. */
const STILL = 15_000;

const STOPPED = "Stopped. Showing the previous result.";

/**
 * The base of elements that send requests to the engine. It starts the engine when the element comes near the
 * viewport or is touched, shows the engine's status while the reader waits, and cleans up on disconnecting.
 */
export class EngineElement extends HTMLElement {
  startsWhenNear = true; // or only when it is touched
  takesAWhile = "Calculating: counting every possible result…";
  #abortController = null;
  /**
   * Pending requests, each {gone, end, cancelled}: its progress, the reason to stop it, and the signal that
   * withdraws it while it waits.
   */
  #requests = new Set();
  #waitingFor = ""; // the message of other work that the reader is waiting for
  #announced = { wait: "", at: 0 }; // the wait that was announced last, and when

  connectedCallback() {
    this.#abortController = new AbortController();
    const { signal } = this.#abortController;
    for (const type of ["status", "progress"])
      engine.addEventListener(type, () => this.#showStatus(), { signal });
    for (const type of ["pointerdown", "focusin"]) {
      this.addEventListener(type, () => startEngine(true), { signal, once: true });
    }
    this.part("retry").addEventListener("click", () => engine.start(), { signal });
    this.part("stop").addEventListener("click", () => this.#stop(), { signal });
    this.#startWhenNear(signal);
    this.connected(signal);
  }

  disconnectedCallback() {
    this.#abortController?.abort();
  }

  /** Sets the element up; `signal` removes its listeners. */
  connected() {}

  /** The first part of this name (`data-part`), or null. */
  part(name) {
    return this.querySelector(`[data-part="${name}"]`);
  }

  /**
   * Sends a request and returns the engine's reply. If the engine isn't available, the request waits until it
   * is, the element is removed, or the reader cancels. A failed request has a reply like a refused one: `{ok:
   * false, message, problems}`.
   *
   * Long requests are calculated incrementally, with others in between, and the reader can see their progress
   * and stop them. To show the progress elsewhere, pass `onProgress`, called with 0 to 1, and `signal`, whose
   * reason is the code of the refusal.
   */
  async ask(request, { signal = null, onProgress = null } = {}) {
    const pending = { gone: null, end: "", cancelled: new AbortController() };
    this.#requests.add(pending);
    this.toggleAttribute("data-busy", true);
    this.#showStatus();
    try {
      for (;;) {
        const reply = await replyTo(
          { ...request, root: ROOT + INDEX },
          this.#abortController.signal,
          pending.cancelled.signal,
        );
        if (signal?.aborted) return refusal(STOPPED, signal.reason);
        if (reply.working === undefined) return reply;
        if (pending.end || this.#abortController.signal.aborted) return refusal(STOPPED, pending.end);
        if (onProgress) onProgress(reply.working);
        else pending.gone = reply.working;
        this.#showStatus();
      }
    } finally {
      this.#requests.delete(pending);
      this.toggleAttribute("data-busy", this.#requests.size > 0);
      this.#showStatus();
    }
  }

  /** Returns the result of other work, with a message if it takes a while. */
  async showWaiting(promise, message) {
    const late = setTimeout(() => {
      this.#waitingFor = message;
      this.#showStatus();
    }, LATE);
    try {
      return await promise;
    } finally {
      clearTimeout(late);
      this.#waitingFor = "";
      this.#showStatus();
    }
  }

  /**
   * Sends a request in advance when the engine is ready, as the first reply takes many times longer than
   * later ones.
   */
  async prewarm(request) {
    const { signal } = this.#abortController;
    if (engine.status !== "ready") await whenReadyOrAborted(signal);
    if (!signal.aborted) await this.ask(request);
  }

  /** Ends calculations that take long; the reply is a refusal with this code. */
  stopCalculations(code) {
    for (const pending of this.#requests) pending.end = code;
  }

  /** Withdraws requests that wait for the engine, which goes on loading, or stops running calculations. */
  #stop() {
    if (engine.status === "ready") this.onStop();
    else for (const { cancelled } of this.#requests) cancelled.abort();
  }

  /** Stops the running calculation for the reader. */
  onStop() {
    this.stopCalculations("stopped");
  }

  /** The element whose position counts: an element with `display: contents` has none. */
  get near() {
    return this;
  }

  #startWhenNear(signal) {
    if (!this.startsWhenNear || navigator.connection?.saveData) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        prepareRolls();
        startEngine(false);
      },
      { rootMargin: NEAR },
    );
    observer.observe(this.near);
    signal.addEventListener("abort", () => observer.disconnect());
  }

  /** Shows the engine's status while the reader waits for it. */
  #showStatus() {
    const line = this.part("status");
    const { status, loaded, total, left, message } = engine.state;
    const isFailed = status === "error" && this.#requests.size > 0;
    const promise = status === "loading" && this.#requests.size > 0;
    const longRequest = [...this.#requests].find(({ gone }) => gone !== null);
    const isCalculating = Boolean(longRequest) && !isFailed && !promise;
    const otherWait = !isFailed && !promise && !isCalculating && this.#waitingFor;
    line.hidden = !isFailed && !promise && !isCalculating && !otherWait;
    set(
      this.part("status-text"),
      line.hidden ? "" : otherWait || (isCalculating ? this.takesAWhile : message),
    );
    const progress = this.part("progress");
    progress.hidden = !promise && !isCalculating && !otherWait;
    if (isCalculating) progress.value = longRequest.gone;
    else if (total && !otherWait) progress.value = loaded / total;
    else progress.removeAttribute("value");
    this.part("stop").hidden = !promise && !isCalculating;
    set(this.part("stop"), promise ? "Cancel" : "Stop");
    const amount = promise && total ? `${megabytes(loaded)} of ${megabytes(total)} MB${duration(left)}` : "";
    set(this.part("amount"), amount);
    progress.ariaValueText = amount || null;
    this.part("retry").hidden = !isFailed;
    this.#announceWait(this.part("status-text").textContent, amount);
  }

  /** Announces a wait once, and again with its progress while it lasts. */
  #announceWait(wait, amount) {
    const isNew = wait !== this.#announced.wait;
    if (!isNew && !(amount && performance.now() - this.#announced.at > STILL)) return;
    this.#announced = { wait, at: performance.now() };
    if (wait) this.announce(isNew ? wait : amount);
  }

  /** Announces a text to screen readers. */
  announce(text) {
    this.part("announcement").textContent = text;
  }
}

async function replyTo(request, disconnected, cancelled) {
  for (;;) {
    try {
      return await engine.call(request, cancelled);
    } catch (error) {
      const { message, reason } = error;
      if (reason === "cancelled") return { ...refusal(message, reason), problems: [] };
      if (reason === "unavailable") await whenReadyOrAborted(disconnected);
      if (reason !== "unavailable" || disconnected.aborted) return refusal(message, reason);
    }
  }
}

function refusal(message, code) {
  return { ok: false, message, problems: [{ field: "", message }], codes: [code] };
}

/** Resolves when the engine is ready, or at once when the waiting element leaves the page. */
function whenReadyOrAborted(disconnected) {
  const controller = new AbortController();
  const { signal } = controller;
  const ready = new Promise((done) => {
    engine.addEventListener("status", ({ detail }) => detail.status === "ready" && done(), { signal });
    disconnected.addEventListener("abort", done, { signal });
    if (disconnected.aborted) done();
  });
  return ready.finally(() => controller.abort());
}

function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Returns the remaining time in words, for use after the amount. */
function duration(seconds) {
  if (!seconds) return "";
  if (seconds < 5) return ", a few seconds left";
  if (seconds < 58) return `, about ${5 * Math.round(seconds / 5)} seconds left`;
  const minutes = Math.round(seconds / 60);
  return `, about ${minutes === 1 ? "a minute" : `${minutes} minutes`} left`;
}

function megabytes(bytes) {
  return (bytes / 1e6).toFixed(1);
}

/**
 * Starts the engine in advance. After a failure, only a request or "Try again" restarts it: touching an
 * element must not remove that button while it is being pressed.
 */
function startEngine(isUrgent) {
  if (engine.status !== "error") engine.start(isUrgent);
}
