/**
 * Remembers where a reader is in each book, and offers to go on there: on its first page and on the shelf.
 */
import { onPage } from "../shell/page-navigation.js";
import { currentAddress, toHref } from "./addresses.js";
import { places } from "./reader-data.js";

/** What is looked up or used, rather than read on from. */
const NOT_READ = "article :is(dice-sheet, dice-tracker, .table-screen, dt[id])";
const QUIET = 600;

let moment = 0;

/** Notes the last heading above the middle of the window. */
function note() {
  const address = currentAddress();
  const [book, chapter] = address.split("/");
  const title = document.querySelector("article h1[id]");
  if (!chapter || !title || document.querySelector(NOT_READ)) return;
  const above = [...document.querySelectorAll("article :is(h2, h3)[id]")].filter(
    (heading) => heading.getBoundingClientRect().top < innerHeight / 2,
  );
  const heading = scrollY > 0 ? above.at(-1) : null;
  places.read(book, {
    address: heading ? `${address}#${heading.id}` : address,
    chapter: wordsOf(title),
    section: heading ? wordsOf(heading) : "",
  });
}

/** Without the link to itself that a heading ends with. */
function wordsOf(heading) {
  const copy = heading.cloneNode(true);
  for (const link of copy.querySelectorAll(".headerlink")) link.remove();
  return copy.textContent.trim();
}

function offer() {
  for (const link of document.querySelectorAll("[data-go-on]")) {
    const place = places.place(link.dataset.goOn);
    if (!place) continue;
    link.href = toHref(place.address);
    link.textContent = `Continue reading: ${place.chapter}`;
  }
}

addEventListener(
  "scroll",
  () => {
    clearTimeout(moment);
    moment = setTimeout(note, QUIET);
  },
  { passive: true },
);
onPage(offer);
