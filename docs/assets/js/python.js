/** The switch that shows the Python code of every example. */
import { onPreference } from "./preferences.js";

onPreference("python", false, (on) => document.documentElement.toggleAttribute("data-python", on));
