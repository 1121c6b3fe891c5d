/**
 * A book as its page *Our house rules* has it: `{game, title, book, options, rules}`
 * (hooks/pages/house_rules.py).
 */

/** The book in a page, a document or an element; null where it has none. */
export function bookOf(root) {
  const script = root.querySelector('script[data-part="book"]');
  return script ? JSON.parse(script.textContent) : null;
}

/** {rule number: text} of the sentences that options bring with these values, `{name: value}`. */
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
 * The sentence that replaces a rule where the option has its value among these; "" if none does. `{value}`
 * in it stands for that value, `{name}` for the value of another option.
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

/** Two texts as one, in which each sentence stands once. */
function together(before, after) {
  if (before === undefined) return after;
  return [...new Set(`${before} ${after}`.split(/(?<=[.?!]) /))].join(" ");
}

/** Whether an option has the book's value among these. */
export function isByTheBook({ name, default: byTheBook }, values) {
  return !Object.hasOwn(values, name) || values[name] === byTheBook;
}

/** The options on which a rule depends: those of its number, or that bring a sentence for it. */
export function optionsOn(book, number) {
  return book.options.filter(({ rule, sentences }) => rule === number || Object.hasOwn(sentences, number));
}
