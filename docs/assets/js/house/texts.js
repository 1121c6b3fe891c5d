/**
 * number → text of what a table says in place of the book: what it has written itself before what its
 * options bring. Others on the same host may have written the record, so that anything else is left out.
 */
export function textsOf(set, sentences) {
  const written = Object.entries(set.rules).map(([number, rule]) => [number, rule?.text]);
  const all = [...Object.entries(sentences), ...written];
  return new Map(all.filter(([, text]) => typeof text === "string"));
}
