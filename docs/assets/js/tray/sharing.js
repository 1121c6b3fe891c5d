/**
 * A throw for others: a link that opens on it with the thrower's name, words for a chat, a code to be
 * photographed.
 */
import { isShareable } from "../roller-url.js";
import { sharePage } from "../share.js";
import { ROOT } from "../site.js";
import { decodeHash } from "../url-hash.js";

/** The address of a throw, or null where no page of the books shows its calculator. */
export function rollLink({ address, label, title }, who) {
  if (!address) return null;
  const url = forChats(new URL(ROOT + address));
  if (label && label === title) url.searchParams.set("called", label);
  if (who) url.searchParams.set("by", who);
  return url.href;
}

/** The same address by the small page of its calculator, where there is one. */
function forChats(url) {
  const page = sharePage(...decodeHash(url.hash).split("."));
  if (page) page.search = url.search;
  return page ?? url;
}

/** The HTML that shows a roll's calculator in another site, or null where this site allows none. */
export function embedCode(thrown) {
  const folder = document.querySelector('meta[name="diceleaf-embed"]')?.content;
  const filledIn = folder && isShareable() && calculatorLink(thrown);
  if (!filledIn) return null;
  const url = new URL(`${folder}/${thrown.calculator}/${new URL(filledIn).search}`, ROOT);
  const frame = document.createElement("iframe");
  const attributes = { src: url.href, title: thrown.title, width: "100%", height: "640", loading: "lazy" };
  for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
  return frame.outerHTML;
}

/** The calculator as it was filled in for a throw, without the throw. */
export function calculatorLink({ address }) {
  if (!address) return null;
  const url = new URL(ROOT + address);
  url.searchParams.delete("dice");
  return url.href;
}

/** Draws the code of a text into a picture that holds one path. */
export async function drawQrCode(picture, text) {
  const { generate } = await import("../libraries/lean-qr.js");
  const code = generate(text);
  const border = 4;
  const squares = [];
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) squares.push(`M${x} ${y}h1v1h-1z`);
  }
  const size = code.size + 2 * border;
  picture.setAttribute("viewBox", `${-border} ${-border} ${size} ${size}`);
  picture.querySelector("path").setAttribute("d", squares.join(""));
}

/** Throws as a table that spreadsheets open, comma by comma; `columns` are its headings. */
export function toCsv(throws, columns) {
  const rows = throws.map(({ at, who, title, asked, verdict, faces }) => [
    new Date(at).toISOString(),
    who,
    title,
    asked,
    verdict,
    faces.join(" "),
  ]);
  return [columns.split(","), ...rows].map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}

/** A cell that begins like a formula is none. */
function quoted(cell) {
  const text = /^[=+@-]/.test(cell) && !/^-?\d+$/.test(cell) ? `'${cell}` : String(cell);
  return `"${text.replaceAll('"', '""')}"`;
}
