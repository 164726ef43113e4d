// All solutions of a board, and the images of one.

import type { Image, Listed } from "../api";
import { Board, thumbnail } from "../board";
import { byId, element, fillSizes, say } from "../dom";
import { counter, library, maker } from "../engine";
import { fileOf } from "../files";
import { ask, t, tried } from "../language";
import { writePosition, type Position } from "../model";
import { emptyBoard, readPosition, resized, sharedOf } from "../position";
import { share } from "../share";
import { gallery } from "../sheet";
import { addView, writeAddress } from "../view";
import { rounded } from "../words";
import type { Key } from "../words";
import html from "./solutions.html";

const page = 120; // solutions listed at a time

addView({
  name: "solutions", html, leave,
  find: (text) => readPosition(text || "n=8"),
  show: change,
  sheet() {
    if (listPrints) return gallery(byId("solutions-census").textContent ?? "", solutions.map(({ vector, queens }, i) => ({ name: `${i + 1}: ${vector}`, shown: { n: position.n, queens } })));
    return { name: [t("page.title"), ...(images[shown] ? [images[shown].vector] : [])], shown: board.shown, torus: position.torus, link: location.href };
  },
});

const board = new Board(byId("solutions-board"), t, "solutions.board");
const shareSolution = share(byId("solutions-share"));
let position = emptyBoard(8);
let solutions: Listed[] = []; // in the list
let listPrints = false;
let images: Image[] = []; // of the selected solution
let shown = 0; // index of the image on the board
byId("solutions-density").src = fileOf("density.svg").href;
board.show({ n: 8 });

function leave() {
  counter.cancel();
  maker.cancel();
}

fillSizes(byId("solutions-rows"), 1, MOST_ROWS, 8);
byId("solutions-rows").onchange = () => change(resized(position, Number(byId("solutions-rows").value)));
byId("solutions-torus").onchange = () => change({ ...position, torus: byId("solutions-torus").checked });
byId("solutions-fundamental").onchange = byId("solutions-all").onchange = () => change(position);
byId("solutions-more").onclick = () => list(position);
byId("solutions-print").onclick = () => {
  listPrints = true;
  print();
  listPrints = false;
};
byId("solutions-turns").onclick = ({ target }) => {
  const turn = target instanceof HTMLElement && target.dataset.turn;
  if (turn && images.length > 0) showImage(images[shown].then[Number(turn)]);
};

const fundamental = () => byId("solutions-fundamental").checked;

function change(changed: Position) {
  leave();
  position = { ...changed };
  byId("solutions-rows").value = String(position.n);
  byId("solutions-torus").checked = position.torus;
  writeAddress("solutions", writePosition(position));
  solutions = [];
  images = [];
  board.show({ n: position.n, queens: position.queens, blocked: position.blocked });
  for (const id of ["solutions-list", "solutions-images", "solutions-orbit"] as const) byId(id).replaceChildren();
  byId("solutions-bar").hidden = true;
  list(position);
  census(position);
}

// census counts the solutions, and says meanwhile about how many there are.
function census(asked: Position) {
  const region = byId("solutions-census");
  const told = ({ done, about }: { done: number; about: number }) => {
    if (position !== asked) return;
    byId("solutions-bar").hidden = false;
    byId("solutions-bar").value = done;
    if (about > 0) say(region, t("ways.about", { n: rounded(about) }));
  };
  ask(region, t("solutions.counting"), () => counter.census(asked, told), ({ all, fundamental, orbits }) => {
    if (position !== asked) return;
    byId("solutions-bar").hidden = true;
    const sizes = orbits.map(({ size, count }) => t("solutions.orbits", { n: count, size }));
    say(region, all === 0 ? t("solutions.none") : `${t("solutions.count", { n: all })} ${t("solutions.total", { n: fundamental, orbits: sizes })}`);
  });
}

function list(asked: Position) {
  byId("solutions-more").hidden = true; // until the answer comes
  const question = () => maker.solutions({ position: asked, fundamental: fundamental(), from: solutions.length, count: page });
  ask(byId("solutions-says"), solutions.length === 0 ? t("solutions.searching") : "", question, async (found) => {
    if (position !== asked) return;
    const items = found.solutions.map((solution, i) => listItem(solution, solutions.length + i + 1));
    byId("solutions-list").append(...items.map((button) => element("li", {}, button)));
    byId("solutions-more").hidden = !found.more;
    const first = solutions.length === 0;
    solutions.push(...found.solutions);
    if (items.length === 0) return say(byId("solutions-says"), t("solutions.none"));
    if (first) return choose(items[0], found.solutions[0]);
    showImage(shown); // says again what it is
    items[0].focus();
  });
}

function listItem(solution: Listed, number: number) {
  const name = fundamental() ? t("solutions.item", { number, size: solution.orbit }) : t.number(number);
  const button = element("button", { type: "button", className: "solution" }, thumbnail(position.n, solution.queens), element("span", {}, name));
  button.setAttribute("aria-label", t("solutions.label", { number, vector: solution.vector, size: solution.orbit }));
  button.setAttribute("aria-pressed", "false");
  button.onclick = tried(async () => {
    await choose(button, solution);
    byId("solutions-board").scrollIntoView({ block: "nearest" });
  });
  return button;
}

async function choose(button: HTMLElement, { vector }: Listed) {
  const asked = position;
  const found = await library.images({ position: asked, vector });
  if (position !== asked) return;
  for (const other of byId("solutions-list").querySelectorAll("[aria-pressed=true]")) other.setAttribute("aria-pressed", "false");
  button.setAttribute("aria-pressed", "true");
  images = found;
  byId("solutions-images").replaceChildren(...images.map((image, i) => element("li", {}, imageItem(image, i))));
  const different = images.filter((image, i) => image.same === i).length;
  say(byId("solutions-orbit"), different === 8 ? t("solutions.allDifferent") : t("solutions.different", { n: different }));
  showImage(0);
}

const nameOf = ({ symmetry }: Image) => t(`symmetry.${symmetry}` as Key);

function imageItem(image: Image, i: number) {
  const notes = [];
  if (image.same !== i) notes.push(t("solutions.same", { symmetry: nameOf(images[image.same]) }));
  if (!image.solves) notes.push(t("solutions.unsolved"));
  const button = element("button", { type: "button", className: "solution" }, thumbnail(position.n, image.queens), element("span", {}, nameOf(image)));
  if (notes.length > 0) button.append(element("small", {}, notes.join(", ")));
  button.setAttribute("aria-pressed", "false");
  button.onclick = () => showImage(i);
  return button;
}

function showImage(i: number) {
  shown = i;
  byId("solutions-images").querySelectorAll("button").forEach((button, j) => button.setAttribute("aria-pressed", String(i === j)));
  const { queens, vector, solves } = images[i];
  const image = { ...position, queens, blocked: solves ? position.blocked : [] };
  board.show({ ...image, given: position.queens.length > 0 && solves ? position.queens : undefined });
  say(byId("solutions-says"), t("solutions.shown", { vector, symmetry: nameOf(images[i]) }));
  shareSolution(sharedOf(image));
}
