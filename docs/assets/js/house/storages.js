/** The storages of sets in force: for all tabs, and for a preview in this tab. */
import { STORAGE } from "../site.js";
import { openRawStorage, openStorage } from "../storage/local-storage.js";

export const everywhere = openStorage();
export const inThisTab = openStorage(STORAGE, openRawStorage("sessionStorage"));
