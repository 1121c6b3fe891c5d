/**
 * The title of a ruling often is its answer: `What if you have no dice? You fail`. Where a table has its own,
 * the question stays and the book's answer is struck out. What a table writes is never part of a title.
 */

const BEFORE = /^(?:.*\?|\s*[A-Z]{1,2}-\d+)?\s*/s; // the question of a title, or its number

/** The question of a title, "" where it asks none. */
export function questionOf(title) {
  return title.slice(0, title.lastIndexOf("?") + 1).trim();
}

/** What a ruling says: the answer of its title, and its text. */
export function wholeText(title, text) {
  const answer = answerOf(title);
  return answer ? `${answer}. ${text}` : text;
}

function answerOf(title) {
  return title.replace(BEFORE, "").trim();
}

/** Strikes out the answer in the nodes of a title, and gives what puts it back. */
export function strikeTitle(nodes) {
  const asks = nodes.findLastIndex(({ textContent }) => textContent.includes("?"));
  const place = Math.max(asks, 0);
  const head = nodes[place];
  if (head.nodeType !== Node.TEXT_NODE) return strike(nodes.slice(asks + 1));
  const tail = head.splitText(BEFORE.exec(head.data)[0].length);
  const undo = strike([tail, ...nodes.slice(place + 1)]);
  return () => {
    undo();
    head.appendData(tail.data);
    tail.remove();
  };
}

/** Strikes out the answer of a title where a line of topics says it, and gives what puts it back. */
export function strikeTopic(topics, title) {
  const answer = answerOf(title);
  const node = answer && [...topics.childNodes].find(({ data }) => data?.includes(answer));
  if (!node) return () => {};
  const said = node.splitText(node.data.indexOf(answer));
  const rest = said.splitText(answer.length);
  const undo = strike([said]);
  return () => {
    undo();
    node.appendData(said.data + rest.data);
    said.remove();
    rest.remove();
  };
}

function strike(nodes) {
  if (!nodes.some(({ textContent }) => textContent.trim())) return () => {};
  const struck = nodes[0].ownerDocument.createElement("s");
  const spoken = nodes[0].ownerDocument.createElement("span");
  spoken.className = "visually-hidden";
  spoken.textContent = " the book’s answer, not used: ";
  struck.className = "house-rule__answer";
  nodes[0].before(struck);
  struck.append(spoken, ...nodes);
  return () => {
    spoken.remove();
    struck.replaceWith(...nodes);
  };
}
