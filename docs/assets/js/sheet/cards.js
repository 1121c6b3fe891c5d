/** The filter for cards of choices on a sheet. */

/**
 * Shows the cards that contain all words of the filter and opens their groups; shows all cards without a
 * filter.
 */
export function filterCards(section) {
  const words = (section.querySelector('[data-part="find"]')?.value ?? "")
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean);
  for (const card of section.querySelectorAll(".choice-card")) {
    const text = card.textContent.toLowerCase();
    card.hidden = !words.every((word) => text.includes(word));
  }
  for (const group of section.querySelectorAll(".cards__group")) {
    group.hidden = !group.querySelector(".choice-card:not([hidden])");
    if (words.length) group.open = true;
  }
}
