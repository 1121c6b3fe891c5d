/** The bookmarks and reading positions of the reader. */
import { Bookmarks } from "../storage/bookmarks.js";
import { ReadingPositions } from "../storage/reading-positions.js";
import { openRecords } from "../storage/records.js";
import { openStorage } from "../storage/local-storage.js";

export const bookmarks = new Bookmarks(openRecords());
export const places = new ReadingPositions(openStorage());
