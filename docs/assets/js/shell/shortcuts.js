/**
 * The keyboard shortcuts of every page: `/` and S search, D rolls dice, R goes to the next rule, N to the
 * next roll.
 */
import { onPreference } from "../preferences.js";

const FIELDS = "input, select, textarea, [contenteditable]";
const KEYS = "sdrn";
const WORD = 800; // milliseconds between the letters of a typed word
const LETTER = /^\p{L}$/u;

let on = true;
let last = -WORD; // when a letter without a shortcut was pressed
let isWord = false; // whether the current letter continues a word

onPreference("keys", true, (isOn) => (on = isOn));

addEventListener(
  "keydown",
  ({ key, timeStamp, target }) => {
    if (!LETTER.test(key) || isField(target)) return;
    isWord = timeStamp - last < WORD;
    if (!KEYS.includes(key.toLowerCase())) last = timeStamp;
  },
  true,
);

function isField(target) {
  return Boolean(target.closest?.(FIELDS));
}

/**
 * Returns whether a key event is a shortcut: without modifiers, and outside fields.
 *
 * Letters aren't shortcuts on links, except those that match `links`, nor within a word: browsers and screen
 * readers find links by typing. No character is a shortcut if the reader has disabled them.
 */
export function isShortcut({ key, ctrlKey, metaKey, altKey, target }, links = "") {
  if (ctrlKey || metaKey || altKey || isField(target)) return false;
  if (key.length > 1) return true;
  if (!on) return false;
  const link = target.closest?.("a[href]");
  return !LETTER.test(key) || (!isWord && (!link || Boolean(links && link.matches(links))));
}
