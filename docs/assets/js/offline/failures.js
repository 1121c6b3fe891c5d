/** The messages for a version of the site that couldn't be saved. */

export const NO_ROOM = "Not enough storage, or your browser blocked it.";

/** A function of the file's path for each reason that the service worker reports. */
export const FAILURES = {
  room: () => NO_ROOM,
  network: () => "Connection lost. The download will resume when you’re back online.",
  altered: (path) => notSavedMessage(`${nameOf(path)} doesn’t match what was published`),
  missing: (path) => notSavedMessage(`${nameOf(path)} is missing from the site`),
};

function notSavedMessage(problem) {
  return `Couldn’t save the pages: ${problem}. The site may be updating; we’ll try again.`;
}

function nameOf(path) {
  return path ? `the page or file “${path}”` : "the first page";
}
