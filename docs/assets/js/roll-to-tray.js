/** Roll dice for any element of the page and show the result in the dice tray. */
import { readForm } from "./form/values.js";

/** Return the dice tray, which stays when the reader goes to another page. */
export function tray() {
  return document.querySelector("dice-tray");
}

/**
 * Send a "roll" or "resolve" request through `element`, show the result in the tray and return the engine's
 * reply. `about` describes the roll, as in `DiceTray.tell`.
 */
export async function rollToTray(element, request, about = {}) {
  const reply = await element.ask({ ...request, label: about.label ?? "" });
  if (reply.ok) tray().tell(reply, about);
  return reply;
}

/**
 * Roll for a button of `rules_py.present.roll_buttons`, with the inputs of the form beside it. Errors are
 * shown in the tray, too.
 */
export async function rollForButton(element, button, about = {}) {
  const { calculator, inputs, label } = button.dataset;
  const asking = button.closest('[data-part="asking"]');
  const all = { ...JSON.parse(inputs), ...(asking ? readForm(asking) : {}) };
  const request = { action: "roll", calculator, inputs: all, seed: null };
  const reply = await rollToTray(element, request, { label, ...about });
  if (!reply.ok && !reply.codes?.includes("cancelled")) tray().refuse(reply.message);
  return reply;
}
