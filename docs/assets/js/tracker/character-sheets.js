import { Collection, nameOf } from "../storage/collection.js";

/** Returns the reader's characters, or null if the tracker's game adds none from sheets. */
export function openSheets({ game, sheetVersion }) {
  if (!sheetVersion) return null;
  return new Collection({ kind: "sheet", game, version: Number(sheetVersion), oldest: 1 });
}

/** Writes the changes of an encounter to the sheets of its characters; returns their names. */
export async function updateSheets(tracker, sheets, scene) {
  const { game } = tracker.dataset;
  const text = JSON.stringify(scene);
  const isMentioned = ({ name }) => name && text.includes(JSON.stringify(name));
  const names = [];
  for (const { id } of sheets.list.filter(isMentioned)) {
    const { version, item } = await sheets.read(id);
    if (!item) continue;
    const upgraded = await tracker.ask({ action: "upgrade", game, version, sheet: item });
    if (!upgraded.ok) continue;
    const reply = await tracker.ask({ action: "tracker_update_sheet", game, scene, sheet: upgraded.sheet });
    if (!reply.ok) continue; // not in this encounter
    await sheets.save(id, () => ({ item: reply.sheet }));
    names.push(nameOf(reply.sheet));
  }
  return names;
}
