import { withGlobals } from "./browserlike.js";
import assert from "node:assert/strict";
import test from "node:test";
import { groupByDay, sessionDay, formatDay } from "../../docs/assets/js/tray/session-days.js";
import { calculatorLink, rollLink, toCsv } from "../../docs/assets/js/tray/sharing.js";
import { ROOT } from "../../docs/assets/js/site.js";

const at = (day, hour) => new Date(2026, 10, day, hour).getTime();

test("what is thrown after midnight belongs to the evening before", () => {
  assert.equal(sessionDay(at(22, 23)), sessionDay(at(23, 4)));
  assert.notEqual(sessionDay(at(23, 4)), sessionDay(at(23, 5)));
  const throws = [{ at: at(23, 1) }, { at: at(22, 20) }, { at: at(20, 20) }];
  assert.deepEqual(groupByDay(throws), [
    [at(22, 5), throws.slice(0, 2)],
    [at(20, 5), throws.slice(2)],
  ]);
});

test("days are called as people call them, and bear their year where it is another", (t) => {
  withGlobals(t, { document: { documentElement: { lang: "en" } } });
  const name = (day, hour) => formatDay(sessionDay(at(day, hour)), (word) => word, at(23, 2));
  assert.equal(name(22, 12), "today");
  assert.equal(name(22, 3), "yesterday");
  assert.equal(name(20, 12), "Friday, November 20");
  assert.match(formatDay(sessionDay(new Date(2024, 1, 3, 12).getTime()), String, at(23, 2)), /2024/);
});

test("a link bears the thrower's name, and the calculator's no throw", () => {
  const thrown = { address: "book/dice/?steps=1&dice=%5B5%5D#book.check" };
  assert.equal(
    rollLink(thrown, "Zoë & co"),
    `${ROOT}book/dice/?steps=1&dice=%5B5%5D&by=Zo%C3%AB+%26+co#book.check`,
  );
  assert.equal(rollLink(thrown, ""), `${ROOT}book/dice/?steps=1&dice=%5B5%5D#book.check`);
  assert.equal(calculatorLink(thrown), `${ROOT}book/dice/?steps=1#book.check`);
  assert.equal(rollLink({ address: "" }, "Zoë"), null);
  assert.equal(
    rollLink({ address: thrown.address, label: "Listen at the door", title: "Listen at the door" }, ""),
    `${ROOT}book/dice/?steps=1&dice=%5B5%5D&called=Listen+at+the+door#book.check`,
  );
  assert.equal(calculatorLink({ address: "" }), null);
});

test("the table of throws holds what has commas and quotes in it, and no formula", () => {
  const thrown = { at: 0, who: '=Odo, "the Odd"', title: "Check", asked: "", verdict: "-2", faces: [3, -1] };
  assert.equal(
    toCsv([thrown], "time,player,roll,inputs,result,dice"),
    '"time","player","roll","inputs","result","dice"\r\n' +
      `"1970-01-01T00:00:00.000Z","'=Odo, ""the Odd""","Check","","-2","3 -1"\r\n`,
  );
});
