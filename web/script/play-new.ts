// The form for another puzzle.

import { byId, fillSizes } from "./dom";
import { maker, newPuzzle } from "./engine";
import { t } from "./language";
import { load, save } from "./store";
import type { Wish } from "./api";
import type { Board } from "./model";
import type { Key } from "./words";

export const sizes: Record<string, [number, number, number]> = { regions: [4, 12, 8], queens: [6, 20, 8] }; // least, most, and the one to begin with

const form = byId("puzzle-form");
function chosen(): Omit<Wish, "seed"> {
  const { kind, level } = form.elements;
  return { kind: kind.value, n: Number(byId("puzzle-rows").value), torus: kind.value === "queens" && byId("puzzle-torus").checked, difficulty: level.value };
}

function choose({ kind, n, torus, difficulty }: Omit<Wish, "seed">) {
  form.elements.kind.value = kind;
  fill(n);
  byId("puzzle-torus").checked = torus;
  form.elements.level.value = difficulty;
}

// like makes the form match a puzzle, one of a day only if it is to be followed by its like
export function like({ kind, n, torus }: Board, { day, difficulty }: { day: number, difficulty: string }, always = false) {
  if (!day || always) choose({ kind, n, torus, difficulty: (difficulty as Wish["difficulty"]) });
}

function fill(n: number) {
  const kind = form.elements.kind.value;
  const [least, most, usual] = sizes[kind];
  fillSizes(byId("puzzle-rows"), least, most, n >= least && n <= most ? n : usual);
  byId("puzzle-wrap").hidden = kind !== "queens";
  for (const level of form.elements.level) level.nextElementSibling.textContent = t(`${kind}.${level.value}` as Key);
}

form.addEventListener("change", ({ target }: any) => {
  if (target.name === "kind") fill(Number(byId("puzzle-rows").value));
  save("wish", chosen());
});

choose(load("wish"));

// make returns a new puzzle of the chosen sort.
export function make() {
  maker.cancel();
  return newPuzzle(chosen());
}
