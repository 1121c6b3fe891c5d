/**
 * Saves the reading position in each book, and offers to continue there: on the book's first page and, with
 * the last character and encounter, above the bookshelf.
 */
import { onPage } from "../shell/page-navigation.js";
import { LastOpened } from "../storage/last-opened.js";
import { openRecords } from "../storage/records.js";
import { currentAddress, toHref } from "./addresses.js";
import { places } from "./reader-data.js";

/** Pages for reference or tools, which aren't read in order. */
const NOT_READ =
  "article :is(dice-sheet, dice-tracker, dice-backup, dice-house-rules, .table-screen, dt[id])";
const QUIET = 600;
/** The field of the record for each kind of saved item. */
const SAVED = { sheet: "sheet", desk: "scene" };

let timer = 0;

/** Saves the last heading above the middle of the window. */
function savePosition() {
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
    chapter: headingText(title),
    section: heading ? headingText(heading) : "",
  });
}

/** Returns the text of a heading without its permalink. */
function headingText(heading) {
  const copy = heading.cloneNode(true);
  for (const link of copy.querySelectorAll(".headerlink")) link.remove();
  return copy.textContent.trim();
}

async function offer() {
  const link = document.querySelector("[data-go-on]");
  if (!link) return;
  const book = link.dataset.goOn;
  const place = book ? places.place(book) : places.all[0];
  const saved = [...document.querySelectorAll("[data-saved]")].filter(({ dataset }) =>
    readId(dataset.saved, dataset.game),
  );
  // base.html sets it before the page is drawn, but not after navigation
  document.documentElement.toggleAttribute("data-returning", Boolean(place || saved.length));
  link.hidden = true;
  if (place) {
    link.href = toHref(place.address);
    link.textContent = `Continue: ${place.chapter}`;
  }
  const kinds = Object.keys(SAVED).map((kind) => saved.filter(({ dataset }) => dataset.saved === kind));
  await Promise.all(kinds.map(offerFirst));
  link.hidden = !place;
  const first = link.parentElement.querySelector(".shelf__go-on > a:not([hidden])");
  first?.classList.add("button--primary");
}

/** Shows the first link to an item that is still saved, preferring the book read last. */
async function offerFirst(links) {
  for (const link of sortByReading(links, ({ dataset }) => dataset.game)) {
    const name = (await readSaved(link.dataset.saved, link.dataset.game))?.name;
    if (!name) continue;
    link.querySelector(".shelf__kind").prepend(" · ");
    link.firstElementChild.prepend(name);
    link.hidden = false;
    return;
  }
}

/** Points the bar's link to the character that was opened last, on pages without a game. */
async function findSheet() {
  const link = document.querySelector("[data-sheets]");
  if (!link) return;
  const sheets = Object.entries(JSON.parse(link.dataset.sheets));
  for (const [game, address] of sortByReading(sheets, ([game]) => game)) {
    if (!(await readSaved("sheet", game))) continue;
    link.href = toHref(address);
    return;
  }
}

/** Sorts the game that was read last first. */
function sortByReading(things, gameOf) {
  const books = places.all.map(({ book }) => book);
  const rank = (entry) => (books.includes(gameOf(entry)) ? books.indexOf(gameOf(entry)) : books.length);
  return [...things].sort((one, other) => rank(one) - rank(other));
}

function readId(kind, game) {
  return new LastOpened(kind, game).id;
}

/** Returns the character or encounter of a game that was opened last, or undefined if it isn't saved. */
async function readSaved(kind, game) {
  const id = readId(kind, game);
  if (!id) return undefined;
  const records = await openRecords();
  const record = await records.read((step) => step.get("things", `${kind}:${game}:${id}`));
  return record?.kept?.[SAVED[kind]];
}

addEventListener(
  "scroll",
  () => {
    clearTimeout(timer);
    timer = setTimeout(savePosition, QUIET);
  },
  { passive: true },
);
onPage(offer);
onPage(findSheet);
