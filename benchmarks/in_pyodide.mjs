/**
 * Times requests with the engine as the site serves it, under Node: `node in_pyodide.mjs ENGINE WORKER`.
 * Imports all games, reads a JSON list of request texts from standard input, and prints {rehearsed,
 * answered}, for each request {ms, longest, reply}: the warm-up requests of the idle worker, then those given.
 * In processor time: other processes may be busy, too. With `whole` as a third argument, each is sent until it
 * is answered, and `longest` is the time of its longest slice; otherwise once, for a slice of the work.
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
  let [ms, longest, reply] = [0, 0, null];
  do {
    const began = process.cpuUsage();
    reply = JSON.parse(respond(request));
    const { user, system } = process.cpuUsage(began);
    const slice = (user + system) / 1000;
    ms += slice;
    longest = Math.max(longest, slice);
  } while (extent === "whole" && reply.working !== undefined);
  return { ms, longest, reply };
}

fs.writeSync(1, JSON.stringify({ rehearsed: rehearsal().map(timed), answered: requests.map(timed) }));
process.exit(0);
