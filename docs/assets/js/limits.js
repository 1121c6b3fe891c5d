/**
 * Limits for data from other people, as in `rules_py/base/limits.py`.
 */

/** Characters of one value in an address. */
export const LONGEST_TEXT = 100_000;

/** Lists and records within each other. */
export const DEEPEST = 50;

/** Bytes of a file, and of what a link unpacks to. */
export const LONGEST_FILE = 2_000_000;

/** Characters among whom one is chosen for a throw. */
export const MOST_CHOSEN_FROM = 100;

/** Rows of a list of a sheet, unless its field allows more. */
export const MOST_ROWS = 200;
