/**
 * Loads the elements after the page has been drawn, so that readers don't wait for them. A button pressed
 * earlier is pressed again when it works. A sheet accepts no input until it shows the saved character, which
 * would overwrite it.
 */
const DRAW_TIMEOUT = 2000; // ms
const pressedButtons = new Set();
const controller = new AbortController();

for (const form of document.querySelectorAll("dice-sheet > form")) form.inert = true;
addEventListener("click", rememberPress, { capture: true, signal: controller.signal });
whenDrawn()
  .then(() => import("./book.js"))
  .then(({ elementsLoaded }) => elementsLoaded)
  .finally(() => {
    controller.abort();
    for (const button of pressedButtons) button.click();
  });

function rememberPress(event) {
  const button = event.target instanceof Element && event.target.closest("button, dice-inline");
  if (!button) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  pressedButtons.add(button);
}

/**
 * Resolves once the page has been drawn, or if it won't be: in the background, or in a browser that doesn't
 * report it.
 */
function whenDrawn() {
  return new Promise((done) => {
    if (document.hidden) done();
    setTimeout(done, DRAW_TIMEOUT);
    new PerformanceObserver(done).observe({ type: "paint", buffered: true });
  });
}
