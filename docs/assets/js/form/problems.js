/** Shows problems beside their fields, as text or as HTML that the engine rendered. */
import { markup } from "../trusted.js";
import { stripDirectionMarks } from "../messages.js";

/**
 * Shows `problems`, {field, message} or {field, html}, in the slot of their field or of the nearest field
 * around it, or else in the slot of the form (`data-problems=""`). Returns those without a slot.
 */
export function showProblems(root, problems) {
  const all = [...root.querySelectorAll("[data-problems]")];
  const slots = new Map(all.map((slot) => [slot.dataset.problems, slot]));
  const bySlot = new Map([...slots.values()].map((slot) => [slot, []]));
  const unplaced = [];
  for (const problem of problems) {
    const slot = nearest(slots, problem.field ?? "");
    if (slot) bySlot.get(slot).push(problem);
    else unplaced.push(problem);
  }
  for (const [slot, own] of bySlot) fillSlot(slot, own);
  const controls = root.querySelectorAll("[data-kind]:not([type=radio])");
  for (const control of controls) markInvalid(control, problems);
  return unplaced;
}

/** Returns the messages of some problems as one text. */
export function messages(problems) {
  return problems.map(({ message }) => message).join(" ");
}

function nearest(slots, field) {
  for (let path = field; path; path = path.slice(0, Math.max(0, path.lastIndexOf(".")))) {
    if (slots.has(path)) return slots.get(path);
  }
  return slots.get("");
}

/** An unchanged text isn't replaced, so that screen readers don't repeat it at each keystroke. */
function fillSlot(slot, problems) {
  const html = problems.every((each) => each.html);
  const before = slot.dataset.shown ?? "";
  const content = problems.map((each) => each.html ?? each.message).join(html ? "" : " ");
  if (content === before) return;
  slot.dataset.shown = content;
  if (html) slot.innerHTML = markup(content);
  else slot.textContent = stripDirectionMarks(content);
}

function markInvalid(control, problems) {
  const isInvalid = problems.some((each) => each.field === control.name && each.severity !== "warning");
  if (isInvalid) control.setAttribute("aria-invalid", "true");
  else control.removeAttribute("aria-invalid");
}
