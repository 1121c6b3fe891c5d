/**
 * Answers requests with the engine as the site serves it, under Node: `node answer.mjs ENGINE WORKER HOW`,
 * HOW being "snapshot" or "ordinary". Reads a JSON list of request texts from standard input; prints {start,
 * replies, ms}: how the engine started, the reply texts, and what each took in milliseconds.
 */
import fs from "node:fs";
import { loadWorker, process } from "../../hooks/engine/node_worker.mjs";

const [directory, worker, how] = process.argv.slice(2);
const requests = JSON.parse(fs.readFileSync(0, "utf8"));
const { evaluate, files } = loadWorker(directory, worker);
globalThis.givenFiles = files;
if (how === "ordinary") evaluate("delete MANIFEST.files.snapshot");
const { respond, start } = await evaluate("boot(new Store('', givenFiles, () => {}))");
const replies = [];
const ms = [];
for (const request of requests) {
  const began = performance.now();
  replies.push(respond(request));
  ms.push(performance.now() - began);
}
fs.writeSync(1, JSON.stringify({ start, replies, ms }));
process.exit(0);
