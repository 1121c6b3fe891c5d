/**
 * Answers requests with the engine as the site serves it, but for the index of rules, under Node: `node
 * answer.mjs ENGINE WORKER HOW`, HOW being "snapshot" or "ordinary". Reads a JSON list of request texts from
 * standard input; prints {start, replies}: how the engine started, and the reply texts.
 */
import fs from "node:fs";
import { loadWorker, process } from "../../hooks/engine/node_worker.mjs";

const [directory, worker, how] = process.argv.slice(2);
const requests = JSON.parse(fs.readFileSync(0, "utf8"));
const { evaluate, files } = loadWorker(directory, worker);
globalThis.givenFiles = files;
evaluate("delete MANIFEST.files.rules"); // so that links to them are as in a program, without a site
if (how === "ordinary") evaluate("delete MANIFEST.files.snapshot");
const { respond, addGame, start } = await evaluate("boot(new Store('', givenFiles, () => {}), null)");

/** The last reply: what is being worked on is asked again, and so is what needs a game. */
async function whole(request) {
  const reply = respond(request);
  const { working, load } = JSON.parse(reply);
  for (const game of load ?? []) await addGame(game);
  return working === undefined && !load ? reply : whole(request);
}

const replies = [];
for (const request of requests) replies.push(await whole(request));
fs.writeSync(1, JSON.stringify({ start, replies }));
process.exit(0);
