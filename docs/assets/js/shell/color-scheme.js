/** The button in the head of each page that switches between the system's, the light and the dark scheme. */
import { openStorage } from "../storage/local-storage.js";

const NAME = "colours"; // the setting that the head of each page reads before drawing
const SCHEMES = ["system", "light", "dark"];

const storage = openStorage();
const system = matchMedia("(prefers-color-scheme: dark)");
const button = document.querySelector("[data-colours]");
const bars = document.querySelectorAll("meta[name=theme-color]"); // the browser's own bars on a phone

function apply(scheme) {
  const isDark = scheme === "dark" || (scheme === "system" && system.matches);
  document.body.dataset.mdColorScheme = isDark ? "slate" : "default";
  const paper = getComputedStyle(document.body).getPropertyValue("--paper").trim();
  for (const bar of bars) bar.content = paper;
  button.dataset.colours = scheme;
  button.title = button.dataset[scheme];
}

function savedScheme() {
  return storage.read(NAME) ?? "system";
}

button.addEventListener("click", () => {
  const next = SCHEMES[(SCHEMES.indexOf(button.dataset.colours) + 1) % SCHEMES.length];
  storage.note(NAME, next);
  apply(next);
});
system.addEventListener("change", () => apply(button.dataset.colours));
addEventListener("storage", () => apply(savedScheme())); // changed in another tab
apply(savedScheme());
button.hidden = false;
