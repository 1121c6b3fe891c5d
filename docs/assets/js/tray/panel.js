/** The layout of the tray: beside the text or over it, and its visible parts. */
import { emptyLine } from "./last-roll-line.js";

const OPEN = "diceleaf:tray"; // in the session storage: the page on which the tray is open
/** Whether the tray covers the text, whatever is beside it. */
const NARROW = matchMedia("(max-width: 59.984em)");
/** The space that the tray needs beside the text, in pixels. */
const MIN_SPACE = 280;

/** Returns whether the tray was open when this page was left, and doesn't cover the text. */
export function isToReopen() {
  return !NARROW.matches && session(OPEN) === location.pathname;
}

/** Returns the button that opens the tray. Each page has its own. */
export function openingButton() {
  return document.querySelector("[data-dock=dice]");
}

/**
 * Shows the tray ("open"), the line of the last roll ("line") or neither (""). An attribute of the page
 * says which: `:root:has()` would restyle the whole page at each change.
 */
export function setState(tray, state) {
  tray.part("sheet").hidden = state !== "open";
  tray.part("line").hidden = state !== "line";
  if (state !== "line") emptyLine(tray);
  openingButton()?.setAttribute("aria-expanded", String(state === "open"));
  document.documentElement.dataset.tray = state;
  session(OPEN, state === "open" ? location.pathname : "");
  if (state === "open") position(tray);
}

/** Returns the pixels left of the text, or 0 if the tray doesn't fit there. */
export function spaceBeside() {
  if (NARROW.matches) return 0;
  const { left } = document.querySelector("article").getBoundingClientRect();
  return left < MIN_SPACE ? 0 : left;
}

export function position(tray) {
  const space = spaceBeside();
  tray.toggleAttribute("data-beside", space > 0);
  tray.style.setProperty("--margin-width", `${space}px`);
}

/** Shows the roll or the history, in the same height, so that tabs and buttons don't move. */
export function showView(tray, name, { focusing = false } = {}) {
  const sheet = tray.part("sheet");
  if (name === "roll") sheet.style.height = "";
  else if (!sheet.style.height) sheet.style.height = `${sheet.offsetHeight}px`;
  for (const tab of tray.querySelectorAll("[data-view]")) {
    const chosen = tab.dataset.view === name;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    tray.querySelector(`#tray-${tab.dataset.view}`).hidden = !chosen;
    if (chosen && focusing) tab.focus();
  }
}

/** Shows the form that shares or saves the roll, or hides it; one at a time. */
export function toggleForm(tray, name) {
  for (const button of tray.querySelectorAll("[data-panel]")) {
    const form = tray.querySelector(`#tray-${button.dataset.panel}`);
    form.hidden = button.dataset.panel !== name || !form.hidden;
    button.setAttribute("aria-expanded", String(!form.hidden));
    if (!form.hidden) form.scrollIntoView({ block: "nearest" });
  }
}

/** Reads or writes a value for this visit; null if the browser stores nothing. */
function session(key, value) {
  try {
    if (value === undefined) return sessionStorage.getItem(key);
    sessionStorage.setItem(key, value);
  } catch {
    return null;
  }
  return value;
}
