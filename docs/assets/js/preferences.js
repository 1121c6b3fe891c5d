/** The switches at the foot of each page, and their saved state. */
import { openStorage } from "./storage/local-storage.js";
import { onPage } from "./shell/page-navigation.js";

const storage = openStorage();

/** Connects the switch called `name`. `apply(on)` runs now, on each page and after each change. */
export function onPreference(name, defaultValue, apply) {
  const show = () => {
    const on = storage.read(name) ?? defaultValue;
    for (const control of document.querySelectorAll(`[data-switch=${name}]`)) control.checked = on;
    apply(on);
  };
  document.addEventListener("change", ({ target }) => {
    if (!target.matches(`[data-switch=${name}]`)) return;
    storage.note(name, target.checked ? "yes" : "no");
    show();
  });
  onPage(show);
}
