/**
 * Starts the engine as the site serves it, under Node, over a network that fails: `node faults.mjs ENGINE
 * WORKER`. Reads {start, cases} from standard input: `start` is "snapshot" or "ordinary", a case {file,
 * fault, times}: the stem of the file's name, one of FAULTS, and how many requests for it fail. Prints what
 * the worker says at last of each such start, {type, message, start}, and of one more with the network
 * mended.
 */
import fs from "node:fs";
import { loadWorker, process } from "../../hooks/engine/node_worker.mjs";

const [directory, worker] = process.argv.slice(2);
const { start, cases } = JSON.parse(fs.readFileSync(0, "utf8"));
const { evaluate, files } = loadWorker(directory, worker);

const FAULTS = {
  cut: () => Promise.reject(new TypeError("Failed to fetch")),
  damaged: (bytes) => {
    const copy = new Uint8Array(bytes.slice(0));
    copy[copy.length >> 1] ^= 1;
    return new Response(copy);
  },
};

const pause = globalThis.setTimeout;
globalThis.setTimeout = (then) => pause(then, 0); // between two tries; who waits there learns nothing
const base = "https://engine.invalid/book/engine/";
const page = "https://engine.invalid/book/two_d6/checks/";
let failing = null;
let asked = 0;
globalThis.fetch = async (address) => {
  const name = String(address).split("/").pop();
  if (!failing || !name.startsWith(`${failing.file}-`)) return new Response(files[name]);
  asked += 1;
  return asked > failing.times ? new Response(files[name]) : FAULTS[failing.fault](files[name]);
};
if (start === "ordinary") evaluate("delete MANIFEST.files.snapshot");

/** One start of a worker: the first message that ends it. */
function started() {
  globalThis._createPyodideModule = globalThis.loadPyodide = undefined; // as in a worker that has just begun
  return new Promise((done) => {
    globalThis.postMessage = (message) => ["ready", "failed"].includes(message.type) && done(message);
    globalThis.onmessage({ data: { type: "start", base, files: null, page } });
  });
}

const told = [];
for (failing of [...cases, null]) {
  asked = 0;
  told.push(await started());
}
fs.writeSync(1, JSON.stringify(told));
process.exit(0);
