/** The animation of rolled dice. Any press or key ends it; with reduced motion there is none. */

/** The duration in milliseconds. */
const TUMBLE = 700;
const still = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

/** Animates the dice in `result`, and resolves at the end. Until then the result is hidden. */
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
