/**
 * Plays each table of {templates, tables} on standard input ROWS times, and prints the replies as JSON: one
 * list for each table, null where only the engine can show them.
 *
 *     node sample.mjs ROWS SCRIPTS ROOT     SCRIPTS is the folder of play.js and show.js
 */
import fs from "node:fs";
import { pathToFileURL } from "node:url";
import { generator } from "./generator.mjs";

const [rows, scripts, root] = process.argv.slice(2);
const { play } = await import(pathToFileURL(`${scripts}/play.js`));
const { show } = await import(pathToFileURL(`${scripts}/show.js`));

const { templates, tables } = JSON.parse(fs.readFileSync(0, "utf8"));
const replies = tables.map((table, number) => {
  const below = generator(number);
  return Array.from({ length: rows }, () => {
    const played = play(table, below);
    return { faces: played.faces, reply: show(table, templates, played, table.titles, root) };
  });
});
process.stdout.write(JSON.stringify(replies));
