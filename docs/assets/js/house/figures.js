/**
 * Printed tables, charts and numbers under the house rules in force. They are labelled as the book's at once,
 * and recalculated with the book's values beside them when they come near the window, or all of them on
 * paper. After each, dispatches `diceleaf:figures` on `window` with {left}, the number of remaining ones.
 * `rules_py/present/house_figures.py` writes the options that each depends on.
 */
import { engine } from "../engine.js";
import { INDEX, ROOT } from "../site.js";
import { markup } from "../trusted.js";
import { houseValues, label, whenNear } from "./dependents.js";

/** The most numbers in one request. */
const MAX_NUMBERS = 50;

const printed = new WeakMap(); // part of an element → its original nodes
const waitingNumbers = []; // numbers near the window that wait for a request

const queue = []; // {element, task, isNote} to calculate; notes, which refine what is shown, come last
let isBusy = false;

export function apply(page, record, address, schedule = whenNear) {
  for (const [element, values] of houseValues(page, record, "dice-odds-table, dice-plot, .house-number")) {
    element.dataset.house = JSON.stringify(values);
    for (const part of partsOf(element)) printed.set(part, [...part.childNodes]);
    labelParts(element);
    element.followRules?.();
    schedule(anchorOf(element), () => compute(element));
  }
}

export function withdraw(page) {
  for (const element of page.querySelectorAll("[data-house]")) {
    const parts = partsOf(element).filter((part) => printed.has(part));
    if (!parts.length) continue;
    for (const part of parts) {
      part.replaceChildren(...printed.get(part));
      printed.delete(part);
    }
    delete element.dataset.house;
    element.followRules?.();
  }
}

/** Returns the parts to replace: of a chart its title, image and table. */
function partsOf(element) {
  if (!element.matches("dice-plot")) return [element];
  return [...element.closest(".plot").querySelectorAll("[data-plot-part]")];
}

function anchorOf(element) {
  return element.matches("dice-plot") ? plotPart(element, "picture") : element;
}

function plotPart(element, name) {
  return partsOf(element).find(({ dataset }) => dataset.plotPart === name);
}

function labelParts(element) {
  if (element.matches(".house-number")) return element.append(" ", label("by the book"));
  const note = document.createElement("p");
  note.className = "house-note";
  note.append(label("By the book"));
  anchorOf(element).prepend(note);
}

function compute(element) {
  if (element.matches(".house-number")) return batchNumbers(element);
  const task = element.matches("dice-plot") ? computePlot : computeTable;
  enqueue(element, () => task(element));
}

/** Runs the tasks one after the other, the nearest to the middle of the window first. */
async function enqueue(element, task, isNote = false) {
  queue.push({ element, task, isNote });
  if (isBusy) return;
  isBusy = true;
  while (queue.length) {
    const distances = new Map(queue.map((each) => [each, distanceOf(each.element)]));
    queue.sort((one, other) => other.isNote - one.isNote || distances.get(other) - distances.get(one));
    await queue.pop().task().catch(console.error);
    dispatchEvent(new CustomEvent("diceleaf:figures", { detail: { left: queue.length } }));
  }
  isBusy = false;
}

function distanceOf(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return Math.abs(top + bottom - innerHeight);
}

/** Requests numbers that come near the window at the same time in one request. */
function batchNumbers(element) {
  if (waitingNumbers.push(element) > 1) return;
  queueMicrotask(() => {
    while (waitingNumbers.length) {
      const batch = waitingNumbers.splice(0, MAX_NUMBERS);
      enqueue(batch[0], () => computeNumbers(batch));
    }
  });
}

async function computeTable(element) {
  const { house, table, path } = element.dataset;
  if (!house) return;
  const [rows, head] = [element.querySelector("tbody").rows, element.querySelector("thead").rows];
  const columns = [...head[head.length - 1].querySelectorAll("th.number")];
  const book = { columns: columns.map(textOf), cells: Array.from(rows, cellsOf) };
  const reply = await requestFigures(
    { action: "table", table: JSON.parse(table), path: path ?? null, book },
    house,
  );
  if (element.dataset.house !== house) return;
  if (!reply.ok) return showReason(element, reply);
  const template = document.createElement("template");
  template.innerHTML = markup(reply.html);
  replace(element, [...template.content.firstElementChild.childNodes]);
  refineNote(element, { action: "table_note", table: JSON.parse(table) });
}

/** Names in an element's note only the house rules that change it. */
function refineNote(element, request) {
  const { house } = element.dataset;
  const refine = async () => {
    if (element.dataset.house !== house) return;
    const reply = await requestFigures(request, house);
    const note = anchorOf(element).querySelector(":scope > .house-note");
    if (reply.note && note && element.dataset.house === house) note.outerHTML = markup(reply.note);
  };
  enqueue(element, refine, true);
}

function cellsOf(row) {
  return Array.from(row.querySelectorAll(".grid__value"), textOf);
}

function textOf({ textContent }) {
  return textContent;
}

/** Shows why an element follows the standard rules, if the engine reports a reason. */
function showReason(element, { message }) {
  if (!message) return;
  anchorOf(element)
    .querySelector(".house-note")
    .append(` Can’t be calculated by your house rules: ${message}`);
}

/** Replaces the content of an element, and moves the focus from its link to the new one. */
function replace(element, nodes) {
  const links = [...element.querySelectorAll("a")];
  const place = links.indexOf(document.activeElement);
  element.replaceChildren(...nodes);
  if (place >= 0) element.querySelectorAll("a")[place]?.focus({ preventScroll: true });
}

async function computePlot(element) {
  const { house, plot } = element.dataset;
  if (!house) return;
  const caption = textOf(plotPart(element, "title"));
  const reply = await requestFigures({ action: "plot", plot: JSON.parse(plot), inputs: {}, caption }, house);
  if (element.dataset.house !== house || element.querySelector('[data-part="form"]')) return;
  if (!reply.ok) return showReason(element, reply);
  if (reply.note) return showNoEffect(element, reply.note);
  for (const part of partsOf(element)) part.innerHTML = markup(reply.html[part.dataset.plotPart]);
  if (!reply.beside) anchorOf(element).append(bookChart(printed.get(anchorOf(element))));
  refineNote(element, { action: "plot_note", plot: JSON.parse(plot) });
}

/** Shows the printed chart below the note that house rules don't change it. */
function showNoEffect(element, note) {
  for (const part of partsOf(element)) part.replaceChildren(...printed.get(part));
  const template = document.createElement("template");
  template.innerHTML = markup(note);
  anchorOf(element).prepend(template.content);
}

/** Adds the book's chart in a collapsible, if one chart can't show both. */
function bookChart(nodes) {
  const fold = document.createElement("details");
  const line = document.createElement("summary");
  fold.className = "note-line table-wrap"; // as wide as the chart above
  line.textContent = "The book’s chart";
  fold.append(line, ...nodes);
  return fold;
}

async function computeNumbers(batch) {
  const houses = new Set(batch.map(({ dataset }) => dataset.house).filter(Boolean));
  for (const house of houses) {
    const elements = batch.filter(({ dataset }) => dataset.house === house);
    const numbers = elements.map((each) => [JSON.parse(each.dataset.number), printedNumber(each)]);
    const reply = await requestFigures({ action: "numbers", numbers }, house);
    for (const [place, element] of elements.entries()) {
      if (reply.html?.[place] && element.dataset.house === house) {
        element.innerHTML = markup(reply.html[place]);
      }
    }
  }
}

/** Returns the number as printed, without the fraction after it. */
function printedNumber(element) {
  return element.querySelector(".chance").firstChild.textContent;
}

/** Returns the engine's reply with these house rules; `{}` if it failed. */
async function requestFigures(request, house) {
  if (navigator.connection?.saveData) await engine.whenReady();
  const fullRequest = { ...request, house: JSON.parse(house), root: ROOT + INDEX };
  for (;;) {
    try {
      const reply = await engine.call(fullRequest);
      if (reply.working === undefined) return reply;
    } catch ({ reason }) {
      if (reason !== "unavailable") return {};
      await engine.whenReady(); // until then the book's value stays
    }
  }
}
