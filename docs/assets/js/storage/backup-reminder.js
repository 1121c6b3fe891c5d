/**
 * When a backup is due, and whether the browser evicts data. Two times are saved in the local storage, in
 * milliseconds.
 */

/** Milliseconds without a backup after which the reader is reminded. */
const SOON = 14 * 24 * 3600 * 1000;
/** The settings with the time of the last backup, and of the first change since then. */
const LAST = "backed-up";
const FIRST_SINCE = "unsaved-since";

/** Returns when the last backup was made, in milliseconds, or null. */
export function lastBackup(storage) {
  return Number(storage.get(LAST)) || null;
}

export function noteBackup(storage, now = Date.now()) {
  storage.note(LAST, String(now));
  storage.remove(FIRST_SINCE);
}

/** Notes a change that no backup contains. */
export function noteChange(storage, now = Date.now()) {
  if (storage.get(FIRST_SINCE) === null) storage.note(FIRST_SINCE, String(now));
}

/** Returns whether changes have had no backup for a long time. */
export function isBackupDue(storage, now = Date.now()) {
  const since = Number(storage.get(FIRST_SINCE));
  return since > 0 && now - since > SOON;
}

/**
 * Returns whether this browser deletes saved data after a week without a visit: Safari on a phone, if the
 * site isn't installed.
 */
export function mayEvictData() {
  return navigator.standalone === false;
}
