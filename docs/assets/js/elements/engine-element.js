import { engine } from "../engine.js";
import { prepareRolls } from "../rolls/tables.js";
import { INDEX, ROOT } from "../site.js";

/** How far below the window an element wakes the engine. */
const NEAR = "400px";

/** After how many milliseconds a wait is told of. */
const LATE = 150;

/** After how many milliseconds a long wait is announced again, with its progress. */
const STILL = 15_000;

const STOPPED = "Stopped. Showing the previous result.";

/**
 * What every element that talks to the engine shares: it wakes the engine when it comes near the window or is
 * touched, tells the truth about it while somebody waits, and undoes on leaving what it did on coming.
 */
export class EngineElement extends HTMLElement {
  startsWhenNear = true; // or only when it is touched
  takesAWhile = "Calculating: counting every possible result…";
  #leaving = null;
  /**
   * Under way, each {gone, end, cancelled}: how much of a longer one is done, why it is given up, and what
   * withdraws it as long as it waits.
   */
  #asks = new Set();
  #waitingFor = ""; // what else is waited for, in words
  #announced = { wait: "", at: 0 }; // the wait that was announced last, and when

  connectedCallback() {
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    for (const type of ["status", "progress"]) engine.addEventListener(type, () => this.#tell(), { signal });
    for (const type of ["pointerdown", "focusin"]) {
      this.addEventListener(type, () => startEngine(true), { signal, once: true });
    }
    this.part("retry").addEventListener("click", () => engine.start(), { signal });
    this.part("stop").addEventListener("click", () => this.#stop(), { signal });
    this.#startWhenNear(signal);
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
   * The engine's reply. Where the engine can't be had the question is kept until it can, as long as the
   * element is in the page, or until the reader doesn't want to wait any longer; where it gave up on this
   * question, the reply is `{ok: false, message, problems}` like any refusal. What takes longer comes slice
   * by slice, so that others are answered in between: the reader sees how far it is, and can stop it. Who
   * shows that in a place of their own is told by `working`, from 0 to 1, and gives it up by `signal`, whose
   * reason is the code of the refusal.
   */
  async ask(request, { signal = null, working = null } = {}) {
    const under = { gone: null, end: "", cancelled: new AbortController() };
    this.#asks.add(under);
    this.toggleAttribute("data-busy", true);
    this.#tell();
    try {
      for (;;) {
        const reply = await answered(
          { ...request, root: ROOT + INDEX },
          this.#leaving.signal,
          under.cancelled.signal,
        );
        if (signal?.aborted) return refusal(STOPPED, signal.reason);
        if (reply.working === undefined) return reply;
        if (under.end || this.#leaving.signal.aborted) return refusal(STOPPED, under.end);
        if (working) working(reply.working);
        else under.gone = reply.working;
        this.#tell();
      }
    } finally {
      this.#asks.delete(under);
      this.toggleAttribute("data-busy", this.#asks.size > 0);
      this.#tell();
    }
  }

  /** The result of what isn't asked of the engine; says what is waited for if it takes a while. */
  async showWaiting(coming, message) {
    const late = setTimeout(() => {
      this.#waitingFor = message;
      this.#tell();
    }, LATE);
    try {
      return await coming;
    } finally {
      clearTimeout(late);
      this.#waitingFor = "";
      this.#tell();
    }
  }

  /**
   * Asks for what nobody waits for yet, once the engine is there: the first answer takes it many times as
   * long as those after it.
   */
  async prewarm(request) {
    const { signal } = this.#leaving;
    if (engine.status !== "ready") await readyOr(signal);
    if (!signal.aborted) await this.ask(request);
  }

  /** Gives up what can't be answered at once; its reply is a refusal with this code. */
  giveUp(code) {
    for (const under of this.#asks) under.end = code;
  }

  /** Withdraws what waits for the engine, which goes on loading, or stops what it is counting. */
  #stop() {
    if (engine.status === "ready") this.stopped();
    else for (const { cancelled } of this.#asks) cancelled.abort();
  }

  /** The reader doesn't want to wait any longer for what is being counted. */
  stopped() {
    this.giveUp("stopped");
  }

  /** What has to come near: one that is laid out as its parts are has no place of its own. */
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

  /** Says how the engine comes along while somebody waits for it, and nothing else. */
  #tell() {
    const line = this.part("status");
    const { status, loaded, total, left, message } = engine.state;
    const failed = status === "error" && this.#asks.size > 0;
    const coming = status === "loading" && this.#asks.size > 0;
    const longer = [...this.#asks].find(({ gone }) => gone !== null);
    const counting = Boolean(longer) && !failed && !coming;
    const other = !failed && !coming && !counting && this.#waitingFor;
    line.hidden = !failed && !coming && !counting && !other;
    set(this.part("status-text"), line.hidden ? "" : other || (counting ? this.takesAWhile : message));
    const progress = this.part("progress");
    progress.hidden = !coming && !counting && !other;
    if (counting) progress.value = longer.gone;
    else if (total && !other) progress.value = loaded / total;
    else progress.removeAttribute("value");
    this.part("stop").hidden = !coming && !counting;
    set(this.part("stop"), coming ? "Cancel" : "Stop");
    const amount = coming && total ? `${megabytes(loaded)} of ${megabytes(total)} MB${duration(left)}` : "";
    set(this.part("amount"), amount);
    progress.ariaValueText = amount || null;
    this.part("retry").hidden = !failed;
    this.#announceWait(this.part("status-text").textContent, amount);
  }

  /** Announces a wait once, and again with its progress as long as it lasts. */
  #announceWait(wait, amount) {
    const isNew = wait !== this.#announced.wait;
    if (!isNew && !(amount && performance.now() - this.#announced.at > STILL)) return;
    this.#announced = { wait, at: performance.now() };
    if (wait) this.announce(isNew ? wait : amount);
  }

  /** Has screen readers say a text. */
  announce(text) {
    this.part("announcement").textContent = text;
  }
}

async function answered(request, leaving, cancelled) {
  for (;;) {
    try {
      return await engine.call(request, cancelled);
    } catch (error) {
      const { message, reason } = error;
      if (reason === "cancelled") return { ...refusal(message, reason), problems: [] };
      if (reason === "unavailable") await readyOr(leaving);
      if (reason !== "unavailable" || leaving.aborted) return refusal(message, reason);
    }
  }
}

function refusal(message, code) {
  return { ok: false, message, problems: [{ field: "", message }], codes: [code] };
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

/** About how long it still takes, to be put after the amount. */
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
 * Begins what nobody asked for yet. After a failure only a question or the reader's "Try again" begins anew:
 * touching an element must not take that button away under the finger that is pressing it.
 */
function startEngine(atOnce) {
  if (engine.status !== "error") engine.start(atOnce);
}
