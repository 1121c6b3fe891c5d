/** What the reader of this site has marked, and where they were. */
import { Bookmarks } from "../kept/bookmarks.js";
import { Places } from "../kept/places.js";
import { openRecords } from "../kept/records.js";
import { openStorage } from "../kept/storage.js";

export const bookmarks = new Bookmarks(openRecords());
export const places = new Places(openStorage());
