/** A set of house rules for others: a link, a code to be photographed, a file. */
import { isShareable } from "../roller-url.js";
import { toHref } from "../search/addresses.js";
import { download, fileName } from "../storage/download.js";
import { readFile, writeLink } from "../storage/share-link.js";
import { drawQrCode } from "../tray/sharing.js";
import { writeSet } from "./format.js";

/** Characters behind an address that chats and mail programs still pass on whole. */
const LONGEST_LINK = 2000;
/** Characters that a phone still reads from a code on another phone's screen. */
const LONGEST_CODE = 800;

const SVG = "http://www.w3.org/2000/svg";

/** The link to a set; null where it is too long, or leads nobody else anywhere. */
export async function linkOf(set) {
  if (!isShareable()) return null;
  const link = await writeLink(writeSet(set), "house", toHref(`${set.game}/house-rules/`));
  return new URL(link).hash.length <= LONGEST_LINK ? link : null;
}

/** The picture of a link as a QR code, for the page to name; null where it would be too fine to be read. */
export async function qrOf(link) {
  if (link.length > LONGEST_CODE) return null;
  const picture = document.createElementNS(SVG, "svg");
  picture.append(document.createElementNS(SVG, "path"));
  await drawQrCode(picture, link);
  return picture;
}

/** Gives the reader the file of a set, with the book's sentences that its rules were written for. */
export function downloadSet({ set, was = {} }) {
  download(fileName(set.name, `${set.game}-house-rules`), `${writeSet(set, was)}\n`);
}

/** The text of a file that a reader has chosen. */
export const openSetFile = readFile;
