// All solutions of a board, and the images of one.

import { writeAddress } from "./address";
import { read, sharedOf } from "./board-view";
import { Board, thumbnail } from "./board";
import { byId, element, fillSizes, say } from "./dom";
import { counter, library, maker } from "./engine";
import { t, tried } from "./language";
import { writePosition, type Position } from "./model";
import { share } from "./share";
import type { Image, Listed } from "./api";
import type { Key } from "./words";

const page = 120; // solutions listed at a time

const board = new Board(byId("solutions-board"), t, "solutions.board");
const shareSolution = share("solutions");

let position: Position;
let listed = 0;
let images: Image[] = []; // of the selected solution
let shown = 0; // index of the image on the board

export async function open(text: string) {
  await change(await read(text || "n=8"));
}

export const sheet = () => ({ name: [t("page.title"), ...(images[shown] ? [images[shown].vector] : [])], shown: board.shown, torus: position.torus, link: location.href });

export function leave() {
  counter.cancel();
  maker.cancel();
}

fillSizes(byId("solutions-rows"), 1, 20, 8);
byId("solutions-rows").onchange = tried(({ target }: any) => change({ ...position, n: Number(target.value), queens: [], blocked: [] }));
byId("solutions-torus").onchange = tried(({ target }: any) => change({ ...position, torus: target.checked }));
byId("solutions-fundamental").onchange = byId("solutions-all").onchange = tried(() => change(position));
byId("solutions-more").onclick = tried(() => list());
byId("solutions-turns").onclick = tried(({ target }: any) => {
  if (target.dataset.turn && images.length > 0) return showImage(images[shown].then[target.dataset.turn]);
});

const fundamental = () => byId("solutions-fundamental").checked;

async function change(asked: Position) {
  leave();
  position = asked;
  byId("solutions-rows").value = asked.n;
  byId("solutions-torus").checked = asked.torus;
  writeAddress("solutions", writePosition(asked));
  listed = 0;
  byId("solutions-list").replaceChildren();
  showNone();
  await Promise.all([list(), census(asked)]);
}

async function census(asked: Position) {
  const region = byId("solutions-census");
  const bar = byId("solutions-bar");
  say(region, t("solutions.counting"));
  const { all, fundamental, orbits } = await counter.census(asked, (done) => {
    if (position !== asked) return;
    bar.hidden = false;
    bar.value = done;
  });
  if (position !== asked) return;
  bar.hidden = true;
  const sizes = orbits.map(({ size, count }) => t("solutions.orbits", { n: count, size }));
  say(region, all === 0 ? t("solutions.none") : `${t("solutions.count", { n: all })} ${t("solutions.total", { n: fundamental, orbits: sizes })}`);
}

async function list() {
  const asked = position;
  byId("solutions-more").hidden = true; // until the answer comes
  const found = await maker.solutions({ position: asked, fundamental: fundamental(), from: listed, count: page });
  if (position !== asked) return;
  const items = found.solutions.map((solution, i) => listItem(solution, listed + i + 1));
  byId("solutions-list").append(...items);
  byId("solutions-more").hidden = !found.more;
  if (listed === 0 && items.length > 0) await choose(items[0].firstChild, found.solutions[0]);
  else if (items.length > 0) items[0].firstChild.focus();
  else say(byId("solutions-says"), t("solutions.none"));
  listed += items.length;
}

function listItem(solution: Listed, number: number) {
  const button = element("button", { type: "button", className: "solution" },
    thumbnail(position.n, solution.queens), element("span", {}, fundamental() ? t("solutions.item", { number, size: solution.orbit }) : t.number(number)));
  button.setAttribute("aria-label", t("solutions.label", { number, vector: solution.vector, size: solution.orbit }));
  button.setAttribute("aria-pressed", "false");
  button.onclick = tried(async () => {
    await choose(button, solution);
    byId("solutions-board").scrollIntoView({ block: "nearest" });
  });
  return element("li", {}, button);
}

async function choose(button: any, { vector }: Listed) {
  const asked = position;
  const found = await library.images({ position: asked, vector });
  if (position !== asked) return;
  for (const other of byId("solutions-list").querySelectorAll("[aria-pressed=true]")) other.setAttribute("aria-pressed", "false");
  button.setAttribute("aria-pressed", "true");
  images = found;
  byId("solutions-images").replaceChildren(...images.map(imageItem));
  const different = images.filter((image, i) => image.same === i).length;
  say(byId("solutions-orbit"), different === 8 ? t("solutions.allDifferent") : t("solutions.different", { n: different }));
  await showImage(0);
}

const nameOf = ({ symmetry }: Image) => t(`symmetry.${symmetry}` as Key);

function imageItem(image: Image, i: number) {
  const notes = [];
  if (image.same !== i) notes.push(t("solutions.same", { symmetry: nameOf(images[image.same]) }));
  if (!image.solves) notes.push(t("solutions.unsolved"));
  const button = element("button", { type: "button", className: "solution" }, thumbnail(position.n, image.queens), element("span", {}, nameOf(image)));
  if (notes.length > 0) button.append(element("small", {}, notes.join(", ")));
  button.setAttribute("aria-pressed", "false");
  button.onclick = tried(() => showImage(i));
  return element("li", {}, button);
}

async function showImage(i: number) {
  shown = i;
  [...byId("solutions-images").children].forEach((item, j) => item.firstChild.setAttribute("aria-pressed", i === j));
  const { queens, vector, solves } = images[i];
  const image = { ...position, queens, blocked: solves ? position.blocked : [] };
  board.show({ ...image, given: position.queens.length > 0 && solves ? position.queens : undefined });
  say(byId("solutions-says"), t("solutions.shown", { vector, symmetry: nameOf(images[i]) }));
  shareSolution(sharedOf(image));
}

function showNone() {
  images = [];
  board.show({ n: position.n, queens: position.queens, blocked: position.blocked });
  byId("solutions-images").replaceChildren();
  byId("solutions-bar").hidden = true;
  say(byId("solutions-orbit"), "");
  say(byId("solutions-says"), t("solutions.searching"));
}
