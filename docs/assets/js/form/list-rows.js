/** The rows of a list in a form: cloned from its template and numbered in order. */

const ROW = "__row__";

const rowsOf = (list) => list.querySelector(":scope > .rows");

/** Sets the number of rows of a list, adding or removing rows at the end. */
export function setRowCount(list, count) {
  const rows = rowsOf(list);
  while (rows.children.length > count) rows.lastElementChild.remove();
  while (rows.children.length < count) rows.append(newRow(list, rows.children.length));
  updateRowButtons(list);
}

/** Returns the number of rows, and the index of the row that contains an element. */
export function countRows(list) {
  return rowsOf(list).children.length;
}

export function rowIndex(list, element) {
  return [...rowsOf(list).children].findIndex((row) => row.contains(element));
}

/** Returns the first control of a row, or the button that adds a row if there is no such row. */
export function firstControlOfRow(list, place) {
  const row = rowsOf(list).children[place];
  return row?.querySelector("input, select, textarea") ?? list.querySelector(":scope > [data-add]");
}

/** Disables buttons that can't add or remove another row. */
export function updateRowButtons(list) {
  const count = countRows(list);
  list.querySelector(":scope > [data-add]").disabled = count >= Number(list.dataset.most);
  for (const row of rowsOf(list).children) {
    row.querySelector(":scope > [data-remove]").disabled = count <= Number(list.dataset.fewest);
  }
}

/** Labels the button that removes a row with its number and first value. */
export function labelRows(form) {
  for (const name of form.querySelectorAll("[data-row-name]")) {
    const row = name.closest(".row");
    const first = row.querySelector(":scope > .row__fields :is(input, select, textarea)");
    const entry = first?.selectedOptions?.[0]?.text ?? first?.value.trim();
    const place = [...row.parentElement.children].indexOf(row) + 1;
    name.textContent = entry ? `${place}, ${entry}` : place;
  }
}

function newRow(list, place) {
  const row = list.querySelector(":scope > template").content.cloneNode(true);
  number(row, place);
  return row;
}

/** Replaces the outermost placeholder by the row's number; inner lists keep their own. */
function number(root, place) {
  for (const element of root.querySelectorAll("*")) {
    for (const attribute of element.attributes) {
      if (!attribute.value.includes(ROW)) continue;
      attribute.value = attribute.value
        .split(" ")
        .map((word) => word.replace(ROW, place))
        .join(" ");
    }
    if (element instanceof HTMLTemplateElement) number(element.content, place);
  }
}
