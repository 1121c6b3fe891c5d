/** Shows the fields that are of use only in some cases, `data-case`, in those: for these keys of the choice at `data-case-of`. */
export function showCases(form) {
  for (const field of form.querySelectorAll("[data-case]")) {
    const choice = form.querySelector(`[name="${field.dataset.caseOf}"]`);
    field.hidden = !field.dataset.case.split(" ").includes(choice.value);
  }
}
