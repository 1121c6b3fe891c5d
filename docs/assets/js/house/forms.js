/**
 * Forms and buttons with house rules: forms start with the values of the set and are labelled, and rolls use
 * them. Inputs that the reader or the address has set stay unchanged.
 */
import { isChanged, writeForm } from "../form/values.js";
import { readRollerUrl } from "../roller-url.js";
import { houseValues, label, whenNear } from "./dependents.js";

/** The parts of a calculator that its reply fills in. */
const ANSWERS = ["odds", "answer", "readback", "matter", "values"];

const undo = new WeakMap(); // element → the function that restores it

export function apply(page, record) {
  for (const [button, values] of houseValues(page, record, "button")) applyToButton(button, values);
  for (const [list, values] of houseValues(page, record, "dice-roll-buttons")) applyToList(list, values);
  for (const [calc, values] of houseValues(page, record, "dice-roller, dice-calculator")) {
    applyToForm(calc, values, page === document ? readRollerUrl(location.href, calc.id)?.inputs : null);
  }
}

export function withdraw(page) {
  for (const element of page.querySelectorAll("[data-house]")) {
    const restore = undo.get(element);
    if (!restore) continue;
    undo.delete(element);
    delete element.dataset.house;
    restore();
  }
}

function setUndo(element, values, restore) {
  element.dataset.house = JSON.stringify(values);
  undo.set(element, restore);
}

function applyToButton(button, values) {
  const { inputs } = button.dataset;
  setUndo(button, values, () => (button.dataset.inputs = inputs));
  button.dataset.inputs = JSON.stringify({ ...JSON.parse(inputs), ...values });
}

/** Requests the entries of a list with rolls again, as their chances are printed, too. */
function applyToList(list, values) {
  setUndo(list, values, () => {
    list.classList.add("is-stale"); // until the reply arrives
    refresh(list);
  });
  refreshNear(list, list.querySelector("table, .entries-list"));
}

/** `fromUrl` are the inputs that the address sets. */
function applyToForm(calc, values, fromUrl) {
  const form = calc.querySelector('[data-part="form"]');
  const controls = [...form.querySelectorAll("[data-kind]")].filter(({ name }) =>
    Object.hasOwn(values, name),
  );
  const book = defaultsOf(controls);
  const printed = isPrinted(calc) ? ANSWERS.map((name) => nodesOf(calc, name)) : null;
  const fold = calc.querySelector('[data-part="house"]');
  const wasOpen = fold?.open;
  const flag = label("By the book"); // until the reply arrives
  const flags = [flag, ...labelFields(controls)];
  const showLabel = ({ detail: { ok, house } }) => {
    if (!ok) return; // the earlier result is still shown
    flag.hidden = house === false;
    flag.textContent = house ? "House rule" : "By the book";
  };
  setUndo(calc, values, () => {
    calc.removeEventListener("answered", showLabel);
    for (const flag of flags) flag.remove();
    if (fold) fold.open = wasOpen;
    setDefaults(form, controls, book);
    restoreAnswer(calc, printed);
  });
  if (fold) fold.open = true;
  calc.querySelector(".calc__line").append(flag);
  calc.addEventListener("answered", showLabel);
  setDefaults(form, controls, values, fromUrl ?? {});
  refreshNear(calc, calc);
}

/** Whether the inputs of a calculator are those of the page, and no dice are entered. */
function isPrinted(calc) {
  return calc.asPrinted !== false && !calc.querySelector('[data-part="own"]')?.enteredFaces;
}

function nodesOf(calc, name) {
  return [...(partOf(calc, name)?.childNodes ?? [])];
}

function partOf(calc, name) {
  return calc.querySelector(`[data-part="${name}"]`);
}

/**
 * Restores the book's answer in a calculator. The printed answer is shown at once, since the calculator may
 * be out of view when the page is printed. For inputs of the reader, the answer with house rules is marked as
 * outdated until the reply arrives.
 */
function restoreAnswer(calc, printed) {
  const isShown = printed && isPrinted(calc);
  if (isShown) ANSWERS.forEach((name, place) => partOf(calc, name)?.replaceChildren(...printed[place]));
  else (partOf(calc, "odds") ?? partOf(calc, "answer")).classList.add("is-stale");
  // If an answer with house rules is still expected, request another to replace it.
  if (isShown && !calc.hasAttribute("data-busy")) refreshNear(calc, calc);
  else refresh(calc);
}

function refreshNear(element, place) {
  whenNear(place, () => refresh(element));
}

async function refresh(element) {
  await customElements.whenDefined(element.localName);
  if (element.isConnected) element.refresh();
}

/** Labels the fields of these controls, except those that have their own label. */
function labelFields(controls) {
  const labelOf = (control) => control.closest(".field").querySelector(".field__label, .field__head");
  const labels = new Set(controls.map(labelOf));
  return [...labels]
    .filter((each) => each && !isLabelled(each))
    .flatMap((each) => {
      const flag = [new Text(" "), label("House rule")];
      each.append(...flag);
      return flag;
    });
}

/** Returns whether the text of a label contains "house rule", apart from its link to a rule. */
function isLabelled({ childNodes }) {
  const contents = Array.from(childNodes).filter((node) => node.localName !== "a");
  return contents.some(({ textContent }) => /house rule/i.test(textContent));
}

/** Returns {name: value} of the initial values of these controls. */
function defaultsOf(controls) {
  const defaults = {};
  for (const control of controls) {
    const { name, dataset, options, type, defaultChecked, defaultValue } = control;
    if (dataset.kind === "flag") defaults[name] = defaultChecked;
    else if (options)
      defaults[name] = ([...options].find((each) => each.defaultSelected) ?? options[0]).value;
    else if (type !== "radio") defaults[name] = defaultValue;
    else if (defaultChecked) defaults[name] = control.value;
  }
  return defaults;
}

/** Sets the initial values of a form, and shows them unless another value was chosen or is in `fromUrl`. */
function setDefaults(form, controls, values, fromUrl = {}) {
  const chosen = controls.filter((control) => isChanged(control.closest(".field")));
  const unchanged = new Set([...Object.keys(fromUrl), ...chosen.map(({ name }) => name)]);
  for (const control of controls) setDefault(control, values[control.name]);
  writeForm(form, Object.fromEntries(Object.entries(values).filter(([name]) => !unchanged.has(name))));
}

function setDefault(control, value) {
  const { dataset, options, type } = control;
  if (dataset.kind === "flag") control.defaultChecked = value === true;
  else if (options) for (const each of options) each.defaultSelected = each.value === String(value);
  else if (type === "radio") control.defaultChecked = control.value === String(value);
  else control.defaultValue = String(value);
}
