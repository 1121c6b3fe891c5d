/** How long a button confirms a copy, in milliseconds. */
const CONFIRMATION = 2000;

/**
 * Copies text to the clipboard and returns whether that worked. If the browser doesn't allow it, shows the
 * text in a prompt.
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

/** Copies text and shows `confirmation` on the button for a while, with its width unchanged. */
export async function copyWithFeedback(button, text, confirmation = button.dataset.done) {
  const label = [...button.childNodes];
  if (!(await copyText(text)) || button.textContent === confirmation) return;
  button.style.minWidth = `${button.getBoundingClientRect().width}px`;
  button.textContent = confirmation;
  setTimeout(() => {
    button.replaceChildren(...label);
    button.style.minWidth = "";
  }, CONFIRMATION);
}
