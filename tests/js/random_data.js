/** Valid and invalid data generated from a seed: the same seed gives the same data. */

/** Returns a generator of whole numbers below a limit. */
export function generator(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return (limit) => Math.floor((next() / 2 ** 32) * limit);
}

export const oneOf = (list, random) => list[random(list.length)];

const PIECES = [
  ...'#?&=%[]{}",:01a-_',
  "%E0",
  "%00",
  "\u0000",
  "\ud800",
  "🎲",
  "null",
  "1e400",
  "#sheet=",
  "&seed=",
  "__proto__",
];

/** Returns the text with some characters inserted, removed or doubled. */
export function changedText(text, random) {
  let now = text;
  for (let times = random(6); times > 0; times -= 1) {
    const at = random(now.length + 1);
    const end = at + random(random(4) ? 3 : 60);
    now = now.slice(0, at) + (random(3) ? oneOf(PIECES, random).repeat(1 + random(3)) : "") + now.slice(end);
  }
  return now;
}

const STRANGE = [
  null,
  true,
  0,
  -1,
  0.5,
  1e300,
  2 ** 53,
  "",
  "constructor",
  "__proto__",
  "\ud800",
  "x".repeat(2000),
  [],
  {},
  [[]],
  [null],
  { key: 7 },
  JSON.parse('{"__proto__": {"key": "a"}}'),
  JSON.parse(`${"[".repeat(70)}${"]".repeat(70)}`),
  Array.from({ length: 500 }, () => [[]]),
];

/** Returns JSON data with something changed, removed, doubled or moved. */
export function changedValue(value, random) {
  if (typeof value !== "object" || value === null || !random(6))
    return structuredClone(oneOf(STRANGE, random));
  const copy = structuredClone(value);
  const names = Object.keys(copy);
  if (!names.length) return copy;
  const name = oneOf(names, random);
  const what = random(8);
  if (what === 0) delete copy[name];
  else if (what === 1) copy[oneOf(names, random)] = copy[name];
  else if (what === 2 && Array.isArray(copy)) copy.push(copy[name]);
  else copy[name] = changedValue(copy[name], random);
  return copy;
}
