/** Puts text on the clipboard; where the browser refuses, offers it for copying by hand. Says which of the two. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    window.prompt("Copy this:", text);
    return false;
  }
}
