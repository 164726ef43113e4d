// The form for another puzzle. One is always made beforehand.

import { byId, element } from "./dom.js";
import { maker } from "./engine.js";
import { load, save } from "./store.js";

const sizes = { regions: [5, 12, 8], queens: [6, 20, 8] }; // least, most, and the one to begin with

const words = {
  regions: {
    easy: "Easy: there is always a row, column or colour with one place left, or one that rules out another",
    medium: "Medium: you must also see which squares would leave a colour without a place",
    hard: "Hard: you must compare several colours, or try a queen and find out why it fails",
  },
  queens: {
    easy: "Easy: there is always a row or column with one place left",
    medium: "Medium: you must also see which squares would leave a row or column without a place",
    hard: "Hard: you must try a queen in your head and find out why it fails",
  },
};

const form = byId("puzzle-form");
let ready = null; // { key, promise } of the puzzle made beforehand

export function chosen() {
  const { kind, level } = form.elements;
  return { kind: kind.value, n: Number(byId("puzzle-rows").value), torus: kind.value === "queens" && byId("puzzle-torus").checked, difficulty: level.value };
}

// choose makes the form match a wish or a puzzle.
export function choose({ kind, n, torus, difficulty }) {
  form.elements.kind.value = kind;
  fill(n);
  byId("puzzle-torus").checked = torus;
  form.elements.level.value = difficulty;
}

function fill(n) {
  const { kind } = form.elements;
  const [least, most, usual] = sizes[kind.value];
  const fits = n >= least && n <= most ? n : usual;
  byId("puzzle-rows").replaceChildren(...Array.from({ length: most - least + 1 }, (_, i) => element("option", { value: least + i }, `${least + i}`)));
  byId("puzzle-rows").value = fits;
  byId("puzzle-wrap").hidden = kind.value !== "queens";
  for (const [level, text] of Object.entries(words[kind.value])) byId(`puzzle-${level}`).textContent = text;
}

form.addEventListener("change", ({ target }) => {
  if (target.name === "kind") fill(Number(byId("puzzle-rows").value));
  save("wish", chosen());
});

choose(load("wish", { kind: "regions", n: 8, torus: false, difficulty: "easy" }));

function ask(wish) {
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  return { key: JSON.stringify(wish), promise: maker.ask("make", { ...wish, seed }) };
}

// make returns a new puzzle of the chosen sort.
export async function make() {
  const wish = chosen();
  const key = JSON.stringify(wish);
  if (ready?.key !== key) {
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
