import { withGlobals } from "./browserlike.js";
import assert from "node:assert/strict";
import test from "node:test";
import { groupByDay, sessionDay, formatDay } from "../../docs/assets/js/tray/session-days.js";
import { calculatorLink, rollLink, toCsv } from "../../docs/assets/js/tray/sharing.js";
import { keptDice, readNotation, writeNotation } from "../../docs/assets/js/tray/quick-dice.js";
import { play } from "../../docs/assets/js/rolls/play.js";
import { quickTable } from "../../docs/assets/js/rolls/quick-dice.js";
import { ROOT } from "../../docs/assets/js/site.js";

const at = (day, hour) => new Date(2026, 10, day, hour).getTime();

test("a roll after midnight belongs to the day before", () => {
  assert.equal(sessionDay(at(22, 23)), sessionDay(at(23, 4)));
  assert.notEqual(sessionDay(at(23, 4)), sessionDay(at(23, 5)));
  const rolls = [{ at: at(23, 1) }, { at: at(22, 20) }, { at: at(20, 20) }];
  assert.deepEqual(groupByDay(rolls), [
    [at(22, 5), rolls.slice(0, 2)],
    [at(20, 5), rolls.slice(2)],
  ]);
});

test("days have relative names, and the year if it is another", (t) => {
  withGlobals(t, { document: { documentElement: { lang: "en" } } });
  const name = (day, hour) => formatDay(sessionDay(at(day, hour)), (word) => word, at(23, 2));
  assert.equal(name(22, 12), "today");
  assert.equal(name(22, 3), "yesterday");
  assert.equal(name(20, 12), "Friday, November 20");
  assert.match(formatDay(sessionDay(new Date(2024, 1, 3, 12).getTime()), String, at(23, 2)), /2024/);
});

test("links contain the roll and its sharer, or the inputs only", () => {
  const roll = { address: "book/dice/?steps=1&dice=%5B5%5D#book.check" };
  assert.equal(
    rollLink(roll, "Zoë & co"),
    `${ROOT}book/dice/?steps=1&dice=%5B5%5D&by=Zo%C3%AB+%26+co#book.check`,
  );
  assert.equal(rollLink(roll, ""), `${ROOT}book/dice/?steps=1&dice=%5B5%5D#book.check`);
  assert.equal(calculatorLink(roll), `${ROOT}book/dice/?steps=1#book.check`);
  assert.equal(rollLink({ address: "" }, "Zoë"), null);
  assert.equal(
    rollLink({ address: roll.address, label: "Listen at the door", title: "Listen at the door" }, ""),
    `${ROOT}book/dice/?steps=1&dice=%5B5%5D&called=Listen+at+the+door#book.check`,
  );
  assert.equal(calculatorLink({ address: "" }), null);
});

test("CSV quotes commas and quotation marks, and prevents formulas", () => {
  const roll = { at: 0, who: '=Odo, "the Odd"', title: "Check", asked: "", verdict: "-2", faces: [3, -1] };
  assert.equal(
    toCsv([roll], "time,player,roll,inputs,result,dice"),
    '"time","player","roll","inputs","result","dice"\r\n' +
      `"1970-01-01T00:00:00.000Z","'=Odo, ""the Odd""","Check","","-2","3 -1"\r\n`,
  );
});

test("quick dice are written as dice notation in the order tapped", () => {
  const write = (text, changed) => writeNotation({ ...readNotation(text), ...changed });
  assert.equal(write("", {}), "");
  assert.equal(write("2d6 + d8", {}), "2d6 + d8");
  assert.equal(write("d8 + 2d6", { modifier: -2 }), "d8 + 2d6 - 2");
  assert.equal(write("", { modifier: 3 }), "3");
  assert.equal(write("3d6 + d8 + 1", { mode: "explode" }), "3d6! + d8! + 1");
  assert.equal(write("4d6", { mode: "highest" }), "4d6kh3");
  assert.equal(write("4d6", { mode: "lowest", keep: 1 }), "4d6kl1");
  assert.equal(write("d6", { mode: "highest" }), "d6", "a single die can't be dropped");
  assert.equal(write("", { mode: "advantage" }), "2d20kh1");
  assert.equal(write("2d6", { mode: "advantage" }), "3d6kh2");
  assert.equal(write("d4 + d20", { mode: "disadvantage" }), "d4 + 2d20kl1");
});

test("taps continue typed notation if it could have been tapped", () => {
  assert.deepEqual(
    [...readNotation("2D6+d20 - 1").dice],
    [
      ["6", 2],
      ["20", 1],
    ],
  );
  assert.equal(readNotation("2d6+d20 - 1").modifier, -1);
  for (const text of ["4dF", "2d6kh1", "d6 + d6", "d7", "2d6 * 10", "-d6", "0d6"])
    assert.equal(readNotation(text), null, text);
});

test("the number of dice to keep goes from one to all but one", () => {
  const counts = (text, changed) => keptDice({ ...readNotation(text), mode: "highest", ...changed });
  assert.deepEqual(counts("4d6", {}), { kept: 3, of: 4 });
  assert.deepEqual(counts("4d6", { keep: 1 }), { kept: 1, of: 4 });
  assert.deepEqual(counts("2d6 + 3d4", { keep: 9 }), { kept: 2, of: 3 });
  assert.equal(counts("d6", {}), null);
  assert.equal(counts("4d6", { mode: "advantage" }), null);
});

test("quick dice are rolled without the engine", () => {
  const quick = { calculator: "any.dice", input: "written", address: "any/?written={notation}&dice={dice}" };
  const roll = (notation, faces) => {
    const table = quickTable(quick, notation);
    const { end } = play(table, () => faces.shift() - 1);
    return [table.inputs.written, end[0]];
  };
  assert.deepEqual(roll("2d6+d8 - 1", [3, 4, 8]), ["2d6 + 1d8 - 1", "14"]);
  assert.deepEqual(roll("4d6kh3", [1, 5, 6, 2]), ["4d6kh3", "13"]);
  assert.deepEqual(roll("2d20kl", [19, 7]), ["2d20kl1", "7"]);
  assert.deepEqual(roll("10 - d4", [4]), ["10 - 1d4", "6"]);
  assert.match(quickTable(quick, "d6 + 1").address, /written=1d6\+%2B\+1&/);
  for (const notation of ["", "7", "2d6!", "4dF", "2d6kh3", "d6 +", "d6 ++ 1", "13d6", "d7", "2d6 2"])
    assert.equal(quickTable(quick, notation), null, notation);
});
