/** Cards to choose from, narrowed down by the words that the reader looks for. */

/**
 * Shows the cards of this fold that hold every word looked for, their groups opened; all where nothing is.
 */
export function filterCards(fold) {
  const words = (fold.querySelector('[data-part="find"]')?.value ?? "")
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean);
  for (const card of fold.querySelectorAll(".choice-card")) {
    const text = card.textContent.toLowerCase();
    card.hidden = !words.every((word) => text.includes(word));
  }
  for (const group of fold.querySelectorAll(".cards__group")) {
    group.hidden = !group.querySelector(".choice-card:not([hidden])");
    if (words.length) group.open = true;
  }
}
