/** The tables, charts and numbers of a whole book for paper, calculated with the house rules in force. */
import { engine } from "./engine.js";
import { apply } from "./house/figures.js";
import { addPageData } from "./house/page-data.js";

/**
 * Calculates all of them, wherever they are, and resolves when all are shown. Calls `onProgress` with the
 * number of remaining ones. Rejects if they can't be calculated; they are then labelled as the book's.
 */
export async function computeFigures(record, address, onProgress) {
  await addPageData(document, address);
  await new Promise((resolve, reject) => {
    addEventListener("diceleaf:figures", ({ detail: { left } }) => (left ? onProgress(left) : resolve()));
    engine.addEventListener("status", ({ detail }) => detail.status === "error" && reject(detail.message));
    apply(document, record, address, (element, run) => run());
    if (!document.querySelector("[data-house]")) resolve();
  });
}
