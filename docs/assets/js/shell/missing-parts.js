/**
 * Reports at the bottom of the window that a script couldn't be loaded, because the site has been updated or
 * there is no network. Without it, a button that needs the script would silently do nothing.
 */
const FAILED = /dynamically imported module|module script failed/i; // Chromium and Firefox; WebKit
/** Milliseconds in which a page that is being left, which also stops scripts loading, is gone. */
const LEAVING = 1000;
const TEXT =
  "A part of this page couldn’t be loaded. Check your connection. If the site has been updated, reload the page.";

const line = document.createElement("div");
line.className = "missing-parts";
line.role = "alert";

const timers = []; // the timers of failures to report

addEventListener("unhandledrejection", (event) => {
  if (!FAILED.test(event.reason?.message)) return;
  event.preventDefault();
  timers.push(setTimeout(() => report(event.reason), LEAVING));
});
addEventListener("pagehide", () => timers.splice(0).forEach(clearTimeout));

function report(reason) {
  console.error(reason);
  show();
}

function show() {
  line.replaceChildren();
  document.body.append(line);
  const text = document.createElement("p");
  text.textContent = TEXT; // after the line is there: only then is it announced
  line.append(
    text,
    button("Reload", () => location.reload()),
    button("Close", () => line.remove()),
  );
}

function button(label, press) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "button";
  element.textContent = label;
  element.addEventListener("click", press);
  return element;
}
