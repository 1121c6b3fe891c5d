/**
 * Bundles the stylesheets of a site: `node bundle_styles.mjs SITE '{"OUT": {"sheets": ["SHEET", …], "below":
 * "FOLDER"}, …}'` writes the sheets of each bundle, paths below SITE in order, to OUT, and removes them.
 * Rules of Material's stylesheets are dropped if neither scripts nor the pages below FOLDER contain their
 * classes; so are custom properties, mostly icons, that no rule uses.
 */
import fs from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import * as esbuild from "esbuild";
import { PurgeCSS } from "purgecss";

const [site, json] = process.argv.slice(2);
const making = JSON.parse(json);
const MATERIAL = /assets\/stylesheets\//;
const WORDS = /[\w-]+/g;
const ASKED = /var\((--[\w-]+)/g;
const TAGS = /<[^>]+>/g;
const TEXT_ATTRIBUTES = /\b(?:href|content|title|value|aria-label|(data-\w+))="[^"]*"/g;

const files = await fs.readdir(site, { recursive: true });
const texts = new Map();
for (const sheet of new Set(Object.values(making).flatMap(({ sheets }) => sheets))) {
  texts.set(sheet, await fs.readFile(path.join(site, sheet), "utf8"));
  await fs.unlink(path.join(site, sheet));
}
const ours = [...texts].filter(([sheet]) => !MATERIAL.test(sheet)).map(([, text]) => text);
const variables = Array.from(ours.join().matchAll(ASKED), ([, name]) => name);
for (const [out, { sheets, below }] of Object.entries(making)) {
  const content = sheets.some((sheet) => MATERIAL.test(sheet)) ? await wordsBelow(below) : [];
  const styles = await Promise.all(sheets.map((sheet) => used(sheet, texts.get(sheet), content)));
  const { code } = await esbuild.transform(styles.join("\n"), {
    loader: "css",
    minify: true,
    charset: "utf8",
  });
  await fs.writeFile(path.join(site, out), `@charset "UTF-8";${code}`);
}

/** Returns the words of scripts and of the tags in pages below a folder, most of which occur repeatedly. */
async function wordsBelow(folder) {
  const parts = new Set();
  for (const file of files) {
    const isPage = file.endsWith(".html") && file.startsWith(folder);
    if (!(isPage || file.endsWith(".js")) || /^(engine|search)\//.test(file)) continue;
    const text = await fs.readFile(path.join(site, file), "utf8");
    for (const part of isPage ? (text.match(TAGS) ?? []) : [text]) parts.add(part);
  }
  const words = new Set();
  for (const part of parts) {
    const markup = part.startsWith("<") ? part.replaceAll(TEXT_ATTRIBUTES, "$1") : part;
    for (const word of markup.match(WORDS) ?? []) words.add(word);
  }
  return [{ raw: [...words].join(" "), extension: "html" }];
}

async function used(sheet, text, content) {
  const css = text.replace('@charset "UTF-8";', "");
  if (!MATERIAL.test(sheet)) return css;
  const rules = await purged(css, { content, keyframes: true });
  return purged(rules, { content, variables: true, safelist: { variables } });
}

async function purged(raw, how) {
  const [{ css }] = await new PurgeCSS().purge({ css: [{ raw }], ...how });
  return css;
}
