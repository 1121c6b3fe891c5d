/** Where sets in force are stored: for all tabs, and where a reader only looks at one, for this tab. */
import { STORAGE } from "../site.js";
import { openRawStorage, openStorage } from "../storage/local-storage.js";

export const everywhere = openStorage();
export const inThisTab = openStorage(STORAGE, openRawStorage("sessionStorage"));
