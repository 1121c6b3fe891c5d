/** How long a button says that it has copied, in milliseconds. */
const SAID = 2000;

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

/** The same for a button, which says so for a while in the words of its `data-done`. */
export async function copyBy(button, text) {
  const label = [...button.childNodes];
  const { done } = button.dataset;
  if (!(await copyText(text)) || button.textContent === done) return;
  button.textContent = done;
  setTimeout(() => button.replaceChildren(...label), SAID);
}
