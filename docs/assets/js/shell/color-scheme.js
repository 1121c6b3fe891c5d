/** The button in the head of each page that switches between the system's, the light and the dark scheme. */
import { openStorage } from "../storage/local-storage.js";

const NAME = "colours"; // the setting that the head of each page reads before drawing
const ROUND = ["system", "light", "dark"];

const storage = openStorage();
const system = matchMedia("(prefers-color-scheme: dark)");
const button = document.querySelector("[data-colours]");
const bars = document.querySelectorAll("meta[name=theme-color]"); // the browser's own bars on a phone

function apply(chosen) {
  const isDark = chosen === "dark" || (chosen === "system" && system.matches);
  document.body.dataset.mdColorScheme = isDark ? "slate" : "default";
  const paper = getComputedStyle(document.body).getPropertyValue("--paper").trim();
  for (const bar of bars) bar.content = paper;
  button.dataset.colours = chosen;
  button.title = button.dataset[chosen];
}

function chosen() {
  return storage.read(NAME) ?? "system";
}

button.addEventListener("click", () => {
  const next = ROUND[(ROUND.indexOf(button.dataset.colours) + 1) % ROUND.length];
  storage.note(NAME, next);
  apply(next);
});
system.addEventListener("change", () => apply(button.dataset.colours));
addEventListener("storage", () => apply(chosen())); // changed in another tab
apply(chosen());
button.hidden = false;
