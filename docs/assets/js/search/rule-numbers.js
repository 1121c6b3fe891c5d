/**
 * Numbers of rules as people write them: `D120`, `D-120`, `d 120`, `rule d-120`, `[D-120]`, or `120` alone.
 */

const WRITTEN = /^(?:rule|ruling)?\s*[[(]?\s*([a-z]{1,2})?[\s.\-–—_]*(\d{1,3})\s*[\])]?[.,]?$/i;

/** {letters, digits} of what is written like a number of a rule, else null; `letters` may be "". */
export function readNumber(written) {
  const found = WRITTEN.exec(written.trim());
  return found && { letters: (found[1] ?? "").toUpperCase(), digits: found[2] };
}

/**
 * How well the number of a rule, such as `D-120`, fits what was read: 2 if it is meant, 1 if it begins so,
 * else 0.
 */
export function fits(number, { letters, digits }) {
  const [own, figures] = number.split("-");
  if (letters && letters !== own) return 0;
  if (Number(figures) === Number(digits)) return 2;
  return letters && figures.replace(/^0+/, "").startsWith(digits.replace(/^0+/, "")) ? 1 : 0;
}
