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
let headings = []; // [heading, its link], in page order
let frame = 0;
let inertElements = []; // elements that the open drawer makes inert
let previousFocus = null; // the element that had the focus before

function update() {
  close();
  contents = document.getElementById("contents");
  const links = contents.querySelectorAll(".contents__sections a");
  headings = Array.from(links, (link) => [hashTarget(link.hash), link]);
  markCurrent();
  keepInView(contents.querySelector("[aria-current=page]"));
}

/** Marks the last heading above the line. */
function markCurrent() {
  frame = 0;
  if (!wide.matches) return;
  const readHeadings = headings.filter(([heading]) => heading?.getBoundingClientRect().top < HEAD);
  const last = scrollY > 0 ? readHeadings.at(-1)?.[1] : null;
  for (const [, link] of headings) {
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
  previousFocus = document.activeElement;
  root.dataset.contentsOpen = "";
  inertElements = [...surroundingElements(contents)].filter((each) => !each.inert);
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
  for (const each of inertElements) each.inert = isShown;
  for (const each of document.querySelectorAll("[data-open-contents]")) each.ariaExpanded = isShown;
}

/** Closes the drawer and restores the focus. */
function closeAndRestoreFocus() {
  close();
  previousFocus.focus();
}

/** Yields the siblings of an element and of its ancestors. */
function* surroundingElements(element) {
  for (let each = element; each !== document.body; each = each.parentElement) {
    for (const sibling of each.parentElement.children) if (sibling !== each) yield sibling;
  }
}

addEventListener("scroll", () => (frame ||= requestAnimationFrame(markCurrent)), { passive: true });
wide.addEventListener("change", () => {
  close();
  markCurrent();
});
addEventListener("click", ({ target }) => {
  if (!(target instanceof Element)) return;
  if (target.closest("[data-open-contents]")) open();
  else if (target.closest("#contents a[href]")) close();
  else if (isOpen() && (!contents.contains(target) || target.closest("[data-close-contents]")))
    closeAndRestoreFocus();
});
addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape" || !isOpen()) return;
    event.stopPropagation(); // Escape closes nothing else
    closeAndRestoreFocus();
  },
  true,
);

onPage(update);
