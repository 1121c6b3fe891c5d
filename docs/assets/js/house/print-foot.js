/**
 * The printed note of a page: the name of its set, the date, and a QR code of the link. In a chapter it is in
 * the margin beside the start, where it takes no page of its own; elsewhere it is a foot.
 */
import { linkOf, qrOf } from "./sharing.js";

const LATER = 1000; // milliseconds until the code is created; printing takes readers longer

const codeBySet = new WeakMap(); // set → the promise of its code

export function apply(page, { set }) {
  const foot = printFoot(set);
  const lead = page.querySelector("article > .page-header ~ h1:not(.table-screen) + p");
  foot.classList.add("house-print__foot--paper");
  foot.classList.toggle("house-print__foot--margin", Boolean(lead));
  if (lead) lead.after(foot);
  else page.querySelector("article")?.append(foot);
}

export function withdraw(page) {
  page.querySelector(".house-print__foot")?.remove();
}

/** Returns the foot of a set. */
export function printFoot(set) {
  const foot = document.createElement("footer");
  const today = new Date().toLocaleDateString(document.documentElement.lang, { dateStyle: "long" });
  const lines = [`House rules: ${set.name || "unnamed"}`, set.note, today].filter(Boolean).map((text) => {
    const line = document.createElement("p");
    line.textContent = text;
    return line;
  });
  foot.className = "house-print__foot";
  foot.append(...lines);
  setTimeout(() => foot.isConnected && addCode(foot, set), LATER);
  return foot;
}

/** Adds a QR code with the link to the set, if the link is short enough. */
async function addCode(foot, set) {
  if (!codeBySet.has(set))
    codeBySet.set(
      set,
      linkOf(set).then((link) => link && qrOf(link)),
    );
  const code = (await codeBySet.get(set))?.cloneNode(true);
  if (!code) return;
  code.role = "img";
  code.ariaLabel = "QR code: link to these house rules";
  foot.prepend(code);
}
