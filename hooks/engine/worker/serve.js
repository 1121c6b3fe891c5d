/**
 * The worker's conversation with `engine.js`. In: {type: "start", base, files}, once, then {type: "call",
 * text}. Out: "progress" {loaded, total}, then "ready" {start} or "failed" {message}; after "ready", once,
 * "kept" {kept}, whether the files are stored in the browser; for each call "reply" {text} or, when Python
 * itself broke down, "broken" {message}, after which the worker is of no further use.
 */
let respond = null;

async function start({ base, files }) {
  const store = new Store(base, files, (loaded, total) => postMessage({ type: "progress", loaded, total }));
  try {
    const booted = await boot(store);
    respond = booted.respond;
    postMessage({ type: "ready", start: booted.start });
    pieces = [() => (pieces = booted.rehearsal().map((request) => () => respond(request)))];
    prewarm();
  } catch (error) {
    if (!(error instanceof Unavailable)) await store.forget(); // so that another try begins afresh
    const message = error instanceof Unavailable ? error.message : "it stopped while it was starting.";
    postMessage({ type: "failed", message });
    return;
  }
  postMessage({ type: "kept", kept: await store.keep() });
}

function answer({ text }) {
  try {
    postMessage({ type: "reply", text: respond(text) });
  } catch (error) {
    postMessage({ type: "broken", message: String(error) });
  }
  prewarm();
}

/** So many milliseconds nobody must have asked for anything before a rehearsal goes on. */
const QUIET = 100;
let pieces = [];
let next;

/**
 * Asks what a reader may ask first, while nobody asks: a browser makes machine code of what it runs only as
 * it first runs, which takes longer than the answer does. One request at a time: whoever presses meanwhile
 * waits for that one, and in all no longer than if nothing had been rehearsed.
 */
function prewarm(after = QUIET) {
  clearTimeout(next);
  if (!pieces.length) return;
  next = setTimeout(() => {
    try {
      pieces.shift()();
    } catch {
      pieces = []; // whoever asks next is told
    }
    prewarm(0);
  }, after);
}

onmessage = ({ data }) => (data.type === "start" ? start(data) : answer(data));
