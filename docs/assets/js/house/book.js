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
  const texts = {};
  for (const option of book.options) {
    for (const [number, text] of sentencesBy(book, option, values)) {
      texts[number] = joinSentences(texts[number], text);
    }
  }
  return texts;
}

/** Returns [rule number, text] of the sentences that one option adds with these values of all options. */
export function sentencesBy(book, option, values) {
  const numbers = isByTheBook(option, values) ? [] : Object.keys(option.sentences);
  return numbers
    .map((number) => [number, sentenceOf(book, option, number, values)])
    .filter(([, text]) => text);
}

/** In a sentence `{value}` is replaced by the option's value, `{name}` by the value of another option. */
function sentenceOf(book, option, number, values) {
  const sentence = option.sentences[number];
  const text =
    typeof sentence === "string" ? sentence : (sentence?.[JSON.stringify(values[option.name])] ?? "");
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
function joinSentences(before, after) {
  if (before === undefined) return after;
  return [...new Set(splitSentences(`${before} ${after}`))].join(" ");
}

/** Returns the sentences of a text. */
export function splitSentences(text) {
  return text.split(/(?<=[.?!]) /);
}

/** Returns whether an option has the book's value. */
export function isByTheBook({ name, default: byTheBook }, values) {
  return !Object.hasOwn(values, name) || values[name] === byTheBook;
}

/** Returns the options of a rule: those with its number, or with a sentence for it. */
export function optionsOn(book, number) {
  return book.options.filter(({ rule, sentences }) => rule === number || Object.hasOwn(sentences, number));
}
