/**
 * The keys that do something on every page: `/` and S search, D rolls dice, R goes to the next rule, N to the
 * next roll.
 */
import { onPreference } from "../preferences.js";

const FIELDS = "input, select, textarea, [contenteditable]";
const WORD = 800; // ms between the letters of a word that is typed
const LETTER = /^\p{L}$/u;

let on = true;
let last = { letter: "", at: -WORD };
let isWord = false; // whether the last letter goes on with a word

onPreference("keys", true, (wanted) => (on = wanted));

addEventListener(
  "keydown",
  ({ key, timeStamp, target }) => {
    if (!LETTER.test(key) || isField(target)) return;
    const letter = key.toLowerCase();
    isWord = letter !== last.letter && timeStamp - last.at < WORD;
    last = { letter, at: timeStamp };
  },
  true,
);

function isField(target) {
  return Boolean(target.closest?.(FIELDS));
}

/**
 * Whether a key was pressed for what it does here: alone, and not typed into a field.
 *
 * Letters are no shortcuts on a link, except those that match `links`, nor within a word: browsers and screen
 * readers go to the link whose beginning is typed. No character is one if the reader has switched them off.
 */
export function isShortcut({ key, ctrlKey, metaKey, altKey, target }, links = "") {
  if (ctrlKey || metaKey || altKey || isField(target)) return false;
  if (key.length > 1) return true;
  if (!on) return false;
  const link = target.closest?.("a[href]");
  return !LETTER.test(key) || (!isWord && (!link || Boolean(links && link.matches(links))));
}
