// A set of puzzles for a class, one after another: whoever has the link has the same ones. What a pupil has solved
// stays on the device, as with any other puzzle.

import { addressOf } from "../address";
import { nameOf, optionsOf, puzzleAt, readChoice, type Choice } from "../choice";
import { titleOf } from "../days";
import { element } from "../dom";
import { maker } from "../engine";
import type { Puzzle } from "../game";
import { t, tried } from "../language";
import { countOf } from "../model";
import { QueensPuzzle } from "../queens-puzzle";
import { describe } from "../say";
import { loadGame, watch } from "../store";
import { addView, mount, title, writeAddress } from "../view";
import html from "./set.html";

const parts = mount("set", html, { puzzle: QueensPuzzle, next: HTMLAnchorElement, title: HTMLElement, says: HTMLElement, list: HTMLElement });

interface Place { choice: Choice; at: number; puzzle: Puzzle }

addView({
  name: "set",
  async find(_, options): Promise<Place> {
    const choice = readChoice(options);
    let at = Math.min(countOf(options.at), choice.count);
    if (at === 0) for (at = 1; at < choice.count && isSolved(await puzzleAt(choice, at - 1)); ) at++; // the first that is not
    return { choice, at, puzzle: await puzzleAt(choice, at - 1) };
  },
  async show(found: Place) {
    place = found;
    const { choice, at, puzzle } = found;
    writeAddress("set", "", { ...optionsOf(choice), at });
    title(`${nameOf(choice)}, ${at}`);
    parts.title.textContent = nameOf(choice);
    parts.next.hidden = at === choice.count;
    parts.next.href = linkTo(at + 1);
    await parts.puzzle.play(puzzle);
    list();
  },
  leave() {
    place = undefined;
    parts.puzzle.keep();
    maker.cancel();
  },
  sheet() {
    const { state } = parts.puzzle;
    return state && { name: [...titleOf(t, state.day, t.number(place?.at ?? 1), state.difficulty)], shown: parts.puzzle.shown, torus: false, link: location.href };
  },
});

let place: Place | undefined;

const linkTo = (at: number) => (place ? addressOf("set", "", { ...optionsOf(place.choice), at }) : "");

function isSolved({ text }: Puzzle): boolean {
  const game = loadGame(text);
  return game?.end === "solved" && !game.gaveUp;
}

// list lists the puzzles of the set. Those that are still to be made come one after another.
const list = tried(async () => {
  const shown = place;
  if (!shown) return;
  const { choice, at } = shown;
  const items: HTMLElement[] = [];
  let solved = 0;
  for (let i = 0; i < choice.count; i++) {
    const puzzle = await puzzleAt(choice, i);
    if (place !== shown) return;
    const link = element("a", { href: linkTo(i + 1) }, describe(t, puzzle.text, puzzle.difficulty));
    if (i + 1 === at) link.setAttribute("aria-current", "true");
    const done = isSolved(puzzle);
    if (done) solved++;
    items.push(element("li", {}, link, ...(done ? [" ", element("span", { role: "img", className: "done", "aria-label": t("learn.done") }, "✓")] : [])));
  }
  parts.list.replaceChildren(...items);
  parts.says.textContent = t("set.solved", { n: solved, of: choice.count });
});
parts.puzzle.addEventListener("queens-change", () => parts.next.classList.toggle("main", parts.puzzle.state?.end === "solved"));
parts.puzzle.addEventListener("queens-solved", list);
watch("games", list);
