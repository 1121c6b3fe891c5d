/**
 * Quick dice as a compiled roll, created in the browser: sums of common dice, optionally keeping the highest
 * or lowest. `hooks/compiled_rolls/quick_dice.py` writes the templates.
 */
const TERM = /^([+-]?)(?:(\d{0,2})d(4|6|8|10|12|20|100)(?:k([hl])(\d{0,2}))?|(\d{1,4}))$/;

/** The limits of the engine (`rules_py/dice/notation`). */
const MAX_TERMS = 8;
const MAX_DICE = 12;

/**
 * Returns the table of a notation, or null if only the engine can roll it. `quick` is that part of the file.
 */
export function quickTable({ calculator, input, address }, notation) {
  const terms = read(notation);
  if (!terms) return null;
  const text = terms.map(termText).join("");
  return {
    calculator,
    inputs: { [input]: text },
    nodes: [],
    states: [],
    root: node(terms, 0, 0),
    titles: [text, ""],
    address: address.replace("{notation}", encodeURIComponent(text).replaceAll("%20", "+")),
    html: {},
    rules: {},
    entries: {},
  };
}

function read(notation) {
  const pieces = notation
    .replaceAll(" ", "")
    .toLowerCase()
    .split(/(?=[+-])/);
  const terms = pieces.map(readTerm);
  const dice = terms.reduce((sum, term) => sum + (term?.count ?? 0), 0);
  const fits = dice > 0 && dice <= MAX_DICE && terms.length <= MAX_TERMS;
  return fits && terms.every(Boolean) ? terms : null;
}

function readTerm(piece, place) {
  const [, sign, dice, sides, which, keptCount, number] = TERM.exec(piece) ?? [];
  if (sign === undefined || (!sign && place)) return null;
  const minus = sign === "-";
  if (number) return { minus, number: Number(number), text: String(Number(number)) };
  const count = Number(dice || 1);
  const keep = which ? Number(keptCount || 1) : count;
  if (!count || !keep || keep > count) return null;
  const text = `${count}d${sides}${keep < count ? `k${which}${keep}` : ""}`;
  return { minus, count, sides: Number(sides), keep, highest: which === "h", text };
}

function termText({ minus, text }, place) {
  if (!place) return minus ? `-${text}` : text;
  return ` ${minus ? "-" : "+"} ${text}`;
}

/**
 * Returns the graph of the remaining terms, after a number of rolls. The next node is created when its roll
 * is known.
 */
function node(terms, rolls, total) {
  const [term, ...rest] = terms;
  if (!term) return [[], ["end", String(total), ".", "", { total }]];
  const add = (value) => total + (term.minus ? -value : value);
  if (term.number !== undefined) {
    const [events, end] = node(rest, rolls, add(term.number));
    return [[["note", `${term.minus ? "minus" : "plus"} ${term.number}`, "", 0], ...events], end];
  }
  const { count, sides, keep, highest, minus, text } = term;
  const aggregate = keep < count ? ["keep", keep, highest] : ["sum"];
  const answers = new Proxy({}, { get: (_, value) => node(rest, rolls + 1, add(Number(value))) });
  const label = minus ? `minus ${text}` : text;
  return [[["roll", Array(count).fill(sides), 1, null, label, ""]], ["read", rolls, aggregate, answers]];
}
