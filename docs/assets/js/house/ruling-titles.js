/**
 * Titles of rulings that contain the answer: `What if you have no dice? You fail`. If the set has its own,
 * the question stays and the book's answer is struck out. A title never contains text of a set.
 */
import { strikeOut } from "./marked-text.js";

const SPOKEN = "the book’s answer, not used";
const BEFORE = /^(?:.*\?|\s*[A-Z]{1,2}-\d+)?\s*/s; // the question of a title, or its number

/** Returns the question of a title, or "". */
export function questionOf(title) {
  return title.slice(0, title.lastIndexOf("?") + 1).trim();
}

/** Returns the text of a ruling: the answer in its title, and its text. */
export function wholeText(title, text) {
  const answer = answerOf(title);
  return answer ? `${answer}. ${text}` : text;
}

function answerOf(title) {
  return title.replace(BEFORE, "").trim();
}

/** Strikes out the answer in the nodes of a title, and returns a function that restores it. */
export function strikeTitle(nodes) {
  const questionIndex = nodes.findLastIndex(({ textContent }) => textContent.includes("?"));
  const answerIndex = Math.max(questionIndex, 0);
  const head = nodes[answerIndex];
  if (head.nodeType !== Node.TEXT_NODE) return strikeOut(nodes.slice(questionIndex + 1), SPOKEN);
  const tail = head.splitText(BEFORE.exec(head.data)[0].length);
  const undo = strikeOut([tail, ...nodes.slice(answerIndex + 1)], SPOKEN);
  return () => {
    undo();
    head.appendData(tail.data);
    tail.remove();
  };
}

/** Strikes out the answer of a title in a list of topics, and returns a function that restores it. */
export function strikeTopic(topics, title) {
  const answer = answerOf(title);
  const node = answer && [...topics.childNodes].find(({ data }) => data?.includes(answer));
  if (!node) return () => {};
  const sentence = node.splitText(node.data.indexOf(answer));
  const rest = sentence.splitText(answer.length);
  const undo = strikeOut([sentence], SPOKEN);
  return () => {
    undo();
    node.appendData(sentence.data + rest.data);
    sentence.remove();
    rest.remove();
  };
}
