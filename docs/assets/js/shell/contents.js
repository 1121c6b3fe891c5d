/**
 * The table of contents: marks the current section, and opens as a drawer where it doesn't fit beside the
 * text. Elements with `data-open-contents` open the drawer.
 */
import { hashTarget } from "../url-hash.js";
import { onPage } from "./page-navigation.js";

const HEAD = 60; // pixels below the window's top: headings above have been read

const root = document.documentElement;
const wide = matchMedia("(min-width: 76.25em)");
let contents = null; // of the current page
let places = []; // [heading, its link], in page order
let drawn = 0;
let covered = []; // elements that the open drawer makes inert
let opener = null; // the element that had the focus before

function list() {
  close();
  contents = document.getElementById("contents");
  const links = contents.querySelectorAll(".contents__sections a");
  places = Array.from(links, (link) => [hashTarget(link.hash), link]);
  mark();
  keepInView(contents.querySelector("[aria-current=page]"));
}

/** Marks the last heading above the line. */
function mark() {
  drawn = 0;
  if (!wide.matches) return;
  const read = places.filter(([heading]) => heading?.getBoundingClientRect().top < HEAD);
  const last = scrollY > 0 ? read.at(-1)?.[1] : null;
  for (const [, link] of places) {
    if (link === last) link.setAttribute("aria-current", "location");
    else link.removeAttribute("aria-current");
  }
  keepInView(last);
}

function keepInView(link) {
  const scroller = link?.closest(".contents__scroll");
  if (!scroller || scroller.scrollHeight <= scroller.clientHeight) return;
  const { top, bottom } = link.getBoundingClientRect();
  const visible = scroller.getBoundingClientRect();
  if (top < visible.top || bottom > visible.bottom)
    scroller.scrollTop += top - visible.top - visible.height / 2;
}

function open() {
  const isBeside = getComputedStyle(contents).position === "static";
  if (isOpen() || isBeside) return;
  opener = document.activeElement;
  root.dataset.contentsOpen = "";
  covered = [...around(contents)].filter((each) => !each.inert);
  show(true);
  const current = contents.querySelector("[aria-current=page]");
  (current?.checkVisibility() ? current : contents.querySelector("a, button")).focus();
}

function close() {
  if (!isOpen()) return;
  delete root.dataset.contentsOpen;
  show(false);
}

function isOpen() {
  return "contentsOpen" in root.dataset;
}

function show(isShown) {
  for (const each of covered) each.inert = isShown;
  for (const each of document.querySelectorAll("[data-open-contents]")) each.ariaExpanded = isShown;
}

/** Closes the drawer and restores the focus. */
function leave() {
  close();
  opener.focus();
}

/** Yields the siblings of an element and of its ancestors. */
function* around(element) {
  for (let each = element; each !== document.body; each = each.parentElement) {
    for (const beside of each.parentElement.children) if (beside !== each) yield beside;
  }
}

addEventListener("scroll", () => (drawn ||= requestAnimationFrame(mark)), { passive: true });
wide.addEventListener("change", () => {
  close();
  mark();
});
addEventListener("click", ({ target }) => {
  if (!(target instanceof Element)) return;
  if (target.closest("[data-open-contents]")) open();
  else if (target.closest("#contents a[href]")) close();
  else if (isOpen() && (!contents.contains(target) || target.closest("[data-close-contents]"))) leave();
});
addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape" || !isOpen()) return;
    event.stopPropagation(); // Escape closes nothing else
    leave();
  },
  true,
);

onPage(list);
