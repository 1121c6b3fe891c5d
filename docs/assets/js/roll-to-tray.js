/** Roll dice for any element of the page and show the result in the dice tray. */
import { engine } from "./engine.js";
import { readForm } from "./form/values.js";
import { rollWithoutEngine } from "./rolls/tables.js";

/**
 * Return the dice tray, which stays when the reader goes to another page, or what shows rolls where a
 * calculator is alone on its page.
 */
export function tray() {
  return document.querySelector("dice-tray, dice-result");
}

/**
 * Send a "roll" or "resolve" request through `element`, show the result in the tray and return the engine's
 * reply, or one like it before the engine has arrived. A roll that waits for a decision isn't shown there.
 * `about` describes the roll, as in `DiceTray.tell`.
 */
export async function rollToTray(element, request, about = {}) {
  const asked = { ...request, label: about.label ?? "" };
  const rolled = await element.showWaiting(rollWithoutEngine(asked), "Loading this roll…");
  const reply = rolled?.reply ?? (await element.ask(rolled?.request ?? asked));
  if (!reply.ok || reply.undecided) return reply;
  const told = tray().tell(reply, about);
  if (rolled?.reply) confirmLater(rolled, told, about);
  return reply;
}

/** Once the engine is there, what it makes of the same dice holds. */
async function confirmLater({ reply, request }, told, about) {
  await engine.whenReady();
  const confirmed = await tray().ask(request);
  if (!confirmed.ok || isSameReply(confirmed, reply)) return;
  console.error("A compiled roll differs from the engine’s.", request, reply, confirmed);
  await tray().correct(await told, confirmed, about);
}

function isSameReply(one, other) {
  return ["html", "say", "came", "told"].every(
    (part) => JSON.stringify(one[part]) === JSON.stringify(other[part]),
  );
}

/** What a button of `rules_py.present.roll_buttons` rolls, with the inputs of the form beside it. */
export function rollOf(button) {
  const { calculator, inputs, label } = button.dataset;
  const asking = button.closest('[data-part="asking"]');
  return { calculator, inputs: { ...JSON.parse(inputs), ...(asking ? readForm(asking) : {}) }, label };
}

/** Roll for a button, or with `dice` that the reader has rolled. Errors are shown in the tray, too. */
export async function rollForButton(element, button, about = {}, dice = undefined) {
  const { calculator, inputs, label } = rollOf(button);
  const how = dice ? { action: "resolve", dice } : { action: "roll", seed: null };
  const reply = await rollToTray(element, { ...how, calculator, inputs }, { label, ...about });
  if (!reply.ok && !reply.codes?.includes("cancelled")) tray().refuse(reply);
  return reply;
}
