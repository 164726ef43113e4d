// The form for another puzzle. One is made beforehand once a puzzle is solved.

import { byId, fillSizes } from "./dom.js";
import { maker } from "./engine.js";
import { load, save } from "./store.js";

/** @typedef {import("./api").Wish} Wish */

/** @type {Record<string, [number, number, number]>} */
const sizes = { regions: [5, 12, 8], queens: [6, 20, 8] }; // least, most, and the one to begin with

/** @type {Record<string, Record<string, string>>} */
const words = {
  regions: {
    easy: "Easy: there is always a row, column or colour with one place left, or one that rules out another",
    medium: "Medium: you must also see which squares would leave a colour without a place",
    hard: "Hard: you must compare several colours, or try a queen and find out why it fails",
    expert: "Expert: you must try queens and follow what comes of them through several steps",
  },
  queens: {
    easy: "Easy: there is always a row or column with one place left",
    medium: "Medium: you must also see which squares would leave a row or column without a place",
    hard: "Hard: you must try a queen in your head and find out why it fails",
    expert: "Expert: you must try queens and follow what comes of them through many steps",
  },
};

const form = byId("puzzle-form");
/** @type {{ key: string, promise: Promise<import("./api").Puzzle> } | null} */
let ready = null; // made beforehand

/** @type {() => Omit<Wish, "seed">} */
export function chosen() {
  const { kind, level } = form.elements;
  return { kind: kind.value, n: Number(byId("puzzle-rows").value), torus: kind.value === "queens" && byId("puzzle-torus").checked, difficulty: level.value };
}

/** @type {(wish: Omit<Wish, "seed">) => void} */
function choose({ kind, n, torus, difficulty }) {
  form.elements.kind.value = kind;
  fill(n);
  byId("puzzle-torus").checked = torus;
  form.elements.level.value = difficulty;
}

/** @type {(board: import("./model.js").Board, saved: { day: number, difficulty: string }, always?: boolean) => void} makes the form match a puzzle, one of a day only if it is to be followed by its like */
export function like({ kind, n, torus }, { day, difficulty }, always = false) {
  if (!day || always) choose({ kind, n, torus, difficulty: /** @type {Wish["difficulty"]} */ (difficulty) });
}

/** @param {number} n */
function fill(n) {
  const kind = form.elements.kind.value;
  const [least, most, usual] = sizes[kind];
  fillSizes(byId("puzzle-rows"), least, most, n >= least && n <= most ? n : usual);
  byId("puzzle-wrap").hidden = kind !== "queens";
  for (const [level, text] of Object.entries(words[kind])) byId(`puzzle-${level}`).textContent = text;
}

form.addEventListener("change", (/** @type {any} */ { target }) => {
  if (target.name === "kind") fill(Number(byId("puzzle-rows").value));
  save("wish", chosen());
});

choose(load("wish"));

/** @param {Omit<Wish, "seed">} wish */
function ask(wish) {
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  return { key: JSON.stringify(wish), promise: maker.make({ ...wish, seed }) };
}

// make returns a new puzzle of the chosen sort.
export async function make() {
  const wish = chosen();
  if (ready?.key !== JSON.stringify(wish)) {
    maker.cancel();
    ready = ask(wish);
  }
  const { promise } = ready;
  ready = null;
  return promise;
}

// prepare makes the next puzzle beforehand.
export function prepare() {
  const wish = chosen();
  if (ready?.key === JSON.stringify(wish)) return;
  ready = ask(wish);
  ready.promise.catch(() => (ready = null)); // make says what is wrong
}

export function leave() {
  maker.cancel();
  ready = null;
}
