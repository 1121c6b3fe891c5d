/** What the reader of this site has marked, and where they were. */
import { Bookmarks } from "../storage/bookmarks.js";
import { ReadingPositions } from "../storage/reading-positions.js";
import { openRecords } from "../storage/records.js";
import { openStorage } from "../storage/local-storage.js";

export const bookmarks = new Bookmarks(openRecords());
export const places = new ReadingPositions(openStorage());
