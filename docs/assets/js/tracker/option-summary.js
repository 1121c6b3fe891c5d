/** Shows the chosen options of an action in the line above them. */
export function summarizeOptions(options) {
  const fields = [...options.querySelectorAll(".field")];
  options.querySelector("summary").textContent = fields.map(describe).join(" · ");
}

/** Returns the label of a field and its value. */
function describe(field) {
  const [select, radio, check] = ["select", ":checked[type=radio]", "[type=checkbox]"].map((css) =>
    field.querySelector(css),
  );
  const label = field.querySelector(".field__label, legend")?.textContent.trim();
  if (select) return `${label}: ${select.selectedOptions[0]?.text}`;
  if (radio) return `${label}: ${radio.closest("label").textContent.trim()}`;
  if (check) return `${check.closest("label").textContent.trim()}: ${check.checked ? "yes" : "no"}`;
  return `${label}: ${field.querySelector("input")?.value}`;
}
