/**
 * Connects the buttons of a form that change a number, or add and remove rows. Each dispatches an `input`
 * event, whose `detail.removed` is the index of a removed row.
 */
import { showConditionalFields } from "./conditional-fields.js";
import { onEdit } from "./editing.js";
import { valueAt } from "./paths.js";
import {
  countRows,
  setRowCount,
  updateRowButtons,
  labelRows,
  rowIndex,
  firstControlOfRow,
} from "./list-rows.js";
import { readForm, writeForm } from "./values.js";

export function connectForm(form, signal) {
  for (const list of form.querySelectorAll("[data-list]")) updateRowButtons(list);
  labelRows(form);
  form.addEventListener("click", (event) => press(form, event.target), { signal });
  const update = () => {
    showConditionalFields(form);
    labelRows(form);
  };
  onEdit(form, update, signal);
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
  dispatchInput(control);
}

function addRow(list) {
  const count = countRows(list);
  setRowCount(list, count + 1);
  const first = firstControlOfRow(list, count);
  first.focus();
  markNew(first.closest(".row"));
  dispatchInput(list);
}

/** Problems of a new row aren't shown until the reader has left it. */
function markNew(row) {
  row.dataset.new = "";
  row.addEventListener("focusout", ({ relatedTarget }) => {
    if (!row.contains(relatedTarget)) delete row.dataset.new;
  });
}

/** The values move up, not the rows, so that the numbers in names and ids stay correct. */
function removeRow(form, list, button) {
  const place = rowIndex(list, button);
  const data = readForm(form);
  const rows = valueAt(data, list.dataset.list);
  rows.splice(place, 1);
  setRowCount(list, rows.length);
  writeForm(list, data, { whole: true });
  firstControlOfRow(list, Math.min(place, countRows(list) - 1)).focus();
  dispatchInput(list, { removed: place });
}

function dispatchInput(element, detail = {}) {
  element.dispatchEvent(new CustomEvent("input", { bubbles: true, detail }));
}
