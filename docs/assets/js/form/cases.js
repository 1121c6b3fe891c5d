/**
 * Shows the fields that are of use only in some cases, `data-case`, in those: for these keys of the choice at
 * `data-case-of`, which of a box to tick are `yes` and `no`.
 */
export function showCases(form) {
  for (const field of form.querySelectorAll("[data-case]")) {
    const choice = form.querySelector(`[name="${field.dataset.caseOf}"]`);
    const key = choice.type === "checkbox" ? (choice.checked ? "yes" : "no") : choice.value;
    field.hidden = !field.dataset.case.split(" ").includes(key);
  }
}
