/** A set of house rules for others: as a link, a QR code or a file. */
import { isShareable } from "../roller-url.js";
import { toHref } from "../search/addresses.js";
import { download, fileName } from "../storage/download.js";
import { readFile, writeLink } from "../storage/share-link.js";
import { drawQrCode } from "../tray/sharing.js";
import { writeSet } from "./format.js";

/** The longest address that chats and mail programs pass on completely. */
const MAX_LINK_CHARS = 2000;
/** The longest text that a phone can read from a QR code on another phone. */
const MAX_CODE_CHARS = 800;

const SVG = "http://www.w3.org/2000/svg";

/** Returns the link to a set, or null if it is too long or nobody else can open it. */
export async function linkOf(set) {
  if (!isShareable()) return null;
  const link = await writeLink(writeSet(set), "house", toHref(`${set.game}/house-rules/`));
  return new URL(link).hash.length <= MAX_LINK_CHARS ? link : null;
}

/** Returns the QR code of a link as an image without a label, or null if it would be too dense. */
export async function qrOf(link) {
  if (link.length > MAX_CODE_CHARS) return null;
  const svg = document.createElementNS(SVG, "svg");
  svg.append(document.createElementNS(SVG, "path"));
  await drawQrCode(svg, link);
  return svg;
}

/** Downloads a set as a file, with the book's sentences that its rules replace; returns the file's name. */
export function downloadSet({ set, was = {} }) {
  const name = fileName(set.name, `${set.game}-house-rules`);
  download(name, `${writeSet(set, was)}\n`);
  return name;
}

/** Returns the text of a file. */
export const openSetFile = readFile;
