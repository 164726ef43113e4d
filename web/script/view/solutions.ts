// All solutions of a board, and the images of one.

import type { Image, Listed } from "../api";
import { Board, thumbnail } from "../board";
import { able, element, fillSizes, say } from "../dom";
import { counter, library, maker } from "../engine";
import { ask, t } from "../language";
import { countOf, writePosition, type Position } from "../model";
import { emptyBoard, readPosition, resized, sharedOf } from "../position";
import { share } from "../share";
import { gallery } from "../sheet";
import { addView, mount, writeAddress } from "../view";
import { rounded, type Key } from "../words";
import html from "./solutions.html";

const page = 120; // solutions listed at a time

const parts = mount("solutions", html, {
  board: HTMLElement, share: HTMLElement, rows: HTMLSelectElement, torus: HTMLInputElement, more: HTMLButtonElement, print: HTMLButtonElement, turns: HTMLElement,
  fundamental: HTMLInputElement, all: HTMLInputElement, list: HTMLElement, images: HTMLElement, orbit: HTMLElement, bar: HTMLProgressElement,
  census: HTMLElement, says: HTMLElement, before: HTMLButtonElement, after: HTMLButtonElement, options: HTMLDetailsElement,
});

// What the address says: a board, which of its solutions are listed, the number of the one that is shown, from
// 1, and the name of its image.
interface Place { position: Position; fundamental: boolean; number: number; image: string }

addView({
  name: "solutions", leave,
  find: async (text, options): Promise<Place> =>
    ({ position: await readPosition(text || "n=8"), fundamental: "fundamental" in options, number: countOf(options.number) || 1, image: options.image ?? "" }),
  show: open,
  sheet() {
    if (listPrints) return gallery(parts.census.textContent ?? "", solutions.map(({ vector, queens }, i) => ({ name: `${from + i + 1}: ${vector}`, shown: { n: place.position.n, queens } })));
    return { name: [t("page.title"), ...(images[shown] ? [images[shown].vector] : [])], shown: board.shown, torus: place.position.torus, link: location.href };
  },
});

const board = new Board(parts.board, t, "solutions.board");
const shareSolution = share(parts.share);
let place: Place = { position: emptyBoard(8), fundamental: false, number: 1, image: "" };
let listed = ""; // the board of the list, and which of its solutions
let from = 0; // how many come before those in the list
let solutions: Listed[] = []; // in the list
let more = false; // come after them
let listPrints = false;
let images: Image[] = []; // of the selected solution
let shown = 0; // index of the image on the board
board.show({ n: 8 });

function leave() {
  counter.cancel();
  maker.cancel();
  listed = "";
}

const go = (changes: Partial<Place>) => open({ ...place, image: "", ...changes });

fillSizes(parts.rows, 1, MOST_ROWS, 8);
parts.rows.onchange = () => go({ position: resized(place.position, Number(parts.rows.value)), number: 1 });
parts.torus.onchange = () => go({ position: { ...place.position, torus: parts.torus.checked }, number: 1 });
parts.fundamental.onchange = parts.all.onchange = () => go({ fundamental: parts.fundamental.checked, number: 1 });
parts.before.onclick = () => parts.before.ariaDisabled === "false" && go({ number: place.number - 1 });
parts.after.onclick = () => parts.after.ariaDisabled === "false" && go({ number: place.number + 1 });
parts.more.onclick = () => list(from + solutions.length, (first) => first?.focus());
parts.print.onclick = () => {
  listPrints = true;
  print();
  listPrints = false;
};
parts.turns.onclick = ({ target }) => {
  const turn = target instanceof HTMLElement && target.dataset.turn;
  if (turn && images.length > 0) showImage(images[shown].then[Number(turn)]);
};

// open shows what an address says.
function open(wanted: Place) {
  const { position, fundamental, number } = (place = wanted);
  const text = writePosition(position);
  const which = `${text} ${fundamental}`;
  write();
  parts.rows.value = String(position.n);
  parts.torus.checked = position.torus;
  parts.options.open ||= position.torus;
  parts.fundamental.checked = fundamental;
  parts.all.checked = !fundamental;
  if (which !== listed) begin(which);
  if (number > from && number <= from + solutions.length) return choose();
  list(number === from + solutions.length + 1 ? number - 1 : page * Math.floor((number - 1) / page), choose);
}

const write = () => writeAddress("solutions", writePosition(place.position), { fundamental: place.fundamental, number: place.number > 1 && place.number, image: place.image });

// begin lists the solutions of another board, or others of it.
function begin(which: string) {
  leave();
  listed = which;
  from = 0;
  solutions = [];
  images = [];
  const { n, queens, blocked } = place.position;
  board.show({ n, queens, blocked });
  for (const part of [parts.list, parts.images, parts.orbit]) part.replaceChildren();
  parts.bar.hidden = true;
  census(which);
}

// census counts the solutions, and says meanwhile about how many there are.
function census(which: string) {
  const told = ({ done, about }: { done: number; about: number }) => {
    if (listed !== which) return;
    parts.bar.hidden = false;
    parts.bar.value = done;
    if (about > 0) say(parts.census, t("ways.about", { n: rounded(about) }));
  };
  ask(parts.census, t("solutions.counting"), () => counter.census(place.position, told), ({ all, fundamental, orbits }) => {
    if (listed !== which) return;
    parts.bar.hidden = true;
    const sizes = orbits.map(({ size, count }) => t("solutions.orbits", { n: count, size }));
    say(parts.census, all === 0 ? t("solutions.none") : `${t("solutions.count", { n: all })} ${t("solutions.total", { n: fundamental, orbits: sizes })}`);
  });
}

// list adds some solutions to the list, or begins it anew if they do not follow those in it.
function list(start: number, then: (first?: HTMLElement) => unknown) {
  const which = listed;
  parts.more.hidden = true; // until the answer comes
  const { position, fundamental } = place;
  const question = () => maker.solutions({ position, fundamental, from: start, count: page });
  ask(parts.says, solutions.length === 0 ? t("solutions.searching") : "", question, (found) => {
    if (listed !== which) return;
    if (start !== from + solutions.length) {
      parts.list.replaceChildren();
      solutions = [];
      from = start;
    }
    const items = found.solutions.map((solution, i) => listItem(solution, start + i + 1));
    parts.list.append(...items.map((button) => element("li", {}, button)));
    solutions.push(...found.solutions);
    more = found.more;
    parts.more.hidden = !more;
    if (images.length > 0) sayImage();
    return then(items[0]);
  });
}

function listItem(solution: Listed, number: number) {
  const name = place.fundamental ? t("solutions.item", { number, size: solution.orbit }) : t.number(number);
  const button = element("button", { type: "button", className: "solution" }, thumbnail(place.position.n, solution.queens), element("span", {}, name));
  button.setAttribute("aria-label", place.fundamental ? `${name}: ${solution.vector}` : t("solutions.label", { number, vector: solution.vector, size: solution.orbit }));
  button.setAttribute("aria-pressed", "false");
  button.onclick = () => go({ number });
  return button;
}

// choose shows the solution with the number of the place.
async function choose() {
  const asked = place;
  const { position, number, image } = asked;
  const index = number - from - 1;
  const solution = solutions[index];
  able(parts.before, number > 1 && Boolean(solution));
  able(parts.after, index + 1 < solutions.length || more);
  if (!solution) return say(parts.says, number === 1 ? t("solutions.none") : t("fault.solution", { number: t.number(number) }));
  const buttons = [...parts.list.querySelectorAll("button")];
  for (const [i, button] of buttons.entries()) button.setAttribute("aria-pressed", String(i === index));
  reveal(buttons[index]);
  await ask(parts.says, parts.says.textContent ?? "", () => library.images({ position, vector: solution.vector }), (found) => {
    if (place !== asked) return;
    images = found;
    parts.images.replaceChildren(...images.map((each, i) => element("li", {}, imageItem(each, i))));
    const different = images.filter(({ same }, i) => same === i).length;
    say(parts.orbit, different === 8 ? t("solutions.allDifferent") : t("solutions.different", { n: different }));
    showImage(Math.max(0, images.findIndex(({ symmetry }) => symmetry === image)));
  });
}

// reveal scrolls the list to one of its solutions, where it is a line below the board.
function reveal(button: HTMLElement) {
  const [one, all] = [button, parts.list].map((each) => each.getBoundingClientRect());
  parts.list.scrollLeft += one.left - all.left - (all.width - one.width) / 2;
}

const nameOf = ({ symmetry }: Image) => t(`symmetry.${symmetry}` as Key);

function imageItem(image: Image, i: number) {
  const notes = [];
  if (image.same !== i) notes.push(t("solutions.same", { symmetry: nameOf(images[image.same]) }));
  if (!image.solves) notes.push(t("solutions.unsolved"));
  const button = element("button", { type: "button", className: "solution" }, thumbnail(place.position.n, image.queens), element("span", {}, nameOf(image)));
  if (notes.length > 0) button.append(element("small", {}, notes.join(", ")));
  button.setAttribute("aria-pressed", "false");
  button.onclick = () => showImage(i);
  return button;
}

function showImage(i: number) {
  shown = i;
  place = { ...place, image: i > 0 ? images[i].symmetry : "" };
  write();
  parts.images.querySelectorAll("button").forEach((button, j) => button.setAttribute("aria-pressed", String(i === j)));
  const { position } = place;
  const { queens, solves } = images[i];
  const image = { ...position, queens, blocked: solves ? position.blocked : [] };
  board.show({ ...image, given: position.queens.length > 0 && solves ? position.queens : undefined });
  sayImage();
  shareSolution({ ...sharedOf(image), link: location.href });
}

const sayImage = () => say(parts.says, t("solutions.shown", { vector: images[shown].vector, symmetry: nameOf(images[shown]) }));
