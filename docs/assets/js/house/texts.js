/**
 * Returns the texts of a set by rule number: rewritten rules take precedence over sentences of options.
 * Invalid texts are left out, as another site on the host could have written the record.
 */
export function textsOf(set, sentences) {
  const rewritten = Object.entries(set.rules).map(([number, rule]) => [number, rule?.text]);
  const all = [...Object.entries(sentences), ...rewritten];
  return new Map(all.filter(([, text]) => typeof text === "string"));
}
