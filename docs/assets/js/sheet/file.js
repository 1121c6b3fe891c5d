/**
 * Characters as a file: `{"format": "diceleaf-sheet", "version": 1, "game": "core_rules", "sheets": [{…}]}`.
 * `version` is that of the game's sheet, and says how to read the sheets.
 */
import { isRecord } from "../form/paths.js";
import { Refused } from "../kept/things.js";

export const FORMAT = "diceleaf-sheet";

/** Characters of this size in letters are no characters. */
const LONGEST = 2_000_000;

export function writeFile(game, version, sheets) {
  return `${JSON.stringify({ format: FORMAT, version, game, sheets }, null, 2)}\n`;
}

/** {version, sheets} of a file's text. Throws Refused for anything but readable characters of this game. */
export function readFile(text, game, version) {
  if (text.length > LONGEST) throw new Refused("The file is too long to hold characters.");
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Refused("The file is damaged, or no file of characters: it can't be read as JSON.");
  }
  if (file?.format !== FORMAT) throw new Refused("This is no file of characters from this site.");
  if (file.game !== game) {
    throw new Refused(`These characters belong to another game (${String(file.game).slice(0, 40)}).`);
  }
  checkVersion(file.version, version);
  const { sheets } = file;
  if (!Array.isArray(sheets) || !sheets.length || !sheets.every(isRecord)) {
    throw new Refused("The file is damaged: it holds no characters that can be read.");
  }
  return { version: file.version, sheets };
}

function checkVersion(found, version) {
  if (!(Number.isInteger(found) && found > 0)) {
    throw new Refused("The file is damaged: its version is missing.");
  }
  if (found > version) {
    const versions = `its sheet has version ${found}, this one ${version}`;
    throw new Refused(`The file comes from a newer version of this book (${versions}).`);
  }
}
