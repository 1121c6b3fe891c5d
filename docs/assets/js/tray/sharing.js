/** Rolls for other people: links, embed codes, QR codes and CSV. */
import { isShareable } from "../roller-url.js";
import { sharePage } from "../share.js";
import { ROOT } from "../site.js";
import { decodeHash } from "../url-hash.js";

/** Returns the link to a roll, or null if no page shows its calculator. */
export function rollLink({ address, label, title }, who) {
  if (!address) return null;
  const url = forChats(new URL(ROOT + address));
  if (label && label === title) url.searchParams.set("called", label);
  if (who) url.searchParams.set("by", who);
  return url.href;
}

/** Returns the address through the small share page of the calculator, if there is one. */
function forChats(url) {
  const page = sharePage(...decodeHash(url.hash).split("."));
  if (page) page.search = url.search;
  return page ?? url;
}

/** Returns HTML that embeds a roll's calculator in another site, or null if the site doesn't allow it. */
export function embedCode(roll) {
  const folder = document.querySelector('meta[name="diceleaf-embed"]')?.content;
  const filledIn = folder && isShareable() && calculatorLink(roll);
  if (!filledIn) return null;
  const url = new URL(`${folder}/${roll.calculator}/${new URL(filledIn).search}`, ROOT);
  const frame = document.createElement("iframe");
  const attributes = { src: url.href, title: roll.title, width: "100%", height: "640", loading: "lazy" };
  for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
  return frame.outerHTML;
}

/** Returns the address of the calculator with the inputs of a roll, without its dice. */
export function calculatorLink({ address }) {
  if (!address) return null;
  const url = new URL(ROOT + address);
  url.searchParams.delete("dice");
  return url.href;
}

/** Draws the QR code of a text in an SVG that contains one path. */
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

/** Returns rolls as CSV; `columns` are the headings, separated by commas. */
export function toCsv(rolls, columns) {
  const rows = rolls.map(({ at, who, title, asked, verdict, faces }) => [
    new Date(at).toISOString(),
    who,
    title,
    asked,
    verdict,
    faces.join(" "),
  ]);
  return [columns.split(","), ...rows].map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}

/** Quotes a cell, so that spreadsheets don't take it for a formula. */
function quoted(cell) {
  const text = /^[=+@-]/.test(cell) && !/^-?\d+$/.test(cell) ? `'${cell}` : String(cell);
  return `"${text.replaceAll('"', '""')}"`;
}
