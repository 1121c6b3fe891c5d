/**
 * Bundles our modules. Each form replaces the content of FOLDER.
 *
 *     node bundle_modules.mjs classic FOLDER ENTRY …   a classic script for each ENTRY, without a server
 *     node bundle_modules.mjs modules FOLDER           few modules: the book's, and one for each part that
 *                                                      only some pages contain; `engine.js` stays shared
 *     node bundle_modules.mjs modules FOLDER ENTRY …   also one module for each ENTRY, for pages that load
 *                                                      nothing else; its dynamic imports stay separate
 *
 * The second and third print the files that a page loads, as JSON: [{elements, files}], with the elements
 * that the files define, none for the book's.
 *
 * `import.meta.url` of a module is its original address, relative to the script's.
 */
import fs from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import * as esbuild from "esbuild";

const [form, source, ...entries] = process.argv.slice(2);
const folder = path.resolve(source);
const isClassic = form === "classic";
const scriptAddress = isClassic ? "globalThis.diceleafScript" : "import.meta.url";
const book = path.join(folder, "book.js");
const LATER = "later";

const ownAddress = {
  name: "own address",
  setup(build) {
    build.onLoad({ filter: /\.js$/, namespace: "file" }, async ({ path: file }) => {
      const address = `new URL(${JSON.stringify(placeOf(file))}, ${scriptAddress}).href`;
      return { contents: (await fs.readFile(file, "utf8")).replaceAll("import.meta.url", address) };
    });
  },
};

/**
 * Modules that are loaded later import the book's module explicitly. Otherwise esbuild would split it into as
 * many chunks as there are combinations of shared modules. Other modules may import the same at once.
 */
const afterTheBook = {
  name: "after the book",
  setup(build) {
    build.onResolve({ filter: /^\./ }, ({ path: specifier, kind, resolveDir }) => {
      const file = path.resolve(resolveDir, specifier);
      const isLater = kind === "dynamic-import" && file !== book && !file.includes("libraries");
      return isLater ? { path: placeOf(file), namespace: LATER } : null;
    });
    build.onLoad({ filter: /\.js$/, namespace: LATER }, ({ path: place }) => ({
      contents: `import "./book.js"; export * from ${JSON.stringify(`./${place}`)};`,
      resolveDir: folder,
    }));
  },
};

const common = {
  absWorkingDir: folder, // otherwise the script would contain the path of the build
  outdir: folder,
  bundle: true,
  write: false,
  minify: !isClassic,
  charset: "utf8",
  format: isClassic ? "iife" : "esm",
};
const { outputFiles, metafile } = await esbuild.build({
  ...common,
  entryPoints: (isClassic ? entries : ["diceleaf.js", "engine.js"]).map((name) => path.join(folder, name)),
  splitting: !isClassic,
  metafile: true,
  banner: isClassic ? { js: "globalThis.diceleafScript = document.currentScript.src;" } : {},
  plugins: isClassic ? [ownAddress] : [afterTheBook, ownAddress],
});
for (const name of isClassic ? [] : entries) {
  const one = { ...common, entryPoints: [path.join(folder, name)], splitting: true, plugins: [ownAddress] };
  outputFiles.push(...(await esbuild.build(one)).outputFiles);
}
const names = isClassic ? new Map() : shortNames();
const shorten = (text) => text.replace(/[\w-]+-[A-Z0-9]{8}\.js/g, (name) => names.get(name) ?? name);
if (!isClassic) process.stdout.write(shorten(JSON.stringify(await listModules())));
await fs.rm(folder, { recursive: true });
await fs.mkdir(folder);
for (const file of outputFiles) await fs.writeFile(shorten(file.path), shorten(file.text));

/**
 * Returns {name: a shorter name} of the modules: their folder has a hash in its name, so that theirs aren't
 * needed.
 */
function shortNames() {
  const names = Object.keys(metafile.outputs).filter((name) => /-[A-Z0-9]{8}\.js$/.test(name));
  const used = new Set([...Object.keys(metafile.outputs), ...entries]);
  const shortened = (name) => {
    const [start] = name.split(/-[A-Z0-9]{8}\.js$/);
    let short = `${start}.js`;
    for (let count = 1; used.has(short); count += 1) short = `${start}${count}.js`;
    used.add(short);
    return short;
  };
  return new Map(names.sort().map((name) => [name, shortened(name)]));
}

/** Returns which files a page loads: first those of every page, then those of each part. */
async function listModules() {
  const outputs = Object.entries(metafile.outputs).map(([name, { entryPoint = "" }]) => [entryPoint, name]);
  const names = new Map(outputs);
  const start = `${LATER}:lazy-elements/`;
  const parts = [...names.keys()].filter((entry) => entry.startsWith(start));
  const ofPart = async (entry) => {
    const text = await fs.readFile(path.join(folder, entry.slice(`${LATER}:`.length)), "utf8");
    const elements = Array.from(text.matchAll(/customElements\.define\("([\w-]+)"/g), ([, name]) => name);
    return { elements, files: withImports(names.get(entry)) };
  };
  const files = [...withImports(names.get("diceleaf.js")), ...withImports(names.get("book.js"))];
  return [{ elements: [], files }, ...(await Promise.all(parts.map(ofPart)))];
}

/** Returns the path of a module below the folder. */
function placeOf(file) {
  return path.relative(folder, file).split(path.sep).join("/");
}

/** Returns the names of a file and of all its static imports. */
function withImports(name, visited = new Set()) {
  if (visited.has(name)) return [];
  visited.add(name);
  const imports = metafile.outputs[name].imports.filter(({ kind }) => kind === "import-statement");
  for (const each of imports) withImports(each.path, visited);
  return [...visited];
}
