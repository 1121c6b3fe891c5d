/**
 * When a backup is due, and where a browser forgets. Two moments are noted in the plain storage, in
 * milliseconds.
 */

/** After so many milliseconds a reader is reminded of what no backup has. */
const SOON = 14 * 24 * 3600 * 1000;
/** The last backup, and the first change that it doesn't have. */
const LAST = "backed-up";
const FIRST_SINCE = "unsaved-since";

/** When the last backup was made, in milliseconds; null where there is none. */
export function lastBackup(storage) {
  return Number(storage.get(LAST)) || null;
}

export function noteBackup(storage, now = Date.now()) {
  storage.note(LAST, String(now));
  storage.remove(FIRST_SINCE);
}

/** Notes that there is something that no backup has. */
export function noteChange(storage, now = Date.now()) {
  if (storage.get(FIRST_SINCE) === null) storage.note(FIRST_SINCE, String(now));
}

/** Returns whether changes have been without a backup for long. */
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
