/** Choices on a sheet that the table doesn't use: they are labelled, and can still be chosen. */
const LABEL = "Not used at your table";

/**
 * Labels the choices and templates that aren't used, and removes other labels: `choices` are {path: values},
 * where `*` stands for any row.
 */
export function markUnused(sheet, { choices, templates }) {
  for (const each of sheet.querySelectorAll("option.is-unused")) markOption(each, false);
  for (const each of sheet.querySelectorAll("[data-unused]")) each.remove();
  for (const control of sheet.querySelectorAll("form :is(select, [type=radio], [data-several] input)")) {
    const values = choices[pathOf(control)] ?? [];
    for (const each of control.options ?? [control]) if (values.includes(each.value)) mark(each);
  }
  for (const button of sheet.querySelectorAll("[data-template]"))
    if (templates.includes(button.dataset.template)) button.append(flag());
}

function pathOf(control) {
  const several = control.closest("[data-several]")?.dataset.several;
  return several === undefined ? control.name.replace(/\.\d+(?=\.|$)/g, ".*") : `${several}.*`;
}

function mark(choice) {
  if (choice.localName === "option") markOption(choice, true);
  else choice.nextElementSibling.append(flag()); // in its label
}

function markOption(option, isUnused) {
  option.classList.toggle("is-unused", isUnused);
  if (isUnused) option.label = `${option.text} – ${LABEL}`;
  else option.removeAttribute("label");
}

function flag() {
  const note = document.createElement("span");
  const words = document.createElement("span");
  note.dataset.unused = "";
  words.className = "house-flag";
  words.textContent = LABEL;
  note.append(" ", words);
  return note;
}
