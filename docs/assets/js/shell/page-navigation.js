/**
 * Navigates between pages without loading a new document, so that the dice engine keeps running. If that
 * fails, or in a local folder, the browser navigates.
 */
import { hashTarget } from "../url-hash.js";
import { reveal } from "../collapsible.js";
import { IN_FOLDER, ROOT } from "../site.js";
import { markup } from "../trusted.js";

/** The elements that are replaced. The others stay, with their state. */
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
const CALM = 100; // milliseconds without scrolling, after which the position is saved

const pageListeners = new Set();
const pagePreparations = new Set();
let path = location.pathname;
let navigation = null; // aborts the running navigation
let scrollTimer = 0;

/** Calls `listener` now and after each navigation. */
export function onPage(listener) {
  pageListeners.add(listener);
  listener();
}

/**
 * Registers `ready`, called with the new page, a document, and its URL before the page is shown. If it
 * rejects, the browser navigates.
 */
export function beforePage(ready) {
  pagePreparations.add(ready);
}

/** Navigates to `to`, a URL; `place` is the scroll position if the reader returns to the page. */
async function navigate(to, place = null) {
  clearTimeout(scrollTimer);
  navigation?.abort();
  if (place === null) saveScroll(); // late content may change the height while the next page loads
  const current = (navigation = new AbortController());
  const next = await loadPage(to, current.signal);
  if (current.signal.aborted) return;
  if (!next) return loadDocument(to);
  replace(to, next, place);
  navigation = null;
  for (const listener of pageListeners) listener();
}

/**
 * Loads a document and what its elements need, so that the page is complete when shown. Null if it isn't a
 * page of this version of the book.
 */
async function loadPage(to, signal) {
  try {
    const response = await fetch(to.href.split("#")[0], { signal });
    if (!response.ok) return null;
    const next = new DOMParser().parseFromString(markup(await response.text()), "text/html");
    const isCompatible =
      version(next) === version(document) && PARTS.every((part) => next.querySelector(part));
    if (!isCompatible) return null;
    await Promise.all([...pagePreparations].map((ready) => ready(next, to)));
    return next;
  } catch {
    return null; // the network is gone, or the reader went elsewhere meanwhile
  }
}

function version(page) {
  return page.querySelector('meta[name="diceleaf-version"]')?.content;
}

function loadDocument(to) {
  if (to.href === location.href) location.reload();
  else location.assign(to);
}

function replace(to, next, place) {
  history.scrollRestoration = "manual"; // otherwise browsers would scroll before the new page is in place
  if (place === null) history.pushState(null, "", to);
  path = to.pathname;
  for (const part of PARTS) document.querySelector(part).replaceWith(next.querySelector(part));
  document.body.dataset.mdColorPrimary = next.body.dataset.mdColorPrimary; // the motif of the book
  document.querySelector("article").dataset.navigated = place === null ? "forward" : "back";
  for (const old of document.head.querySelectorAll(HEAD)) old.remove();
  document.head.append(...next.head.querySelectorAll(HEAD));
  moveToTarget(to, place);
}

function moveToTarget(to, place) {
  const target = place === null && hashTarget(to.hash);
  if (target) {
    location.replace(to.hash); // also marks the link
    reveal(target);
    return;
  }
  // Moves the focus to the start of the page, which screen readers announce.
  const title = document.querySelector("article h1");
  title?.setAttribute("tabindex", "-1");
  title?.focus({ preventScroll: true });
  goTo(place ?? 0);
  if (place) requestAnimationFrame(() => goTo(place)); // by now the page has its full height
}

function goTo(place) {
  scrollTo({ top: place, behavior: "instant" });
}

/** Saves the scroll position for the way back. */
function saveScroll() {
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
    navigate(to);
  } else if (!to.hash && to.search === location.search) {
    event.preventDefault();
    scrollTo(0, 0);
  }
}

function comeBack({ state }) {
  if (location.pathname !== path) navigate(new URL(location.href), state?.place ?? 0);
  else if (history.scrollRestoration === "manual" && state) goTo(state.place);
}

if (!IN_FOLDER) {
  // The addresses of the first page's links are relative to that page.
  for (const link of document.querySelectorAll(ICONS)) link.setAttribute("href", link.href);
  addEventListener("click", follow);
  addEventListener("popstate", comeBack);
  addEventListener("pagehide", () => (history.scrollRestoration = "auto"));
  addEventListener(
    "scroll",
    () => {
      clearTimeout(scrollTimer);
      if (!navigation) scrollTimer = setTimeout(saveScroll, CALM);
    },
    { passive: true },
  );
}
