/**
 * Throws offered by a button outside a roller, as `rules_py.present.throws` made it: what the moment decides is
 * read beside the button, the throw is made, and told in the one place for it.
 */
import { readForm } from "./form/values.js";

/** The reply to the throw of this button; `element` asks the engine and holds the place where it is told. */
export async function throwFor(element, button) {
  const { calculator, inputs, label } = button.dataset;
  const asking = button.closest('[data-part="asking"]');
  const all = { ...JSON.parse(inputs), ...(asking ? readForm(asking) : {}) };
  const reply = await element.ask({ action: "roll", calculator, inputs: all, seed: null });
  element.part("label").textContent = label;
  element.part("throw").hidden = false;
  if (reply.ok) element.part("result").innerHTML = reply.html;
  else element.part("result").textContent = reply.message;
  element.part("say").textContent = reply.say ?? reply.message;
  return reply;
}
