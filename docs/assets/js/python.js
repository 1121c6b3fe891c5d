/** The one switch for the Python of every example: without it nobody sees code. */
import { onPreference } from "./preferences.js";

onPreference("python", false, (on) => {
  document.documentElement.toggleAttribute("data-python", on);
  for (const fold of document.querySelectorAll("details[data-python]")) fold.open = on;
});
