/**
 * Puts our modules together: `node bundle_modules.mjs classic FOLDER` prints FOLDER/diceleaf.js and all it
 * imports as one classic script, for pages without a server; `... modules FOLDER` replaces what is in FOLDER
 * by few small modules, for pages that should not wait for thirty. There `engine.js` stays one of its own,
 * shared by whoever imports it.
 *
 * Where a module asks for its own address it gets the one it would have had, reckoned from the script's.
 */
import fs from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import * as esbuild from "esbuild";

const [form, given] = process.argv.slice(2);
const folder = path.resolve(given);
const isClassic = form === "classic";
const scriptAddress = isClassic ? "globalThis.diceleafScript" : "import.meta.url";

const ownAddress = {
  name: "own address",
  setup(build) {
    build.onLoad({ filter: /\.js$/ }, async ({ path: file }) => {
      const place = path.relative(folder, file).split(path.sep).join("/");
      const address = `new URL(${JSON.stringify(place)}, ${scriptAddress}).href`;
      return { contents: (await fs.readFile(file, "utf8")).replaceAll("import.meta.url", address) };
    });
  },
};

const { outputFiles } = await esbuild.build({
  entryPoints: (isClassic ? ["diceleaf.js"] : ["diceleaf.js", "engine.js"]).map((name) =>
    path.join(folder, name),
  ),
  absWorkingDir: folder, // else the script would tell where it was made
  outdir: folder,
  bundle: true,
  write: false,
  minify: !isClassic,
  charset: "utf8",
  format: isClassic ? "iife" : "esm",
  splitting: !isClassic,
  banner: isClassic ? { js: "globalThis.diceleafScript = document.currentScript.src;" } : {},
  plugins: [ownAddress],
});
if (isClassic) {
  process.stdout.write(outputFiles[0].text);
} else {
  await fs.rm(folder, { recursive: true });
  await fs.mkdir(folder);
  for (const file of outputFiles) await fs.writeFile(file.path, file.contents);
}
