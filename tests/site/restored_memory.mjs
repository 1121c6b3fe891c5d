/**
 * Prints a hash of the memory right after restoring the snapshot.
 *
 *     node restored_memory.mjs ENGINE WORKER
 */
import { loadWorker, process } from "../../hooks/engine/node_worker.mjs";

const { evaluate, files } = loadWorker(...process.argv.slice(2));
globalThis.givenFiles = files;
const [{ module }, picture] = await evaluate(`
  var store = new Store('', givenFiles, () => {});
  Promise.all([freshInstance(store, MANIFEST.heap, () => {}), store.bytes(MANIFEST.files.snapshot)]);
`);
evaluate("layOver")(module, picture);
const words = new Uint32Array(module.HEAPU8.buffer);
process.stdout.write(`${words.reduce((sum, word) => Math.imul(sum ^ word, 16777619), 2166136261)}\n`);
process.exit(0);
