/**
 * Dice that tumble before they tell. Any press or key has them lie at once; where motion is unwanted they
 * never do.
 */

/** So long, in milliseconds. */
const TUMBLE = 700;
const still = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

/** Resolves when the dice in `result` lie; until then what they came to is hidden. */
export async function animateRoll(result) {
  if (still?.matches || document.hidden || !result.querySelector(".die")) return;
  const over = new AbortController();
  result.classList.add("is-tumbling");
  await new Promise((lie) => {
    setTimeout(lie, TUMBLE);
    for (const type of ["pointerdown", "keydown"]) {
      addEventListener(type, lie, { capture: true, signal: over.signal });
    }
  });
  over.abort();
  result.classList.remove("is-tumbling");
}
