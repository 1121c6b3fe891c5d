/** How long a button confirms a copy, in milliseconds. */
const CONFIRMATION = 2000;

/**
 * Copy text to the clipboard and return whether that worked. Where the browser refuses, offer the text in a
 * prompt.
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    window.prompt("Copy this text:", text);
    return false;
  }
}

/**
 * Copy text and show `done` on the button for a while. The button keeps its width, so that nothing around it
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
  }, CONFIRMATION);
}
