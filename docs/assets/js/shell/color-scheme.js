/**
 * The switch between light and dark in the head of each page: as the system has it, then light, then dark.
 */
import { openStorage } from "../storage/local-storage.js";

const NAME = "colours"; // what the head of each page reads before anything is drawn
const ROUND = ["system", "light", "dark"];

const storage = openStorage();
const system = matchMedia("(prefers-color-scheme: dark)");
const button = document.querySelector("[data-colours]");
const bars = document.querySelectorAll("meta[name=theme-color]"); // what surrounds the page on a phone

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
addEventListener("storage", () => apply(chosen())); // another tab
apply(chosen());
button.hidden = false;
