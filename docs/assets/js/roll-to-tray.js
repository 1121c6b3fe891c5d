/** Rolls dice for any element of the page and shows the result in the dice tray. */
import { engine } from "./engine.js";
import { readForm } from "./form/values.js";
import { rollWithoutEngine } from "./rolls/tables.js";

/** Returns the dice tray, or the element that replaces it on the page of a single calculator. */
export function tray() {
  return document.querySelector("dice-tray, dice-result");
}

/**
 * Sends a "roll" or "resolve" request through `element`, shows the result in the tray and returns the reply,
 * which is the engine's, or that of a compiled roll. A roll that waits for a decision isn't shown.
 * `details` describe the roll, as in `DiceTray.showRoll`.
 */
export async function rollToTray(element, request, details = {}) {
  const labelled = { ...request, label: details.label ?? "" };
  const rolled = await element.showWaiting(rollWithoutEngine(labelled), "Loading this roll…");
  const reply = rolled?.reply ?? (await element.ask(rolled?.request ?? labelled));
  if (!reply.ok || reply.undecided) return reply;
  const showing = tray().showRoll(reply, details);
  if (rolled?.reply) confirmLater(rolled, showing, details);
  return reply;
}

/** Replaces a compiled roll if the engine's reply to the same dice differs. */
async function confirmLater({ reply, request }, showing, details) {
  await engine.whenReady();
  const confirmed = await tray().ask(request);
  if (!confirmed.ok || isSameReply(confirmed, reply)) return;
  console.error("A compiled roll differs from the engine’s.", request, reply, confirmed);
  await tray().correct(await showing, confirmed, details);
}

function isSameReply(one, other) {
  return ["html", "say", "came", "entry"].every(
    (part) => JSON.stringify(one[part]) === JSON.stringify(other[part]),
  );
}

/** Returns the roll of a button of `rules_py.present.roll_buttons`, with the inputs of the form beside it. */
export function rollOf(button) {
  const { calculator, inputs, label } = button.dataset;
  const asking = button.closest('[data-part="asking"]');
  return { calculator, inputs: { ...JSON.parse(inputs), ...(asking ? readForm(asking) : {}) }, label };
}

/** Rolls for a button, or with `dice` that the reader has rolled. Errors are shown in the tray, too. */
export async function rollForButton(element, button, details = {}, dice = undefined) {
  const { calculator, inputs, label } = rollOf(button);
  const how = dice ? { action: "resolve", dice } : { action: "roll", seed: null };
  const reply = await rollToTray(element, { ...how, calculator, inputs }, { label, ...details });
  if (!reply.ok && !reply.codes?.includes("cancelled")) tray().showFailure(reply);
  return reply;
}
