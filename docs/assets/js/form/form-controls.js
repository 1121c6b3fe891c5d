/**
 * Makes a form's own buttons work: one more, one less, a row more, a row less. Each is told as an `input`,
 * whose `detail.removed` is the place of a row that went.
 */
import { showCases } from "./conditional-fields.js";
import { onEdit } from "./editing.js";
import { valueAt } from "./paths.js";
import { countRows, fitRows, markLimits, nameRows, placeOfRow, startOfRow } from "./list-rows.js";
import { readForm, writeForm } from "./values.js";

export function wireForm(form, signal) {
  for (const list of form.querySelectorAll("[data-list]")) markLimits(list);
  nameRows(form);
  form.addEventListener("click", (event) => press(form, event.target), { signal });
  const follow = () => {
    showCases(form);
    nameRows(form);
  };
  onEdit(form, follow, signal);
}

function press(form, target) {
  const button = target.closest("button");
  if (!button) return;
  if (button.dataset.step) step(form, button);
  else if ("add" in button.dataset) addRow(button.closest("[data-list]"));
  else if ("remove" in button.dataset) removeRow(form, button.closest("[data-list]"), button);
}

function step(form, button) {
  const control = form.querySelector(`[id="${CSS.escape(button.dataset.for)}"]`);
  const by = Number(button.dataset.step);
  const from = control.value === "" ? Number(control.min) - by : Number(control.value);
  control.value = Math.min(Number(control.max), Math.max(Number(control.min), from + by));
  tell(control);
}

function addRow(list) {
  const count = countRows(list);
  fitRows(list, count + 1);
  startOfRow(list, count).focus();
  tell(list);
}

/** The values move up, not the rows: so the numbers in names and ids stay right. */
function removeRow(form, list, button) {
  const place = placeOfRow(list, button);
  const data = readForm(form);
  const rows = valueAt(data, list.dataset.list);
  rows.splice(place, 1);
  fitRows(list, rows.length);
  writeForm(list, data, { whole: true });
  startOfRow(list, Math.min(place, countRows(list) - 1)).focus();
  tell(list, { removed: place });
}

function tell(element, detail = {}) {
  element.dispatchEvent(new CustomEvent("input", { bubbles: true, detail }));
}
