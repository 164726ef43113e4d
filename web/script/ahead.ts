// Asks for today's puzzle while the page waits for its words.

import { puzzleOf, today } from "./days";

if (location.hash === "") puzzleOf(today(), "regions").catch(() => {}); // the view reports the error
