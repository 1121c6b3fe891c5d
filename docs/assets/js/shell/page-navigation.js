/**
 * Turns pages without leaving the document, so that what runs goes on: the dice need not be woken on each
 * page. Where that can't be done the browser goes there by itself, as it does from a folder.
 */
import { hashTarget } from "../url-hash.js";
import { reveal } from "../collapsible.js";
import { IN_FOLDER, ROOT } from "../site.js";
import { markup } from "../trusted.js";

/** What differs from page to page. The rest, and what the reader is doing in it, stays. */
const PARTS = [
  "[data-md-component=skip]",
  ".md-header__inner > [data-md-component=logo]",
  "[data-md-component=header-topic]",
  "[data-md-component=games]",
  "[data-md-component=container]",
  ".dock",
];
const HEAD = "title, meta[name=description], link:is([rel=canonical], [rel=prev], [rel=next])";
const ICONS = "link:is([rel=icon], [rel=apple-touch-icon], [rel=manifest])";
const CALM = 100; // ms without a scroll, after which a place is noted

const heard = new Set();
const readying = new Set();
let shown = location.pathname;
let turning = null; // what ends the turn under way
let moment = 0;

/** Calls `listener` now and after each turn of a page. */
export function onPage(listener) {
  heard.add(listener);
  listener();
}

/**
 * Has `ready` do, before a page is turned to, what must be done by then: it is given the page, a document,
 * and its URL. Where it rejects the browser goes there by itself.
 */
export function beforePage(ready) {
  readying.add(ready);
}

/** Goes to the page at `to`, a URL; `place` is how far down it was read, where a reader comes back to it. */
async function turn(to, place = null) {
  clearTimeout(moment);
  turning?.abort();
  if (place === null) note(); // what is drawn late may move the page while the next one comes
  const turn = (turning = new AbortController());
  const next = await read(to, turn.signal);
  if (turn.signal.aborted) return;
  if (!next) return leave(to);
  replace(to, next, place);
  turning = null;
  for (const listener of heard) listener();
}

/**
 * The document there, once all that it is made of is here as well: it shall stand there neither bare nor
 * deaf. Null if it is not a page of this version of the book.
 */
async function read(to, signal) {
  try {
    const answer = await fetch(to.href.split("#")[0], { signal });
    if (!answer.ok) return null;
    const next = new DOMParser().parseFromString(markup(await answer.text()), "text/html");
    const belongs = version(next) === version(document) && PARTS.every((part) => next.querySelector(part));
    if (!belongs) return null;
    await Promise.all([...readying].map((ready) => ready(next, to)));
    return next;
  } catch {
    return null; // the network is gone, or the reader went on meanwhile
  }
}

function version(page) {
  return page.querySelector('meta[name="diceleaf-version"]')?.content;
}

function leave(to) {
  if (to.href === location.href) location.reload();
  else location.assign(to);
}

function replace(to, next, place) {
  history.scrollRestoration = "manual"; // browsers would go there before the page is
  if (place === null) history.pushState(null, "", to);
  shown = to.pathname;
  for (const part of PARTS) document.querySelector(part).replaceWith(next.querySelector(part));
  document.body.dataset.mdColorPrimary = next.body.dataset.mdColorPrimary; // the face of the book
  document.querySelector("article").dataset.navigated = place === null ? "forward" : "back";
  for (const old of document.head.querySelectorAll(HEAD)) old.remove();
  document.head.append(...next.head.querySelectorAll(HEAD));
  arrive(to, place);
}

function arrive(to, place) {
  const target = place === null && hashTarget(to.hash);
  if (target) {
    location.replace(to.hash); // marks it, too
    reveal(target);
    return;
  }
  // Here one who reads on by keyboard begins, and one who hears the page is told of it.
  const title = document.querySelector("article h1");
  title?.setAttribute("tabindex", "-1");
  title?.focus({ preventScroll: true });
  goTo(place ?? 0);
  if (place) requestAnimationFrame(() => goTo(place)); // by now the page is as long as it was
}

function goTo(place) {
  scrollTo({ top: place, behavior: "instant" });
}

/** Notes how far down the page the reader is, for the way back. */
function note() {
  history.replaceState({ ...history.state, place: scrollY }, "");
}

function isPage(url) {
  return url.href.startsWith(ROOT) && (url.pathname.endsWith("/") || url.pathname.endsWith(".html"));
}

function follow(event) {
  const link = event.target instanceof Element && event.target.closest("a[href]");
  const elsewhere = event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (!link || event.defaultPrevented || elsewhere || link.target || link.download) return;
  const to = new URL(link.href, location.href);
  if (!isPage(to)) return;
  if (to.pathname !== location.pathname) {
    event.preventDefault();
    turn(to);
  } else if (!to.hash && to.search === location.search) {
    event.preventDefault();
    scrollTo(0, 0);
  }
}

function comeBack({ state }) {
  if (location.pathname !== shown) turn(new URL(location.href), state?.place ?? 0);
  else if (history.scrollRestoration === "manual" && state) goTo(state.place);
}

if (!IN_FOLDER) {
  // Their addresses are meant from the page that came first.
  for (const link of document.querySelectorAll(ICONS)) link.setAttribute("href", link.href);
  addEventListener("click", follow);
  addEventListener("popstate", comeBack);
  addEventListener("pagehide", () => (history.scrollRestoration = "auto"));
  addEventListener(
    "scroll",
    () => {
      clearTimeout(moment);
      if (!turning) moment = setTimeout(note, CALM);
    },
    { passive: true },
  );
}
