/**
 * Leaves out of Pyodide's script what nothing in it uses: `node shake.mjs`, the script on standard input,
 * what remains of it on standard output.
 *
 * The script is one function, and esbuild looks for what is unused only at the top of a module. So the
 * function's body is made a module for the time being.
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
// Where text is run that could name anything, all counts as used. Only libraries that are linked in bring
// such text.
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
