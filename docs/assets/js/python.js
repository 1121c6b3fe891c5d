/** The one switch for the Python of every example, remembered: without it nobody sees code. */
const KEY = "diceleaf:python";

function wanted() {
  try {
    return localStorage.getItem(KEY) === "yes";
  } catch {
    return false;
  }
}

function show(python) {
  document.documentElement.toggleAttribute("data-python", python);
  for (const control of document.querySelectorAll("[data-switch=python]")) control.checked = python;
  for (const fold of document.querySelectorAll("details[data-python]")) fold.open = python;
}

document.addEventListener("change", ({ target }) => {
  if (!target.matches("[data-switch=python]")) return;
  show(target.checked);
  try {
    localStorage.setItem(KEY, target.checked ? "yes" : "no");
  } catch {
    // a browser that keeps nothing shows it until the page is left
  }
});

if (window.document$) window.document$.subscribe(() => show(wanted()));
else show(wanted());
