/** The list of pages beside the text: says where in a page the reader is, and opens on a phone. */
import { hashTarget } from "../url-hash.js";
import { onPage } from "./page-navigation.js";

const HEAD = 60; // px below the window's top: what stands higher has been read
const ACTIVE = "md-nav__link--active";

const drawer = document.querySelector("#__drawer");
const wide = matchMedia("(min-width: 76.25em)");
let places = []; // [heading, its link], in the order of the page
let drawn = 0;

function list() {
  drawer.checked = false;
  const links = document.querySelectorAll('.md-nav [data-md-component="toc"] a[href^="#"]');
  places = [...links].map((link) => [hashTarget(link.hash), link]);
  mark();
  keepInView(document.querySelector(`.md-nav__link.${ACTIVE}`));
}

/** Marks the last heading that has been read to. */
function mark() {
  drawn = 0;
  if (!wide.matches) return;
  const read = places.filter(([heading]) => heading?.getBoundingClientRect().top < HEAD);
  const last = scrollY > 0 ? read.at(-1)?.[1] : null;
  for (const [, link] of places) link.classList.toggle(ACTIVE, link === last);
  if (last) keepInView(last);
}

function keepInView(link) {
  const scroller = link?.closest(".md-sidebar__scrollwrap");
  if (!scroller || scroller.scrollHeight <= scroller.clientHeight) return;
  const { top, bottom } = link.getBoundingClientRect();
  const seen = scroller.getBoundingClientRect();
  if (top < seen.top || bottom > seen.bottom) scroller.scrollTop += top - seen.top - seen.height / 2;
}

addEventListener("scroll", () => (drawn ||= requestAnimationFrame(mark)), { passive: true });
wide.addEventListener("change", mark);

// A link to a place of the page at hand closes the list that lies over it; labels that look like buttons are
// pressed like buttons.
addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest(".md-sidebar a[href]")) drawer.checked = false;
});
addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (key === "Escape") drawer.checked = false;
  if (!["Enter", " "].includes(key) || !(target instanceof HTMLLabelElement)) return;
  event.preventDefault();
  target.click();
});

onPage(list);
