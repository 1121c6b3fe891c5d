/**
 * Checks the examples and claims of a page with the house rules in force: when one comes near the window, all
 * are checked, the examples together and then claim by claim, as a claim can take seconds. Those that no
 * longer hold are labelled, with the new result. Only code of the page runs, never code of a set.
 */
import { engine } from "../engine.js";
import { gameOf } from "../search/addresses.js";
import { INDEX, ROOT } from "../site.js";
import { markup } from "../trusted.js";

/** The distance from the window at which blocks are checked. */
const NEAR = "400px";

const LABEL = "Not at your table";

const optionsByBlock = new WeakMap(); // block → the house rules with which it is being checked
const shownNodes = new Map(); // block → the nodes that show its result

export function apply(page, { set: { options } }, address) {
  if (!Object.keys(options).length) return;
  for (const blocks of blocksOf(page)) {
    for (const block of blocks) {
      optionsByBlock.set(block, options);
      block.toggleAttribute("data-pending", true);
    }
    whenNear(blocks.map(visiblePart), () => checkBlocks(blocks, options, gameOf(address)));
  }
}

export function withdraw(page) {
  for (const block of page.querySelectorAll("[data-pending]")) block.toggleAttribute("data-pending", false);
  for (const block of page.querySelectorAll("[data-proof]")) optionsByBlock.delete(block);
  for (const nodes of shownNodes.values()) for (const node of nodes) node.remove();
  shownNodes.clear();
}

/** Yields the examples and claims of the page; of the whole book on one page, chapter by chapter. */
function blocksOf(page) {
  const all = [...page.querySelectorAll("[data-proof]")];
  const chapters = Map.groupBy
    ? Map.groupBy(all, (block) => block.closest(".print-book__chapter"))
    : new Map([[null, all]]);
  const byIndex = (one, other) => Number(one.dataset.proof) - Number(other.dataset.proof);
  return [...chapters.values()].map((blocks) => blocks.sort(byIndex));
}

/** Returns the visible line of a block: its own, or the summary of the notes around it. */
function visiblePart(block) {
  return block.closest(".note-line") ?? block;
}

function whenNear(elements, run) {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      run();
    },
    { rootMargin: NEAR },
  );
  for (const each of elements) observer.observe(each);
}

async function checkBlocks(blocks, options, game) {
  const isCurrent = (block) => optionsByBlock.get(block) === options;
  if (!blocks.some(isCurrent)) return;
  const request = { action: "reprove", game, house: options, blocks: blocks.map(codeOf), root: ROOT + INDEX };
  const places = [...blocks.keys()];
  const claims = places.filter((place) => blocks[place].dataset.claim);
  const examples = places.filter((place) => !claims.includes(place));
  for (const indices of [examples, ...claims.map((place) => [place])]) {
    const reply = await requestProofs({ ...request, only: indices }, () =>
      indices.some((place) => isCurrent(blocks[place])),
    );
    for (const place of indices) {
      const block = blocks[place];
      if (!reply?.ok || !isCurrent(block)) continue; // if it can't be checked, it has no tick
      block.toggleAttribute("data-pending", false);
      if (reply.html[place]) show(block, reply.html[place]);
    }
  }
}

function codeOf(block) {
  if (block.dataset.claim) return { claim: JSON.parse(block.dataset.claim) };
  return { code: block.querySelector(".example__code code").textContent };
}

/** Returns the engine's reply, or null if it failed or isn't needed any more. */
async function requestProofs(request, isCurrent) {
  if (navigator.connection?.saveData) await engine.whenReady();
  while (isCurrent()) {
    try {
      const reply = await engine.call(request);
      if (reply.working === undefined) return reply;
    } catch ({ reason }) {
      if (reason !== "unavailable") return null;
      await engine.whenReady(); // until then the book's result stays
    }
  }
  return null;
}

function show(block, html) {
  const template = document.createElement("template");
  template.innerHTML = markup(html);
  const nodes = [...template.content.childNodes];
  if (block.dataset.claim) {
    const book = document.createElement("span");
    book.className = "proof__book";
    book.textContent = "By the book:\u00a0"; // a non-breaking space, as the line is a flex container
    block.querySelector("summary").prepend(book);
    block.after(...nodes);
    nodes.push(book);
  } else {
    block.querySelector(".example__name").after(...nodes);
    nodes.push(...labelNotes(block));
  }
  shownNodes.set(block, nodes);
}

/** Adds a label to closed notes, once, if an example in them doesn't hold. */
function labelNotes(block) {
  const line = block.closest(".note-line")?.querySelector("summary");
  if (!line || line.querySelector(".proof__label") || block.matches(".python")) return [];
  const label = document.createElement("span");
  label.className = "proof__label";
  label.textContent = LABEL;
  const added = [new Text(" "), label];
  line.append(...added);
  return added;
}
