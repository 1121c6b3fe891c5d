/**
 * The worker's protocol with `engine.js`.
 *
 * In: {type: "start", base, files, page, isDoubtful}, once, the last if a stored file may be damaged; then
 * {type: "call", text} and {type: "store", games}. A worker that isn't started accepts "store" with {base},
 * and starts nothing.
 *
 * Out: "progress" {loaded, total}; then "ready" {start} or "failed" {message, isDoubtful}; after "ready",
 * once, "saved" {saved}, whether the browser has stored the files. For each call: "reply" {text};
 * "unavailable" {message} if a game that it needs can't be loaded; or "broken" {message} if Python crashed,
 * after which the worker can't be used. "waiting" {waiting} reports that a call starts or stops waiting for a
 * game. The reply to "store" is "stored" {stored}, the paths of the stored files, or null.
 */
let fileStore = null;
let respond = null;
let addGame = null;

async function start({ base, files, page, isDoubtful }) {
  const report = (loaded, total) => postMessage({ type: "progress", loaded, total });
  const store = new Store(base, files, report, isDoubtful);
  try {
    const booted = await boot(store, gameOf(page, base));
    ({ respond, addGame } = booted);
    fileStore = store;
    postMessage({ type: "ready", start: booted.start });
    pieces = [() => (pieces = booted.rehearsal().map((request) => () => respond(request)))];
    booted.keepGame(); // before it contains any data of the reader
    prewarm();
  } catch (error) {
    const isMissing = error instanceof Unavailable;
    const message = isMissing ? error.message : "it stopped while it was starting.";
    postMessage({ type: "failed", message, isDoubtful: !isMissing });
    return;
  }
  postMessage({ type: "saved", saved: await store.keep() });
}

/** Returns the game of a page: the first folder of its address below the site. */
function gameOf(page, base) {
  const site = new URL("..", base).href;
  const game = page.startsWith(site) ? page.slice(site.length).split("/")[0] : "";
  return Object.hasOwn(MANIFEST.games, game) ? game : null;
}

async function answer({ text }) {
  try {
    let reply = respond(text);
    const missing = /^\{"load": (\[.*\])\}$/.exec(reply);
    if (missing) {
      postMessage({ type: "waiting", waiting: true });
      await Promise.all(JSON.parse(missing[1]).map(addGame));
      postMessage({ type: "waiting", waiting: false });
      reply = respond(text);
    }
    postMessage({ type: "reply", text: reply });
    if (missing) await fileStore.keep();
  } catch (error) {
    const type = error instanceof Unavailable ? "unavailable" : "broken";
    postMessage({ type, message: error instanceof Unavailable ? error.message : String(error) });
  }
  prewarm();
}

/** Stores the engine's files for these games, or for all, for use without a network. */
async function storeGames({ games, base }) {
  const { script, wasm, snapshot, rules } = MANIFEST.files;
  try {
    fileStore ??= new Store(base, null, () => {});
    const ids = games ?? Object.keys(MANIFEST.games);
    const common = snapshot ? [script, wasm, snapshot, rules] : Object.values(MANIFEST.files);
    const needed = [...common, ...ids.map((game) => MANIFEST.games[game])].filter(Boolean);
    for (const file of needed) if (!(await fileStore.has(file))) await fileStore.bytes(file);
    const isStored = await fileStore.keep();
    postMessage({ type: "stored", stored: isStored ? needed.map(({ path }) => path) : null });
  } catch {
    postMessage({ type: "stored", stored: null });
  }
}

/** The milliseconds without a request before a rehearsal continues. */
const QUIET = 100;
let pieces = [];
let next;

/**
 * Sends likely first requests while the reader sends none: a browser compiles code when it first runs, which
 * takes longer than the reply itself. One request runs at a time: a request of the reader waits for that one
 * at most, and takes no longer in total than without the rehearsal.
 */
function prewarm(after = QUIET) {
  clearTimeout(next);
  if (!pieces.length) return;
  next = setTimeout(() => {
    try {
      pieces.shift()();
    } catch {
      pieces = []; // the next request reports it
    }
    prewarm(0);
  }, after);
}

onmessage = ({ data }) => ({ start, call: answer, store: storeGames })[data.type](data);
