/** House rules cost readers without any next to nothing. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import test from "node:test";
import zlib from "node:zlib";
import * as esbuild from "esbuild";

const FOLDER = fileURLToPath(new URL("../../docs/assets/js/", import.meta.url));

/** Returns the bytes of what every page loads, compressed as served; `without` is left out. */
async function size(without = /^$/) {
  const leaveOut = {
    name: "leave out",
    setup(build) {
      build.onResolve({ filter: /\/libraries\// }, ({ path }) => ({ path, external: true }));
      build.onLoad({ filter: without }, () => ({ contents: "" }));
    },
  };
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: FOLDER,
    entryPoints: ["book.js"],
    outdir: FOLDER,
    bundle: true,
    splitting: true,
    format: "esm",
    minify: true,
    write: false,
    metafile: true,
    plugins: [leaveOut],
  });
  const loaded = new Set();
  const follow = (name) => {
    if (loaded.has(name) || !metafile.outputs[name]) return;
    loaded.add(name);
    for (const { path, kind } of metafile.outputs[name].imports)
      if (kind === "import-statement") follow(path);
  };
  follow("book.js");
  const texts = outputFiles.filter(({ path }) => loaded.has(path.slice(FOLDER.length)));
  return zlib.gzipSync(Buffer.concat(texts.map(({ contents }) => contents))).length;
}

test("the loader of house rules is small", async (t) => {
  const [all, without] = [await size(), await size(/house[/\\]loader\.js$/)];
  t.diagnostic(`${all - without} of ${all} bytes`);
  assert.ok(all > without, "it is part of every page");
  assert.ok(all - without <= 450, `${all - without} bytes`);
});
