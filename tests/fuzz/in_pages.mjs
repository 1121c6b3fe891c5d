/**
 * The doors of a page, tried from a number to the one before another: `node tests/fuzz/in_pages.mjs SEED
 * FIRST END`.
 */
import { PAGE, tried } from "../js/entry_points.js";

const [seed, first, end] = process.argv.slice(2).map(Number);
Object.assign(globalThis, PAGE);
process.stdout.write(JSON.stringify(await tried(seed, first, end)));
