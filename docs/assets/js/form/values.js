/** Reads forms of `rules_py.present.forms` as nested data, and fills them in. */
import { showConditionalFields } from "./conditional-fields.js";
import { setRowCount, labelRows } from "./list-rows.js";
import { isRecord, setAt, valueAt } from "./paths.js";
import { MAX_ROWS } from "../limits.js";

/** Returns the values of a form. Invalid numbers stay text, so that the rules can report them. */
export function readForm(form) {
  const data = {};
  for (const list of form.querySelectorAll("[data-list]")) setAt(data, list.dataset.list, []);
  for (const several of form.querySelectorAll("[data-several]")) {
    const chosen = [...several.querySelectorAll("input:checked")];
    setAt(
      data,
      several.dataset.several,
      chosen.map((box) => box.value),
    );
  }
  for (const control of form.querySelectorAll("[data-kind]")) {
    if (control.type !== "radio" || control.checked) setAt(data, control.name, readControl(control));
  }
  return data;
}

/** Returns the values of a form, with the values that it was `printed` with for unchanged text fields. */
export function readPrintedForm(form, printed) {
  const data = readForm(form);
  for (const control of form.querySelectorAll("input[type=text][data-kind]")) {
    const { name, value, defaultValue } = control;
    if (name in printed && value === defaultValue) data[name] = printed[name];
  }
  return data;
}

/** Returns whether a list has more rows than a form can show without freezing the page. */
export function hasTooManyRows(form, data) {
  return [...form.querySelectorAll("[data-list]")].some(({ dataset }) =>
    isTooLong(valueAt(data, dataset.list), Math.max(Number(dataset.most), MAX_ROWS)),
  );
}

function isTooLong(value, most) {
  if (typeof value !== "object" || value === null) return false;
  const entries = Object.values(value);
  return entries.length > most || entries.some((each) => isTooLong(each, most));
}

/** Fills in a form. Fields without a value stay unchanged, or are emptied if `whole`. */
export function writeForm(form, values, { whole = false } = {}) {
  const data = withRows(form, values);
  fitAllRows(form, data, whole);
  for (const several of form.querySelectorAll("[data-several]")) {
    const chosen = valueAt(data, several.dataset.several) ?? (whole ? [] : null);
    if (!Array.isArray(chosen)) continue;
    for (const box of several.querySelectorAll("input")) box.checked = chosen.includes(box.value);
  }
  for (const control of form.querySelectorAll("[data-kind]")) {
    const value = valueAt(data, control.name);
    if (whole || value !== undefined) writeControl(control, value);
  }
  showConditionalFields(form);
  labelRows(form);
}

/** Returns the data with each mapping that the form shows as rows (`data-keyed`) converted to rows. */
export function withRows(form, data) {
  const lists = [...form.querySelectorAll("[data-keyed]")].map((list) => list.dataset.list);
  const keyedPaths = lists.filter((path) => isRecord(valueAt(data, path)));
  if (!keyedPaths.length) return data;
  const whole = structuredClone(data);
  for (const path of keyedPaths) {
    const rows = Object.entries(valueAt(data, path)).map(([of, value]) => ({ of, value }));
    setAt(whole, path, rows);
  }
  return whole;
}

/** Inner lists appear with the rows around them, so each step queries the form again. */
function fitAllRows(form, data, whole) {
  for (let place = 0; place < form.querySelectorAll("[data-list]").length; place += 1) {
    const list = form.querySelectorAll("[data-list]")[place];
    const items = valueAt(data, list.dataset.list);
    if (Array.isArray(items)) setRowCount(list, items.length);
    else if (whole) setRowCount(list, 0);
  }
}

function readControl(control) {
  const { kind } = control.dataset;
  if (kind === "flag") return control.checked;
  if (kind !== "int") return control.value;
  const text = control.value.trim();
  if (text === "") return null;
  return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : text;
}

function writeControl(control, value) {
  const text = toText(control, value);
  if (control.type === "radio") control.checked = control.value === text;
  else if (control.dataset.kind === "flag") control.checked = value === true;
  else if (control.value !== text) control.value = text;
}

/** Returns a value as readers type it: dice are `d12 d6`. */
export function toText(control, value) {
  if (control.dataset.kind === "dice" && Array.isArray(value))
    return value.map((size) => `d${size}`).join(" ");
  return ["string", "number"].includes(typeof value) ? String(value) : "";
}

/** Returns whether a control has been changed since the page was loaded. */
export function isChanged(root) {
  return [...root.querySelectorAll("[data-kind]")].some((control) => {
    if ("options" in control)
      return [...control.options].some((each) => each.selected !== each.defaultSelected);
    return control.checked !== control.defaultChecked || control.value !== control.defaultValue;
  });
}

/**
 * Returns what an edit changes in the data of a form, as {path, value}, or null: one control, one checkbox,
 * one row added at the end, or the row at the index `removed`. Nothing else is read, as the data can contain
 * more than the form shows.
 */
export function readEdit(form, data, target, removed) {
  const several = target.closest("[data-several]");
  const path = several?.dataset.several ?? target.dataset.list ?? target.name;
  if (!path) return null;
  const current = valueAt(data, path);
  const before = Array.isArray(current) ? current : [];
  const row = (value, place) => place !== removed;
  if (several) return { path, value: toggleKey(several, before, target) };
  if (removed !== undefined) return { path, value: before.filter(row) };
  const value = valueAt(readForm(form), path);
  return { path, value: target.dataset.list ? [...before, value.at(-1)] : value };
}

/** Returns the keys with that of a checkbox added, in the order of the checkboxes, or removed. */
function toggleKey(several, before, { value: key, checked }) {
  const others = before.filter((each) => each !== key);
  if (!checked) return others;
  const keys = [...several.querySelectorAll("input")].map((box) => box.value);
  const later = others.findIndex((each) => keys.indexOf(each) > keys.indexOf(key));
  others.splice(later < 0 ? others.length : later, 0, key);
  return others;
}
