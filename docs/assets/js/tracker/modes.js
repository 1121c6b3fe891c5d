/** The settings of the tracker's modes, by the checkboxes that switch them. */
const SETTINGS = { "own-dice": "own-dice", bare: "only-count" };

/** Connects the checkboxes of a tracker's modes. The modes are saved, and shown as `data-` attributes. */
export function connectModes(tracker, signal) {
  for (const [mode, setting] of Object.entries(SETTINGS)) {
    const box = tracker.part(mode);
    const show = (isOn) => tracker.toggleAttribute(`data-${mode}`, isOn);
    box.checked = tracker.storage.read(setting) ?? false;
    show(box.checked);
    const change = () => {
      tracker.storage.note(setting, box.checked ? "yes" : "no");
      show(box.checked);
    };
    box.addEventListener("change", change, { signal });
  }
}
