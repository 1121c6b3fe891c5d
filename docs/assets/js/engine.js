/**
 * The dice engine as a page sees it: one worker running Python, started on first use and shared by everything
 * on the page. `shell/page-navigation.js` changes pages without a new document, so that this module and the
 * worker last for the whole visit.
 *
 *     engine.start()               starts once the page has loaded; does nothing if started, and retries
 *                                  after a failure
 *     engine.start(true)           starts at once, for a reader who is waiting
 *     await engine.call({action})  sends a request to `rules_py.web.respond` and returns the reply; a signal
 *                                  withdraws it while it waits
 *     await engine.store(games)    stores the engine's files for these games, or all if null; returns
 *                                  their paths, or null if they couldn't be stored
 *     engine.status                "idle", "loading", "ready" or "error"
 *
 * Dispatches "status", "progress" and "call" events with the detail {status, loaded, total, left, message}:
 * the bytes downloaded, all bytes, and the estimated seconds left, or null.
 *
 * Requests are answered in order. Early ones wait for the engine.
 */
import { DownloadSpeed } from "./engine/download-speed.js";
import { openSource } from "./engine/source.js";
import { scriptAt } from "./trusted.js";

/** The most milliseconds for a request before the worker is replaced. */
const CALL_LIMIT = 5000;

/** The longest time that a start waits for more urgent downloads, in milliseconds. */
const DOWNLOAD_LIMIT = 8000;

/** The longest time that a start may take without progress, in milliseconds. */
const START_LIMIT = 60000;

/**
 * Why a request got no reply. `reason` is "unavailable" (did not load), "slow" (gave up), "stopped" (died),
 * "broken" (the rules themselves went wrong) or "cancelled" (withdrawn).
 */
export class EngineError extends Error {
  constructor(reason, message) {
    super(message);
    this.name = "EngineError";
    this.reason = reason;
  }
}

const MESSAGES = {
  loading: "Loading the dice engine…",
  ready: "The dice engine is ready.",
  slow: "This took more than 5 seconds, so it was stopped. Try smaller numbers.",
  stopped: "The dice engine crashed and is restarting. Nothing was rolled; please try again.",
  broken:
    "This game’s rules couldn’t produce a result for these values. Try different ones, and please tell the book’s author.",
  cancelled: "Cancelled.",
  unavailable: (why) =>
    `Couldn’t load the dice engine: ${why} Your entries are still here; please try again.`,
};

class Engine extends EventTarget {
  #status = "idle";
  #message = "";
  #loaded = 0;
  #total = 0;
  #speed = new DownloadSpeed();
  #worker = null;
  #queue = [];
  #current = null;
  #startTimer = 0;
  #startup = null;
  #stored = null;
  #doubtsStored = false; // whether a stored file may be damaged
  #storeQueue = [];
  #urgentDownloads = null;
  #startNow = null;
  #pageLoaded = new Promise((done) => {
    this.#startNow = done;
    if (document.readyState === "complete") done();
    else addEventListener("load", done, { once: true });
  });

  get status() {
    return this.#status;
  }

  /** The detail of the last event. */
  get state() {
    const [loaded, total] = [this.#loaded, this.#total];
    const secondsLeft = total ? this.#speed.seconds(total - loaded) : null;
    return { status: this.#status, loaded, total, left: secondsLeft, message: this.#message };
  }

  /** How the running engine started: {how: "snapshot" or "ordinary", why, steps: [[name, ms]]}, or null. */
  get startup() {
    return this.#startup;
  }

  /**
   * Whether the browser has stored the engine's files, or null if unknown. Changes dispatch a "status" event.
   */
  get stored() {
    return this.#stored;
  }

  /** Delays a start until a more urgent download has finished, or takes too long. */
  startAfter(download) {
    const limit = new Promise((done) => setTimeout(done, DOWNLOAD_LIMIT));
    this.#urgentDownloads = Promise.all([this.#urgentDownloads, Promise.race([download, limit])]);
  }

  /** Resolves once the engine is ready. Doesn't start it. */
  whenReady() {
    return new Promise((resolve) => {
      if (this.#status === "ready") resolve();
      else
        this.addEventListener("status", function onStatus({ detail }) {
          if (detail.status !== "ready") return;
          this.removeEventListener("status", onStatus);
          resolve();
        });
    });
  }

  start(isUrgent = false) {
    if (isUrgent) this.#startNow();
    if (this.#status === "loading" || this.#status === "ready") return;
    this.#start();
  }

  call(request, signal = null) {
    const text = JSON.stringify(request);
    const reply = new Promise((resolve, reject) => {
      const call = { text, resolve, reject };
      this.#queue.push(call);
      signal?.addEventListener("abort", () => this.#withdraw(call));
    });
    this.start();
    this.#next();
    this.#dispatch("call");
    return reply;
  }

  #withdraw(call) {
    if (!this.#queue.includes(call)) return; // it is running
    this.#queue = this.#queue.filter((each) => each !== call);
    call.reject(new EngineError("cancelled", MESSAGES.cancelled));
  }

  /** The ids of games, or null for all. The downloads start the engine if it isn't running. */
  store(games) {
    const stored = new Promise((resolve) => this.#storeQueue.push({ games, resolve }));
    this.start();
    if (this.#status === "ready" && this.#storeQueue.length === 1) this.#storeNext();
    return stored;
  }

  async #start() {
    const again = this.#status === "error";
    this.#loaded = 0;
    this.#total = 0;
    this.#speed = new DownloadSpeed();
    this.#set("loading", MESSAGES.loading);
    await this.#pageLoaded;
    await this.#urgentDownloads;
    this.#expectProgress();
    try {
      const source = await openSource(again);
      const worker = new Worker(scriptAt(source.worker));
      this.#worker = worker;
      worker.onmessage = ({ data }) => worker === this.#worker && this.#receive(data);
      worker.onerror = (event) => {
        event.preventDefault();
        if (worker === this.#worker) this.#onWorkerLost();
      };
      const { base, files } = source;
      const isDoubtful = this.#doubtsStored;
      worker.postMessage({ type: "start", base, files, page: location.href, isDoubtful });
    } catch (error) {
      this.#fail(error.message);
    }
  }

  #receive(message) {
    if (message.type === "progress") {
      if (this.#status === "ready") return;
      this.#expectProgress();
      this.#loaded = message.loaded;
      this.#total = message.total;
      this.#speed.note(message.loaded);
      this.#dispatch("progress");
    } else if (message.type === "ready") {
      clearTimeout(this.#startTimer);
      this.#startup = message.start;
      this.#doubtsStored = false;
      this.#set("ready", MESSAGES.ready);
      this.#next();
      this.#storeNext();
    } else if (message.type === "saved") {
      this.#stored = message.saved;
      this.#dispatch("status");
    } else if (message.type === "failed") {
      if (message.isDoubtful && !this.#doubtsStored) this.#restartWithoutStored();
      else this.#fail(message.message);
    } else if (message.type === "reply") {
      const call = this.#finish();
      call.resolve(JSON.parse(message.text));
      this.#next();
    } else if (message.type === "waiting") {
      // the limit is for calculations; loading a game may take longer
      clearTimeout(this.#current?.timer);
      this.#limitCall(message.waiting ? START_LIMIT : CALL_LIMIT);
    } else if (message.type === "unavailable") {
      const call = this.#finish();
      call.reject(new EngineError("unavailable", MESSAGES.unavailable(message.message)));
      this.#next();
    } else if (message.type === "stored") {
      this.#storeQueue.shift()?.resolve(message.stored);
      this.#storeNext();
    } else if (message.type === "broken") {
      this.#onWorkerLost("broken");
    }
  }

  /**
   * Sends the next request. One runs at a time, so that each has its own time limit and a restart loses only
   * one.
   */
  #next() {
    if (this.#status !== "ready" || this.#current || !this.#queue.length) return;
    const call = this.#queue.shift();
    this.#current = call;
    this.#limitCall(CALL_LIMIT);
    this.#worker.postMessage({ type: "call", text: call.text });
  }

  #limitCall(limit) {
    if (this.#current) this.#current.timer = setTimeout(() => this.#restart("slow"), limit);
  }

  /** Requests run one at a time; a new worker gets those of a lost worker. */
  #storeNext() {
    if (this.#storeQueue.length)
      this.#worker.postMessage({ type: "store", games: this.#storeQueue[0].games });
  }

  #finish() {
    const call = this.#current;
    this.#current = null;
    clearTimeout(call?.timer);
    return call;
  }

  #stop() {
    clearTimeout(this.#startTimer);
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** Reports a failed start if the worker was lost while starting; restarts it otherwise. */
  #onWorkerLost(reason = "stopped") {
    if (this.#status === "ready") this.#restart(reason);
    else this.#fail("it stopped while starting.");
  }

  #restart(reason) {
    const call = this.#finish();
    this.#stop();
    this.#start();
    call?.reject(new EngineError(reason, MESSAGES[reason]));
  }

  /** Starts with fetched files instead of stored ones. */
  #restartWithoutStored() {
    this.#stop();
    this.#doubtsStored = true;
    this.#start();
  }

  #fail(why) {
    this.#stop();
    const message = MESSAGES.unavailable(why);
    const calls = this.#queue.splice(0);
    for (const { resolve } of this.#storeQueue.splice(0)) resolve(null);
    this.#set("error", message);
    for (const call of calls) call.reject(new EngineError("unavailable", message));
  }

  #expectProgress() {
    clearTimeout(this.#startTimer);
    this.#startTimer = setTimeout(() => this.#fail("the download timed out."), START_LIMIT);
  }

  #set(status, message) {
    this.#status = status;
    this.#message = message;
    this.#dispatch("status");
  }

  #dispatch(type) {
    this.dispatchEvent(new CustomEvent(type, { detail: this.state }));
  }
}

/** One engine per document, even if this module is loaded several times. */
export const engine = (globalThis.diceleafEngine ??= new Engine());
