// What to share of a game: a link without the answer, a text, a picture, and the result.

import { byId, say, tried } from "./dom.js";
import { library } from "./engine.js";
import { addressOf } from "./address.js";
import { sayDay, sayTime } from "./record.js";

let game = null;
let letters = () => false;

// begin tells which game is shared.
export function begin(played, showsLetters) {
  game = played;
  letters = showsLetters;
  byId("puzzle-link").value = link();
  byId("puzzle-text").value = game.puzzle.text;
  say(byId("puzzle-shared"), "");
}

const link = () => new URL(addressOf("puzzle", game.puzzle.text), location.href).href;

export function result() {
  const { puzzle, day, seconds, hints } = game;
  const what = `${puzzle.kind === "regions" ? "coloured regions" : "queens given"}, ${puzzle.n}×${puzzle.n}, ${puzzle.difficulty.toLowerCase()}`;
  const help = hints === 0 ? "without hints" : hints === 1 ? "with 1 hint" : `with ${hints} hints`;
  return `${day ? `Queens of ${sayDay(day)}` : "Queens"}: ${what}. Solved in ${sayTime(seconds)} ${help}.\n${link()}`;
}

async function copy(text, what, region) {
  try {
    await navigator.clipboard.writeText(text);
    say(region, `Copied the ${what}.`);
  } catch {
    const field = byId("puzzle-result-text");
    field.hidden = false;
    field.value = text;
    field.select();
    say(region, `Copy the ${what} from the field.`);
  }
}

byId("puzzle-share-result").onclick = tried(async () => {
  if (!game) return;
  if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ text: result() }).catch(() => {}); // or not
  else await copy(result(), "result", byId("puzzle-result-says"));
});
byId("puzzle-copy-link").onclick = tried(async () => {
  byId("puzzle-link").select();
  await copy(byId("puzzle-link").value, "link", byId("puzzle-shared"));
});
byId("puzzle-copy-text").onclick = tried(async () => {
  byId("puzzle-text").select();
  await copy(byId("puzzle-text").value, "text", byId("puzzle-shared"));
});
byId("puzzle-save").onclick = tried(async () => {
  if (!game) return;
  const svg = await library.ask("picture", { text: game.puzzle.text, marks: game.marks, letters: letters() });
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  anchor.download = `queens-${game.puzzle.n}.svg`;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 10_000);
  say(byId("puzzle-shared"), `Saved the picture as ${anchor.download}.`);
});
