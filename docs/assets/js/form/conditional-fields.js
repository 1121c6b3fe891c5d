/**
 * Shows fields that only apply in some cases, `data-show-if`: for these keys of the choice at `data-show-if-
 * input`. The keys of a checkbox are `yes` and `no`.
 */
export function showConditionalFields(form) {
  for (const field of form.querySelectorAll("[data-show-if]")) {
    const choice = form.querySelector(`[name="${field.dataset.showIfInput}"]`);
    const key = choice.type === "checkbox" ? (choice.checked ? "yes" : "no") : choice.value;
    field.hidden = !field.dataset.showIf.split(" ").includes(key);
  }
}
