/**
 * The log of a character's changes, saved beside the character: a list of entries, newest last.
 *
 *     {id, at, why, typed, changes: [{field, from, to}]}
 *
 * `at` is the time in milliseconds; `why` is the reason as text, or ""; `typed` is whether the change was
 * typed. Fields are dotted paths. No function changes its arguments.
 */
import { setAt, valueAt } from "../form/paths.js";
import { same } from "../storage/merge.js";

const MAX_ENTRIES = 200; // the most entries
const MAX_CHARS = 100_000; // the most characters, so that the log can't fill the storage
const TYPING_PAUSE = 20_000; // milliseconds

/** Returns the log with another entry, or with the last one extended: continuous typing is one change. */
export function recordChange(log, entry) {
  const changes = entry.changes.filter(({ from, to }) => !same(from, to));
  if (!changes.length) return log;
  const last = log.at(-1);
  if (!last || !continues(last, { ...entry, changes })) return truncate([...log, { ...entry, changes }]);
  const combined = last.changes.map((before, place) => ({ ...before, to: changes[place].to }));
  const changed = combined.filter(({ from, to }) => !same(from, to));
  const before = log.slice(0, -1);
  return changed.length === combined.length ? truncate([...before, { ...entry, changes: combined }]) : before;
}

function continues(last, entry) {
  const fields = ({ changes }) => changes.map(({ field }) => field);
  const isSoon = entry.at - last.at < TYPING_PAUSE;
  return last.typed && entry.typed && isSoon && same(fields(last), fields(entry));
}

function truncate(log) {
  const recent = log.slice(-MAX_ENTRIES);
  while (recent.length > 1 && JSON.stringify(recent).length > MAX_CHARS) recent.shift();
  return recent;
}

/** Returns whether an entry can be reverted: its fields haven't changed since. */
export function canRevert(item, { changes }) {
  return changes.every(({ field, to }) => same(valueAt(item, field), to));
}

/** Returns a copy of an item without the changes of an entry. */
export function revertChange(item, { changes }) {
  const before = structuredClone(item);
  for (const { field, from } of [...changes].reverse()) setAt(before, field, structuredClone(from));
  return before;
}

/**
 * Merges the logs of two tabs: entries that either added since `base` are added, those that either removed
 * are removed.
 */
export function mergeLogs(base, mine, theirs) {
  const ids = (log) => new Set(log.map(({ id }) => id));
  const [before, here, there] = [base, mine, theirs].map(ids);
  const added = mine.filter(({ id }) => !there.has(id) && !before.has(id));
  const remaining = theirs.filter(({ id }) => here.has(id) || !before.has(id));
  const own = new Map(mine.map((entry) => [entry.id, entry]));
  const newer = (entry) => (own.get(entry.id)?.at > entry.at ? own.get(entry.id) : entry);
  return truncate([...remaining.map(newer), ...added].sort((one, other) => one.at - other.at));
}

/** Returns the saved log without damaged entries. */
export function readLog(saved) {
  const isEntry = (entry) => typeof entry?.id === "string" && Array.isArray(entry.changes);
  const hasFields = ({ changes }) => changes.every((each) => typeof each?.field === "string");
  return Array.isArray(saved) ? saved.filter((entry) => isEntry(entry) && hasFields(entry)) : [];
}
