/**
 * Puts a site's stylesheets together: `node bundle_styles.mjs SITE OUT SHEET…` writes the sheets (paths below
 * the folder SITE, in their order) as one to OUT. Of Material's, which serve every site there is, stays what
 * this site's pages and scripts may use: what they hold no word of can match nothing.
 */
import fs from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import * as esbuild from "esbuild";
import { PurgeCSS } from "purgecss";

const [site, out, ...sheets] = process.argv.slice(2);
const MATERIAL = /assets\/stylesheets\//;
const WORDS = /[\w-]+/g;
const TAGS = /<[^>]+>/g;
const SAID = /\b(?:href|content|title|value|aria-label|data-\w+)="[^"]*"/g; // attributes that hold text

const files = await fs.readdir(site, { recursive: true });
const words = new Set();
for (const file of files) {
  if (!/\.(html|js)$/.test(file) || /^engine\/|\/lunr\//.test(file)) continue;
  const text = await fs.readFile(path.join(site, file), "utf8");
  const parts = file.endsWith(".html")
    ? (text.match(TAGS) ?? []).map((tag) => tag.replaceAll(SAID, ""))
    : [text];
  for (const part of parts) for (const word of part.match(WORDS) ?? []) words.add(word);
}

const content = [{ raw: [...words].join(" "), extension: "html" }];
const texts = [];
for (const sheet of sheets) {
  const raw = await fs.readFile(path.join(site, sheet), "utf8");
  const [{ css }] = MATERIAL.test(sheet)
    ? await new PurgeCSS().purge({ content, css: [{ raw }] })
    : [{ css: raw }];
  texts.push(css.replace('@charset "UTF-8";', ""));
}
const { code } = await esbuild.transform(texts.join("\n"), { loader: "css", minify: true, charset: "utf8" });
await fs.writeFile(path.join(site, out), `@charset "UTF-8";${code}`);
