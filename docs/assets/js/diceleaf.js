/**
 * Loads the elements after the page has been drawn, so that readers don't wait for them. A button pressed
 * earlier is pressed again when it works. A sheet accepts no input until it shows the saved character, which
 * would overwrite it.
 */
const PATIENCE = 2000; // ms
const pressed = new Set();
const alive = new AbortController();

for (const form of document.querySelectorAll("dice-sheet > form")) form.inert = true;
addEventListener("click", keep, { capture: true, signal: alive.signal });
drawn()
  .then(() => import("./book.js"))
  .then(({ alive }) => alive)
  .finally(() => {
    alive.abort();
    for (const button of pressed) button.click();
  });

function keep(event) {
  const button = event.target instanceof Element && event.target.closest("button, dice-inline");
  if (!button) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  pressed.add(button);
}

/**
 * Resolves once the page has been drawn, or if it won't be: in the background, or in a browser that doesn't
 * report it.
 */
function drawn() {
  return new Promise((done) => {
    if (document.hidden) done();
    setTimeout(done, PATIENCE);
    new PerformanceObserver(done).observe({ type: "paint", buffered: true });
  });
}
