/** The door to the dice tray: whatever throws in the page throws here, and the tray tells of it. */
import { readForm } from "./form/values.js";

/** The tray of the page; it outlives the turning of pages. */
export function tray() {
  return document.querySelector("dice-tray");
}

/**
 * Has `element` ask the engine for a throw, and the tray tell of it; the engine's reply. `request` is one for
 * "roll" or "resolve"; `about` says whose throw it is, as `DiceTray.tell` has it.
 */
export async function rollToTray(element, request, about = {}) {
  const reply = await element.ask({ ...request, label: about.label ?? "" });
  if (reply.ok) tray().tell(reply, about);
  return reply;
}

/**
 * Throws for a button as `rules_py.present.roll_buttons` made it: what the moment decides is read beside the
 * button. What is wrong is told in the tray, too.
 */
export async function rollForButton(element, button, about = {}) {
  const { calculator, inputs, label } = button.dataset;
  const asking = button.closest('[data-part="asking"]');
  const all = { ...JSON.parse(inputs), ...(asking ? readForm(asking) : {}) };
  const request = { action: "roll", calculator, inputs: all, seed: null };
  const reply = await rollToTray(element, request, { label, ...about });
  if (!reply.ok) tray().refuse(reply.message);
  return reply;
}
