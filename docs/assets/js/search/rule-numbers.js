/** Rule numbers as people write them: `D120`, `D-120`, `d 120`, `rule d-120`, `[D-120]`, or only `120`. */

const PATTERN = /^(?:rule|ruling)?\s*[[(]?\s*([a-z]{1,2})?[\s.\-–—_]*(\d{1,3})\s*[\])]?[.,]?$/i;

/** Returns {letters, digits} of a text that looks like a rule number, else null; `letters` may be "". */
export function readNumber(text) {
  const match = PATTERN.exec(text.trim());
  return match && { letters: (match[1] ?? "").toUpperCase(), digits: match[2] };
}

/**
 * Returns how well a rule number, such as `D-120`, matches a query: 2 if it is equal, 1 if it starts with it,
 * else 0.
 */
export function matchQuality(number, { letters, digits }) {
  const [own, figures] = number.split("-");
  if (letters && letters !== own) return 0;
  if (Number(figures) === Number(digits)) return 2;
  return letters && figures.replace(/^0+/, "").startsWith(digits.replace(/^0+/, "")) ? 1 : 0;
}
