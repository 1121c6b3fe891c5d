import { valueAt } from "../form/paths.js";
import { rollForButton, rollOf } from "../roll-to-tray.js";
import { nameOf } from "../storage/collection.js";
import { applyCosts, findUnpayable } from "./costs.js";

/** The rolls of a `<dice-sheet>`, and their costs to the character. */
export class SheetRolls {
  #sheet;
  #ownDice; // the dialog for the reader's own dice

  constructor(sheet, ownDice) {
    this.#sheet = sheet;
    this.#ownDice = ownDice;
  }

  /** Rolls for a button and applies the costs, unless the character can't pay them. */
  async roll(button) {
    const sheet = this.#sheet;
    const costs = JSON.parse(button.dataset.spends ?? "[]");
    const short = findUnpayable(costs, (field) => this.#amount(field));
    if (short) {
      const message = sheet.message(short.by > 0 ? "spent" : "crammed", { what: short.label });
      return sheet.showMessage(message, { passing: true });
    }
    const dice = sheet.part("own-dice").checked ? await this.#ownDice.ask(rollOf(button)) : undefined;
    if (dice === null) return;
    const about = {
      who: nameOf(sheet.item),
      again: () => this.roll(button),
      isOnTable: Boolean(dice),
      paid: costs.length > 0,
    };
    const reply = await rollForButton(sheet, button, about, dice);
    if (reply.ok) this.#pay(costs, reply.came, button.dataset.label);
  }

  /** Returns the number in a field; a missing field has the value of a blank sheet. */
  #amount(field) {
    const amount = valueAt(this.#sheet.item, field) ?? valueAt(this.#sheet.blank, field);
    return Number.isInteger(amount) ? amount : 0;
  }

  /** Applies the costs of a roll, and reports fields that reached their limit. */
  #pay(costs, result, why) {
    const sheet = this.#sheet;
    const { changes, clipped } = applyCosts(costs, result, (field) => this.#amount(field));
    if (changes.length) sheet.change(changes, why);
    const messages = clipped.map(({ label, ...amounts }) =>
      sheet.message("clipped", { what: label, ...amounts }),
    );
    if (messages.length) sheet.showMessage(messages.join(" "), { passing: true });
  }
}
