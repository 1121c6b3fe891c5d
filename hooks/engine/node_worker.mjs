/**
 * Runs the engine's worker script under Node as a browser's worker would, with the files of the site: for the
 * build, which creates the memory snapshot, and for tests.
 *
 * It changes the globals of its process for good, so it needs a process of its own.
 */
import fs from "node:fs";
import path from "node:path";
import vm from "node:vm";

const { process } = globalThis;

/**
 * Loads the worker script `file` from the folder `directory` and resolves to {evaluate, files}:
 * `evaluate(source)` runs JavaScript in the worker's scope, `files` are the served bytes of every file by
 * name.
 */
export function loadWorker(directory, file) {
  disguise();
  const names = fs.readdirSync(directory);
  const files = Object.fromEntries(names.map((name) => [name, read(path.join(directory, name))]));
  vm.runInThisContext(new TextDecoder().decode(files[file]), { filename: file });
  return { evaluate: (source) => vm.runInThisContext(source), files };
}

function read(file) {
  const bytes = fs.readFileSync(file);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
}

function disguise() {
  const scripts = new Map();
  class KeptBlob extends Blob {
    constructor(parts, options) {
      super(parts, options);
      this.parts = parts;
    }
  }
  URL.createObjectURL = (blob) => {
    const address = `blob:${scripts.size}`;
    scripts.set(address, blob);
    return address;
  };
  URL.revokeObjectURL = (address) => scripts.delete(address);
  const worker = {
    self: globalThis,
    Blob: KeptBlob,
    WorkerGlobalScope: class {
      static [Symbol.hasInstance](value) {
        return value === globalThis;
      }
    },
    location: new URL("https://engine.invalid/worker.js"),
    importScripts: (address) => vm.runInThisContext(new TextDecoder().decode(scripts.get(address).parts[0])),
    postMessage: () => {},
    caches: undefined,
    process: undefined,
  };
  for (const [name, value] of Object.entries(worker)) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  }
}

/** The real `process`, which the worker must not see. */
export { process };
