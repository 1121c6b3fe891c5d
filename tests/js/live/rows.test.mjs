/**
 * An edit of a sheet changes only the edited value: tested for every list, row and field of every sheet, each
 * with values that the form can't show.
 */
import { withGlobals } from "../browserlike.js";
import { openPage } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

const OWN = "not a value of this book";

/** A value that the form can't show, for any field or list. */
function strange(form) {
  const data = { [OWN]: { deep: [1, null] } };
  const put = (path, value) => {
    const keys = path.split(".");
    const last = keys.pop();
    let place = data;
    for (const key of keys) place = place[key] ??= {};
    place[last] = value;
  };
  for (const control of form.querySelectorAll("[data-kind]")) put(control.name, OWN);
  for (const { dataset } of form.querySelectorAll("[data-several]")) put(dataset.several, [OWN]);
  for (const list of form.querySelectorAll("[data-list]")) put(list.dataset.list, strangeRows(list));
  return data;
}

/** Rows of a list: one with values that no form has, an empty one, and one with an additional field. */
function strangeRows(list) {
  const controls = [...list.querySelector(":scope > template").content.querySelectorAll("[data-kind]")];
  const keyOf = ({ name }) => name.slice(`${list.dataset.list}.__row__.`.length);
  const keys = controls.map(keyOf);
  if (keys.includes("")) return [OWN, `${OWN} too`, OWN];
  const valueOf = ({ type, value }) => (type === "radio" ? Number(value) : OWN); // a rating is shown
  const full = Object.fromEntries(controls.map((each) => [keyOf(each).split(".")[0], valueOf(each)]));
  return [full, {}, { [OWN]: { deep: [1, null] }, [keys[0].split(".")[0]]: OWN }];
}

const rowAt = (list, place) => list.querySelector(":scope > .rows").children[place];

for (const game of JSON.parse(process.env.SHEETS)) {
  test(`an edit of a sheet of ${game} changes nothing else`, async (t) => {
    const { document, engine, window } = await openPage(t, `sheet of ${game}`);
    const { readForm } = await import("../../../docs/assets/js/form/values.js");
    const { DiceSheet } = await import("../../../docs/assets/js/elements/dice-sheet.js");
    const { setTimeout } = globalThis;
    withGlobals(t, { setTimeout: (then) => setTimeout(then) });
    window.customElements.define("dice-sheet", DiceSheet);
    await engine.quiet();
    engine.call = async () => ({ ok: false, message: "", problems: [] }); // this test doesn't use the rules
    const sheet = document.querySelector("dice-sheet");
    const form = sheet.part("form");
    const data = strange(form);
    let number = 0;

    /** Returns the character after an edit in the form that shows `data`. */
    const after = async (edit) => {
      await sheet.show(`row-${(number += 1)}`, structuredClone(data), null);
      assert.deepEqual(sheet.item, data, "showing the character doesn't change it");
      edit();
      return sheet.item;
    };
    const setControl = (control, value) => {
      if (control.type === "checkbox" || control.type === "radio") control.checked = !control.checked;
      else if ("options" in control) control.selectedIndex = control.options.length - 1;
      else control.value = value;
      control.dispatchEvent(new window.Event("input", { bubbles: true }));
    };
    const withValue = (path, value) => {
      const whole = structuredClone(data);
      const keys = path.split(".");
      const last = keys.pop();
      keys.reduce((place, key) => place[key], whole)[last] = value;
      return whole;
    };
    const listPaths = [...form.querySelectorAll("[data-list]")].map(({ dataset }) => dataset.list);
    const listAt = (path) => form.querySelector(`[data-list="${path}"]`);
    const rows = (path) => path.split(".").reduce((place, key) => place[key], data);

    for (const path of listPaths) {
      await t.test(`${path}: adding a row changes no other`, async () => {
        const now = await after(() => listAt(path).querySelector(":scope > [data-add]").click());
        const added = path.split(".").reduce((place, key) => place[key], now);
        assert.equal(added.length, 4);
        assert.deepEqual(now, withValue(path, [...rows(path), added[3]]));
      });
      await t.test(`${path}: adding and removing a first row leaves no list`, async () => {
        const bare = structuredClone(data);
        delete bare[path.split(".")[0]];
        await sheet.show(sheet.key, bare, null);
        if (path.includes(".")) return; // the list or record around it is missing
        listAt(path).querySelector(":scope > [data-add]").click();
        assert.equal(sheet.item[path].length, 1);
        sheet.commands.undo();
        assert.deepEqual(Object.keys(sheet.item), Object.keys(bare));
      });
      for (const place of [0, 1, 2]) {
        await t.test(`${path}: removing row ${place} changes no other`, async () => {
          const remove = () => rowAt(listAt(path), place).querySelector(":scope > [data-remove]");
          const now = await after(() => remove().click());
          assert.deepEqual(now, withValue(path, rows(path).toSpliced(place, 1)));
          const data = readForm(form);
          await sheet.show(sheet.key, now, null);
          assert.deepEqual(data, readForm(form), "the form shows the remaining rows");
        });
      }
      await t.test(`${path}: editing a field of a row changes only that`, async () => {
        await after(() => {});
        const names = [...rowAt(listAt(path), 1).querySelectorAll("[data-kind]")].map(({ name }) => name);
        for (const name of new Set(names)) {
          const now = await after(() => setControl(form.querySelector(`[name="${name}"]`), "7"));
          const keys = name.split(".");
          const value = keys.reduce((place, key) => place?.[key], now);
          const expected = structuredClone(data);
          const last = keys.pop();
          keys.reduce((place, key) => (place[key] ??= {}), expected)[last] = value;
          assert.notEqual(value, undefined);
          assert.deepEqual(now, expected, name);
        }
      });
    }

    for (const { dataset } of form.querySelectorAll("[data-several]")) {
      const path = dataset.several;
      if (/\d/.test(path)) continue;
      await t.test(`${path}: ticking a checkbox changes no other`, async () => {
        const box = () => form.querySelector(`[data-several="${path}"] input`);
        const now = await after(() => setControl(box()));
        assert.deepEqual(now, withValue(path, [OWN, box().value]));
        assert.deepEqual((setControl(box()), sheet.item), data);
      });
    }
    await sheet.pendingChanges();
    await new Promise((then) => setTimeout(then, 50)); // delayed drawing happens while the page exists
  });
}
