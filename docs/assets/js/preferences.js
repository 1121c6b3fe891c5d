/** Switches at the foot of each page, remembered: one for the Python of the examples, one for the cards. */
import { openStorage } from "./storage/local-storage.js";
import { onPage } from "./shell/page-navigation.js";

const storage = openStorage();

/** The switch called `name`; `apply(on)` carries it out at once, on each page, and whenever it is turned. */
export function onPreference(name, otherwise, apply) {
  const show = () => {
    const on = storage.read(name) ?? otherwise;
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
