/**
 * The data of a book on its page *Our house rules*: `{game, title, book, options, rules}`
 * (hooks/pages/house_rules.py).
 */

/** Returns the book of a document or an element, or null. */
export function bookOf(root) {
  const script = root.querySelector('script[data-part="book"]');
  return script ? JSON.parse(script.textContent) : null;
}

/** Returns {rule number: text} of the sentences that options add with these values, `{name: value}`. */
export function sentencesOf(book, values) {
  const found = {};
  for (const option of book.options) {
    if (isByTheBook(option, values)) continue;
    for (const number of Object.keys(option.sentences)) {
      const text = sentenceOf(book, option, number, values);
      if (text) found[number] = together(found[number], text);
    }
  }
  return found;
}

/**
 * Returns the sentence that replaces a rule with these values of an option, or "". `{value}` in it is
 * replaced by that value, `{name}` by the value of another option.
 */
export function sentenceOf(book, option, number, values) {
  const said = option.sentences[number];
  const text = typeof said === "string" ? said : (said?.[JSON.stringify(values[option.name])] ?? "");
  return text.replace(/\{(\w+)\}/g, (_, name) =>
    String(valueOf(book, name === "value" ? option.name : name, values)),
  );
}

function valueOf(book, name, values) {
  return Object.hasOwn(values, name)
    ? values[name]
    : book.options.find((each) => each.name === name)?.default;
}

/** Combines two texts, without repeated sentences. */
function together(before, after) {
  if (before === undefined) return after;
  return [...new Set(`${before} ${after}`.split(/(?<=[.?!]) /))].join(" ");
}

/** Returns whether an option has the book's value. */
export function isByTheBook({ name, default: byTheBook }, values) {
  return !Object.hasOwn(values, name) || values[name] === byTheBook;
}

/** Returns the options of a rule: those with its number, or with a sentence for it. */
export function optionsOn(book, number) {
  return book.options.filter(({ rule, sentences }) => rule === number || Object.hasOwn(sentences, number));
}
