// Hints, one saying at a time: where to look, why, and what follows. Then the page does it.

import { byId, say } from "./dom.js";

const labels = ["Hint", "Why?", "What follows?", "Do it"];

let hint = null;
let said = 0;

// next says the next saying of a hint, which getHint gets if there is none. It returns the
// squares to light up, or the changes of the marks once all has been said.
export async function next(getHint) {
  if (!hint) {
    const found = await getHint();
    if (!found) return null;
    hint = found;
    said = 0;
  }
  if (said === hint.sayings.length) {
    const changes = [[hint.queens, "q"], [hint.crosses, "x"], [hint.clear, "."]];
    forget();
    return { changes: changes.filter(([names]) => names?.length > 0) };
  }
  const saying = hint.sayings[said++];
  say(byId("puzzle-says"), saying.says);
  const doable = [hint.queens, hint.crosses, hint.clear].some((names) => names?.length > 0);
  if (said === hint.sayings.length) label(doable ? (hint.clear?.length > 0 ? "Clear it" : "Do it") : "Hint");
  else label(labels[said]);
  if (!doable) hint = null;
  return { squares: saying.squares, first: said === 1 };
}

// forget drops the hint, for instance because the board has changed.
export function forget() {
  hint = null;
  label("Hint");
}

function label(text) {
  byId("puzzle-hint").textContent = text;
}
