// The form for another puzzle.

import { byId, fillSizes } from "./dom.js";
import { maker, newPuzzle } from "./engine.js";
import { t } from "./language.js";
import { load, save } from "./store.js";

/** @typedef {import("./api").Wish} Wish */
/** @type {Record<string, [number, number, number]>} */ export const sizes = { regions: [4, 12, 8], queens: [6, 20, 8] }; // least, most, and the one to begin with

const form = byId("puzzle-form");
/** @type {() => Omit<Wish, "seed">} */ function chosen() {
  const { kind, level } = form.elements;
  return { kind: kind.value, n: Number(byId("puzzle-rows").value), torus: kind.value === "queens" && byId("puzzle-torus").checked, difficulty: level.value };
}

/** @type {(wish: Omit<Wish, "seed">) => void} */ function choose({ kind, n, torus, difficulty }) {
  form.elements.kind.value = kind;
  fill(n);
  byId("puzzle-torus").checked = torus;
  form.elements.level.value = difficulty;
}

/** @type {(board: import("./model.js").Board, saved: { day: number, difficulty: string }, always?: boolean) => void} makes the form match a puzzle, one of a day only if it is to be followed by its like */
export function like({ kind, n, torus }, { day, difficulty }, always = false) {
  if (!day || always) choose({ kind, n, torus, difficulty: /** @type {Wish["difficulty"]} */ (difficulty) });
}

/** @param {number} n */ function fill(n) {
  const kind = form.elements.kind.value;
  const [least, most, usual] = sizes[kind];
  fillSizes(byId("puzzle-rows"), least, most, n >= least && n <= most ? n : usual);
  byId("puzzle-wrap").hidden = kind !== "queens";
  for (const level of form.elements.level) level.nextElementSibling.textContent = t(/** @type {import("./words.js").Key} */ (`${kind}.${level.value}`));
}

form.addEventListener("change", (/** @type {any} */ { target }) => {
  if (target.name === "kind") fill(Number(byId("puzzle-rows").value));
  save("wish", chosen());
});

choose(load("wish"));

// make returns a new puzzle of the chosen sort.
export function make() {
  maker.cancel();
  return newPuzzle(chosen());
}
