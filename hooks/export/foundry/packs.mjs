/** Packs documents into compendia: `node packs.mjs FOLDER OUT`, a pack for each folder of JSON files. */
import fs from "node:fs";
import path from "node:path";
import process from "node:process";
import { compilePack } from "@foundryvtt/foundryvtt-cli";

const [folder, out] = process.argv.slice(2);
for (const name of fs.readdirSync(folder).sort()) {
  await compilePack(path.join(folder, name), path.join(out, name));
}
