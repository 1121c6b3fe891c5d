/**
 * Puts a site's stylesheets together: `node bundle_styles.mjs SITE '{"OUT": ["SHEET", …], …}'` writes the
 * sheets of each (paths below the folder SITE, in their order) as one to OUT, and removes them. Of
 * Material's, which serve every site there is, stays what this site's pages and scripts may use: what they
 * hold no word of can match nothing. And of its values, icons for the most part, stays what some rule asks
 * for.
 */
import fs from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import * as esbuild from "esbuild";
import { PurgeCSS } from "purgecss";

const [site, made] = process.argv.slice(2);
const making = JSON.parse(made);
const MATERIAL = /assets\/stylesheets\//;
const WORDS = /[\w-]+/g;
const ASKED = /var\((--[\w-]+)/g;
const TAGS = /<[^>]+>/g;
const SAID = /\b(?:href|content|title|value|aria-label|(data-\w+))="[^"]*"/g; // attributes that hold text

const files = await fs.readdir(site, { recursive: true });
const parts = new Set(); // tags of pages, nearly all of which come again and again, and scripts
for (const file of files) {
  if (!/\.(html|js)$/.test(file) || /^(engine|search)\//.test(file)) continue;
  const text = await fs.readFile(path.join(site, file), "utf8");
  for (const part of file.endsWith(".html") ? (text.match(TAGS) ?? []) : [text]) parts.add(part);
}
const words = new Set();
for (const part of parts) {
  const kept = part.startsWith("<") ? part.replaceAll(SAID, "$1") : part;
  for (const word of kept.match(WORDS) ?? []) words.add(word);
}

const content = [{ raw: [...words].join(" "), extension: "html" }];
const texts = new Map();
for (const sheet of Object.values(making).flat()) {
  texts.set(sheet, await fs.readFile(path.join(site, sheet), "utf8"));
  await fs.unlink(path.join(site, sheet));
}
const ours = [...texts].filter(([sheet]) => !MATERIAL.test(sheet)).map(([, text]) => text);
const variables = Array.from(ours.join().matchAll(ASKED), ([, name]) => name);
for (const [out, sheets] of Object.entries(making)) {
  const kept = await Promise.all(sheets.map((sheet) => used(sheet, texts.get(sheet))));
  const { code } = await esbuild.transform(kept.join("\n"), { loader: "css", minify: true, charset: "utf8" });
  await fs.writeFile(path.join(site, out), `@charset "UTF-8";${code}`);
}

async function used(sheet, text) {
  const css = text.replace('@charset "UTF-8";', "");
  if (!MATERIAL.test(sheet)) return css;
  const rules = await purged(css, { keyframes: true });
  return purged(rules, { variables: true, safelist: { variables } });
}

async function purged(raw, how) {
  const [{ css }] = await new PurgeCSS().purge({ content, css: [{ raw }], ...how });
  return css;
}
