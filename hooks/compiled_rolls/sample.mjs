/**
 * Plays each table of {templates, tables} on standard input ROWS times, and prints the replies as JSON: one
 * list for each table, null where only the engine can show them.
 *
 *     node sample.mjs ROWS SCRIPTS ROOT     SCRIPTS is the folder of play.js and show.js
 */
import fs from "node:fs";
import { pathToFileURL } from "node:url";

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

/** Whole numbers below a limit, the same in every run (mulberry32). */
function generator(seed) {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}
