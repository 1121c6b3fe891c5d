/** How long a button says that it has copied, in milliseconds. */
const SAID = 2000;

/**
 * Puts text on the clipboard; where the browser refuses, offers it for copying by hand. Says which of the
 * two.
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    window.prompt("Copy this:", text);
    return false;
  }
}

/**
 * The same for a button, which then says for a while that it is `done`, and stays as wide: nothing around it
 * moves.
 */
export async function copyWithFeedback(button, text, done = button.dataset.done) {
  const label = [...button.childNodes];
  if (!(await copyText(text)) || button.textContent === done) return;
  button.style.minWidth = `${button.getBoundingClientRect().width}px`;
  button.textContent = done;
  setTimeout(() => {
    button.replaceChildren(...label);
    button.style.minWidth = "";
  }, SAID);
}
