/** What a sheet offers but the table doesn't use: it says so, and can be chosen all the same. */
const LABEL = "Not at your table";

/** Marks the choices that aren't used, `{field, key, values}` by field, and no others. */
export function markUnused(form, unused) {
  for (const option of form.querySelectorAll("option.is-unused")) mark(option, false);
  for (const flag of form.querySelectorAll(".field__check > .house-flag")) flag.remove();
  for (const { field, key, values } of unused) {
    const list = form.querySelector(`[data-list="${field}"]`);
    const selects = [...(list?.querySelectorAll("select") ?? [])].filter(
      ({ name }) => !key || name.endsWith(`.${key}`),
    );
    for (const select of selects) {
      for (const option of select.options) if (values.includes(option.value)) mark(option, true);
    }
    for (const box of form.querySelectorAll(`[data-several="${field}"] input`)) {
      if (values.includes(box.value)) box.parentElement.append(flag());
    }
  }
}

function mark(option, isUnused) {
  option.classList.toggle("is-unused", isUnused);
  if (isUnused) option.label = `${option.text} – ${LABEL}`;
  else option.removeAttribute("label");
}

function flag() {
  const made = document.createElement("span");
  made.className = "house-flag";
  made.textContent = LABEL;
  return made;
}
