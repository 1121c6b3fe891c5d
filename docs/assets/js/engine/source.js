/**
 * The source of the engine's files: the site's `engine/` folder, or in a local copy, which can't fetch files,
 * one script that contains them all.
 */
import { IN_FOLDER } from "../site.js";
import { scriptAt } from "../trusted.js";

const DIRECTORY = new URL("../../../engine/", import.meta.url);

/**
 * Returns {worker: its address, base: the folder of the files, files: their bytes by name if they can't be
 * fetched, else null}. With `again`, after a failure, the worker's script bypasses the HTTP cache, which may
 * contain a damaged one. Throws if they aren't available.
 */
export async function openSource(again) {
  if (IN_FOLDER) return fromFolder();
  const source = await fromSite();
  // the worker reports failures itself
  if (again) await fetch(source.worker, { cache: "reload" }).catch(() => {});
  return source;
}

/**
 * Each page names the worker it was built with, and the worker names every other file with the hash of its
 * content, so that a page never runs with the engine of another version.
 */
async function fromSite() {
  const name = nameOfPage() ?? (await newestName()); // null while a preview is rebuilt
  return { worker: new URL(name, DIRECTORY), base: DIRECTORY.href, files: null };
}

/** Returns the worker's name in the page. */
export function nameOfPage() {
  return document.querySelector('meta[name="diceleaf-engine"]')?.content;
}

/**
 * Saves the engine's files for these games, or for all if null, by the worker of this name. The worker may be
 * of another version than the page, and starts nothing. Resolves to the paths of the saved files, or null.
 */
export function storeEngine(name, games) {
  const worker = new Worker(scriptAt(new URL(name, DIRECTORY)));
  const stored = new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data.stored);
    worker.onerror = (event) => {
      event.preventDefault();
      resolve(null);
    };
  });
  worker.postMessage({ type: "store", base: DIRECTORY.href, games });
  return stored.finally(() => worker.terminate());
}

/** Returns the name of the worker in the site's current version. */
export async function newestName() {
  let response;
  try {
    response = await fetch(new URL("manifest.json", DIRECTORY), { cache: "no-cache" });
  } catch {
    throw new Error("you appear to be offline.");
  }
  if (!response.ok) throw new Error(`the site returned error ${response.status}.`);
  return (await response.json()).worker;
}

/** The zipped book: `engine/folder.js` sets `diceleafFolder` to {name: base64}. */
async function fromFolder() {
  globalThis.diceleafFolder ?? (await addScript(new URL("folder.js", DIRECTORY)));
  const files = Object.fromEntries(
    Object.entries(globalThis.diceleafFolder).map(([name, text]) => [name, decode(text)]),
  );
  const worker = URL.createObjectURL(new Blob([files.worker], { type: "text/javascript" }));
  return { worker, base: DIRECTORY.href, files };
}

function addScript(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = scriptAt(address);
    script.onload = resolve;
    script.onerror = () => {
      script.remove();
      reject(new Error("a file is missing from the book’s folder (engine/folder.js)."));
    };
    document.head.append(script);
  });
}

/** Returns the bytes of a Base64 text. */
function decode(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
}
