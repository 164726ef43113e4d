// All solutions of a board, and the images of one.

import { writeAddress } from "./address.js";
import { read, sharedOf } from "./board-view.js";
import { Board, thumbnail } from "./board.js";
import { byId, element, fillSizes, say } from "./dom.js";
import { counter, library, maker } from "./engine.js";
import { t, tried } from "./language.js";
import { writePosition } from "./model.js";
import { share } from "./share.js";

/** @typedef {import("./model.js").Position} Position */

const page = 120; // solutions listed at a time

const board = new Board(byId("solutions-board"), t, "solutions.board");
const shareSolution = share("solutions");

/** @type {Position} */ let position;
let listed = 0;
/** @type {import("./api").Image[]} */ let images = []; // of the selected solution
let shown = 0; // index of the image on the board

/** @param {string} text */ export async function open(text) {
  await change(await read(text || "n=8"));
}

export const sheet = () => ({ name: [t("page.title"), ...(images[shown] ? [images[shown].vector] : [])], shown: board.shown, torus: position.torus, link: location.href });

export function leave() {
  counter.cancel();
  maker.cancel();
}

fillSizes(byId("solutions-rows"), 1, 20, 8);
byId("solutions-rows").onchange = tried((/** @type {any} */ { target }) => change({ ...position, n: Number(target.value), queens: [], blocked: [] }));
byId("solutions-torus").onchange = tried((/** @type {any} */ { target }) => change({ ...position, torus: target.checked }));
byId("solutions-fundamental").onchange = byId("solutions-all").onchange = tried(() => change(position));
byId("solutions-more").onclick = tried(() => list());
byId("solutions-turns").onclick = tried((/** @type {any} */ { target }) => {
  if (target.dataset.turn && images.length > 0) return showImage(images[shown].then[target.dataset.turn]);
});

const fundamental = () => byId("solutions-fundamental").checked;

/** @param {Position} asked */ async function change(asked) {
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

/** @param {Position} asked */ async function census(asked) {
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

/** @param {import("./api").Listed} solution @param {number} number */ function listItem(solution, number) {
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

/** @param {any} button @param {import("./api").Listed} solution */ async function choose(button, { vector }) {
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

/** @param {import("./api").Image} image */ const nameOf = ({ symmetry }) => t(/** @type {import("./words.js").Key} */ (`symmetry.${symmetry}`));

/** @param {import("./api").Image} image @param {number} i */ function imageItem(image, i) {
  const notes = [];
  if (image.same !== i) notes.push(t("solutions.same", { symmetry: nameOf(images[image.same]) }));
  if (!image.solves) notes.push(t("solutions.unsolved"));
  const button = element("button", { type: "button", className: "solution" }, thumbnail(position.n, image.queens), element("span", {}, nameOf(image)));
  if (notes.length > 0) button.append(element("small", {}, notes.join(", ")));
  button.setAttribute("aria-pressed", "false");
  button.onclick = tried(() => showImage(i));
  return element("li", {}, button);
}

/** @param {number} i */ async function showImage(i) {
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
