/**
 * Removes unused code from Pyodide's script: `node shake.mjs` reads the script from standard input and writes
 * the rest to standard output.
 *
 * The script is one function, but esbuild only removes unused code at the top level of a module, so the
 * function's body is temporarily made a module.
 */
import process from "node:process";
import { text } from "node:stream/consumers";
import * as esbuild from "esbuild";

const HEAD = "async function(moduleArg = {}) {";
const RETURN = "return moduleRtn;";
const EXPORT = "export{moduleRtn};";

const script = await text(process.stdin);
const begin = script.indexOf(HEAD) + HEAD.length;
const end = script.lastIndexOf(RETURN);
if (begin < HEAD.length || end < begin) throw new Error("pyodide.asm.js is not one function any more");
// A script that evaluates text could use any name, so everything counts as used. Only libraries that are
// linked in contain such text.
const body = script.slice(begin, end).replace(/(?<![\w$.])eval\(/g, "(0,eval)(");
const { code } = await esbuild.transform(`${body}${EXPORT}`, {
  format: "esm",
  treeShaking: true,
  minifyWhitespace: true,
  charset: "utf8",
  logLevel: "silent",
});
const rest = code.trimEnd();
if (!rest.endsWith(EXPORT)) throw new Error("esbuild ends a module in another way than it did");
process.stdout.write(script.slice(0, begin) + rest.slice(0, -EXPORT.length) + script.slice(end));
