/**
 * Brings the book to life once its page is drawn, so that nobody who came to read waits for it. A button that
 * is pressed sooner is pressed as soon as it does something; a sheet takes nothing before it shows what is
 * kept, which would be written over what was typed.
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
 * Resolves once the page was seen, or will not be: in the background, or where the browser says nothing of
 * it.
 */
function drawn() {
  return new Promise((done) => {
    if (document.hidden) done();
    setTimeout(done, PATIENCE);
    new PerformanceObserver(done).observe({ type: "paint", buffered: true });
  });
}
