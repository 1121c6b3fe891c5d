/**
 * Times requests with the engine as the site serves it, under Node: `node in_pyodide.mjs ENGINE WORKER`.
 * Imports all games, reads a JSON list of request texts from standard input, and prints {rehearsed,
 * answered}, for each request {ms, reply}: the warm-up requests of the idle worker, then those given. In
 * processor time: other processes may be busy, too. With `whole` as a third argument, each is sent until it
 * is answered; otherwise once, for a slice of the work.
 */
import fs from "node:fs";
import { loadWorker, process } from "../hooks/engine/node_worker.mjs";

const [directory, worker, extent] = process.argv.slice(2);
const requests = JSON.parse(fs.readFileSync(0, "utf8"));
const { evaluate, files } = loadWorker(directory, worker);
globalThis.givenFiles = files;
const { respond, rehearsal, addGame } = await evaluate("boot(new Store('', givenFiles, () => {}), null)");
for (const game of evaluate("Object.keys(MANIFEST.games)")) await addGame(game);

function timed(request) {
  const began = process.cpuUsage();
  let reply = respond(request);
  while (extent === "whole" && JSON.parse(reply).working !== undefined) reply = respond(request);
  const { user, system } = process.cpuUsage(began);
  return { ms: (user + system) / 1000, reply: JSON.parse(reply) };
}

fs.writeSync(1, JSON.stringify({ rehearsed: rehearsal().map(timed), answered: requests.map(timed) }));
process.exit(0);
