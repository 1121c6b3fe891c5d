/**
 * Where the engine's files come from: the site's `engine/` folder, or, where the book is a
 * copy in a folder and nothing can be fetched, one script that holds them all.
 */
import { IN_FOLDER } from "../site.js";
import { scriptAt } from "../trusted.js";

const DIRECTORY = new URL("../../../engine/", import.meta.url);

/**
 * What a worker is started from: {worker: its address, base: the folder of the files, files: their bytes by
 * name where they can't be fetched, else null}. With `again`, after a failure, the worker's script is fetched
 * anew, since the browser's own cache may hold a damaged one. Throws where they can't be had.
 */
export async function openSource(again) {
  if (IN_FOLDER) return fromFolder();
  const source = await fromSite();
  // the worker itself tells of a failure
  if (again) await fetch(source.worker, { cache: "reload" }).catch(() => {});
  return source;
}

/**
 * Each page names the worker it was built with, and the worker names every other file with the hash of its
 * content, so that a page never runs with the engine of another version.
 */
async function fromSite() {
  const name = document.querySelector('meta[name="diceleaf-engine"]')?.content ?? (await newest());
  return { worker: new URL(name, DIRECTORY), base: DIRECTORY.href, files: null };
}

/** The worker's name where the page doesn't hold it, as while an author's preview is being rebuilt. */
async function newest() {
  let answer;
  try {
    answer = await fetch(new URL("manifest.json", DIRECTORY), { cache: "no-cache" });
  } catch {
    throw new Error("you appear to be offline.");
  }
  if (!answer.ok) throw new Error(`the site returned error ${answer.status}.`);
  return (await answer.json()).worker;
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

/** Base64 to bytes. */
function decode(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
}
