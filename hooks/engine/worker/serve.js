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
}

onmessage = ({ data }) => (data.type === "start" ? start(data) : answer(data));
