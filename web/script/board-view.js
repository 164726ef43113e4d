// The board to try: queens and blocked squares as one likes, and in how many ways they can be
// completed.

import { addressOf, writeAddress } from "./address.js";
import { Board } from "./board.js";
import { byId, fillSizes, report, say, tried } from "./dom.js";
import { counter, library, maker } from "./engine.js";
import { attacked, conflicts, plural, readBoard, sorted, writePosition } from "./model.js";
import { share } from "./share.js";

/** @typedef {import("./model.js").Position} Position */

const board = new Board(byId("board-board"), "Board", {
  press: (name) => press(name),
  hold: (name) => toggle("blocked", name),
  keys: { x: (name) => toggle("blocked", name) },
});
const shareBoard = share("board");
/** @type {Position[]} */ const past = []; // for Undo

/** @type {Position} */ let position;

/** @type {(position: Position) => import("./share.js").Shared} */ export function sharedOf(position) {
  const text = writePosition(position);
  const attempt = { text: writePosition({ ...position, queens: [] }), queens: position.queens, crosses: [], letters: false };
  return { link: new URL(addressOf("board", text), location.href).href, text, n: position.n, attempt };
}

/** @type {(text: string) => Promise<Position>} */ export async function read(text) {
  const board = readBoard(text);
  if (board?.kind !== "queens") return library.read(text);
  if (board.given.some((name) => board.blocked.includes(name))) throw new Error("A queen stands on a blocked square.");
  return { n: board.n, torus: board.torus, queens: board.given, blocked: board.blocked };
}

/** @param {string} text */ export async function open(text) {
  if (!text && position) return change(position);
  const found = await read(text || "n=8");
  if (position && writePosition(found) !== writePosition(position)) past.push(position);
  change(found);
}

export function leave() {
  counter.cancel();
  maker.cancel();
}

fillSizes(byId("board-rows"), 1, 20, 8);
byId("board-rows").onchange = (/** @type {any} */ { target }) => edit({ n: Number(target.value), queens: [], blocked: [] });
byId("board-torus").onchange = (/** @type {any} */ { target }) => edit({ torus: target.checked });
byId("board-shade").onchange = () => draw();
byId("board-undo").onclick = () => {
  const before = past.pop();
  if (before) change(before);
};
byId("board-clear").onclick = () => edit({ queens: [], blocked: [] });
byId("board-finish").onclick = tried(async () => {
  const asked = position;
  const queens = await maker.find(position);
  if (position === asked) edit({ queens });
});
byId("board-open").onsubmit = (/** @type {Event} */ event) => {
  event.preventDefault();
  tried(open)(byId("board-notation").value);
};

/** @param {string} name */ function press(name) {
  if (position) toggle(byId("board-blocks").checked || position.blocked.includes(name) ? "blocked" : "queens", name);
}

/** @param {"queens" | "blocked"} kind @param {string} name */ function toggle(kind, name) {
  if (!position) return;
  const other = kind === "queens" ? "blocked" : "queens";
  const without = position[other].filter((each) => each !== name);
  const own = position[kind].filter((each) => each !== name);
  if (own.length === position[kind].length) own.push(name);
  edit({ [kind]: sorted(own), [other]: without });
}

/** @param {Partial<Position>} changes */ function edit(changes) {
  past.push(position);
  change({ ...position, ...changes });
}

// change shows a position and counts its solutions.
/** @param {Position} changed */ function change(changed) {
  position = changed;
  counter.cancel();
  report("");
  const { n, torus, queens } = position;
  byId("board-rows").value = n;
  byId("board-torus").checked = torus;
  byId("board-undo").disabled = past.length === 0;
  const { pairs } = draw();
  const solved = queens.length === n && pairs.length === 0;
  say(byId("board-says"), sayPosition(pairs.map((pair) => pair.join(" and ")), solved));
  byId("board-view").classList.toggle("solved", solved);
  const text = writePosition(position);
  writeAddress("board", text);
  shareBoard(sharedOf(position));
  for (const link of byId("board-next").querySelectorAll("a")) {
    link.href = addressOf(link.dataset.view, text);
    link.hidden = pairs.length > 0 || link.dataset.view === "puzzle";
  }
  byId("board-finish").disabled = true;
  count();
}

/** @type {(pairs: string[], solved: boolean) => string} */ function sayPosition(pairs, solved) {
  const { n, queens } = position;
  const count = plural(queens.length, "queen");
  if (solved) return n === 1 ? "Solved." : `Solved: ${count}, and no two attack each other.`;
  if (pairs.length > 3) return `${count}. ${pairs.slice(0, 3).join(", ")} attack each other, and so do ${plural(pairs.length - 3, "more pair")}.`;
  if (pairs.length > 0) return `${count}. ${pairs.join(", ")} attack each other.`;
  if (queens.length === 0) return "There are no queens on the board.";
  return queens.length === 1 ? `1 queen of ${n}.` : `${count} of ${n}, and no two attack each other.`;
}

function draw() {
  const rules = { kind: /** @type {const} */ ("queens"), regions: null, ...position };
  const found = conflicts(rules, position.queens);
  const shade = byId("board-shade").checked;
  board.show({ ...position, lines: found.lines, attacked: shade ? attacked(rules, position.queens) : found.pairs.flat() });
  return found;
}

const count = tried(async () => {
  const asked = position;
  byId("board-ways").classList.add("old");
  const ways = await counter.ways(asked, (soFar) => {
    if (position === asked) showWays(soFar);
  });
  if (position !== asked) return;
  showWays(ways);
  byId("board-next").querySelector("[data-view=puzzle]").hidden = ways.number !== "1" || asked.queens.length === asked.n;
});

/** @param {import("./api").Ways} ways */ function showWays({ number, says, done }) {
  byId("board-ways").textContent = number;
  byId("board-ways").classList.remove("old");
  say(byId("board-ways-says"), says);
  const bar = byId("board-ways-bar");
  bar.hidden = done === 1 || !number.startsWith("about");
  bar.value = done;
  byId("board-finish").disabled = number === "0";
}
