/** The animation of rolled dice. Any press or key ends it; with reduced motion there is none. */

/** The duration in milliseconds. */
const TUMBLE = 700;
const reducedMotion = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

/** Animates the dice in `result`, and resolves at the end. Until then the result is hidden. */
export async function animateRoll(result) {
  if (reducedMotion?.matches || document.hidden || !result.querySelector(".die")) return;
  const controller = new AbortController();
  result.classList.add("is-tumbling");
  await new Promise((resolve) => {
    setTimeout(resolve, TUMBLE);
    for (const type of ["pointerdown", "keydown"]) {
      addEventListener(type, resolve, { capture: true, signal: controller.signal });
    }
  });
  controller.abort();
  result.classList.remove("is-tumbling");
}
