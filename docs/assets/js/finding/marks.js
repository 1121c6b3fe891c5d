/** What the reader of this site has marked, and where they were. */
import { Marks } from "../kept/marks.js";
import { openStorage } from "../kept/storage.js";
import { ROOT } from "../site.js";

export const marks = new Marks(openStorage(), new URL(ROOT).pathname);
