/** Files of data that a page needs later. They are scripts, since a page opened from a folder can't fetch. */
import { ROOT } from "./site.js";
import { scriptAt } from "./trusted.js";

/** Runs the script at a path from the root of the site. Rejects if it can't be loaded. */
export async function runScript(path) {
  const script = document.createElement("script");
  script.src = scriptAt(ROOT + path);
  await new Promise((done, failed) => {
    script.onload = done;
    script.onerror = () => failed(new Error(`Couldn’t load ${path}. Check your connection.`));
    document.head.append(script);
  });
}
