// The board to try: queens and blocked squares as one likes, and in how many ways they can be
// completed.

import { addressOf, writeAddress } from "./address";
import { Board } from "./board";
import { byId, fillSizes, say } from "./dom";
import { counter, library, maker } from "./engine";
import { onSubmit, reported, t, tried } from "./language";
import { attacked, conflicts, readBoard, sorted, writePosition, type Position } from "./model";
import { share, type Shared } from "./share";
import { Fault } from "./words";
import type { Ways } from "./api";

const board = new Board(byId("board-board"), t, "board.name", {
  press: (name) => press(name),
  hold: (name) => toggle("blocked", name),
  keys: { x: (name) => toggle("blocked", name) },
});
const shareBoard = share("board");
const past: Position[] = []; // for Undo

let position: Position;

export function sharedOf(position: Position): Shared {
  const text = writePosition(position);
  const attempt = { text: writePosition({ ...position, queens: [] }), queens: position.queens, crosses: [], letters: false };
  return { link: new URL(addressOf("board", text), location.href).href, text, n: position.n, attempt };
}

export async function read(text: string): Promise<Position> {
  const board = readBoard(text);
  if (board?.kind !== "queens") return library.read(text);
  const both = board.given.filter((name) => board.blocked.includes(name));
  if (both.length > 0) throw new Fault("blocked", { squares: both });
  return { n: board.n, torus: board.torus, queens: board.given, blocked: board.blocked };
}

export async function open(text: string) {
  if (!text && position) return change(position);
  const found = await read(text || "n=8");
  if (position && writePosition(found) !== writePosition(position)) past.push(position);
  change(found);
}

export const sheet = () => ({ name: [t("page.title")], shown: board.shown, torus: position.torus, link: location.href });

export function leave() {
  counter.cancel();
  maker.cancel();
}

fillSizes(byId("board-rows"), 1, 20, 8);
byId("board-rows").onchange = ({ target }: any) => edit({ n: Number(target.value), queens: [], blocked: [] });
byId("board-torus").onchange = ({ target }: any) => edit({ torus: target.checked });
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
onSubmit("board-open", () => open(byId("board-notation").value));

function press(name: string) {
  if (position) toggle(byId("board-blocks").checked || position.blocked.includes(name) ? "blocked" : "queens", name);
}

function toggle(kind: "queens" | "blocked", name: string) {
  if (!position) return;
  const other = kind === "queens" ? "blocked" : "queens";
  const without = position[other].filter((each) => each !== name);
  const own = position[kind].filter((each) => each !== name);
  if (own.length === position[kind].length) own.push(name);
  edit({ [kind]: sorted(own), [other]: without });
}

function edit(changes: Partial<Position>) {
  past.push(position);
  change({ ...position, ...changes });
}

// change shows a position and counts its solutions.
function change(changed: Position) {
  position = changed;
  counter.cancel();
  const { n, torus, queens } = position;
  byId("board-rows").value = n;
  byId("board-torus").checked = torus;
  byId("board-undo").disabled = past.length === 0;
  const { pairs } = draw();
  const solved = queens.length === n && pairs.length === 0;
  say(byId("board-says"), sayPosition(pairs, solved));
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

function sayPosition(pairs: [string, string][], solved: boolean): string {
  const { n, queens } = position;
  if (solved) return t("board.solved", { n });
  if (queens.length === 0) return t("board.none");
  if (pairs.length === 0) return t("board.some", { n: queens.length, of: n });
  const said = t("board.attacks", { pairs: pairs.slice(0, 3).map(([a, b]) => t("board.pair", { a, b })) });
  return pairs.length > 3 ? `${said} ${t("board.more", { n: pairs.length - 3 })}` : said;
}

function draw() {
  const found = conflicts(position, position.queens);
  const shade = byId("board-shade").checked;
  board.show({ ...position, lines: found.lines, attacked: shade ? attacked(position, position.queens) : found.pairs.flat() });
  return found;
}

const count = reported(async () => {
  const asked = position;
  byId("board-ways").classList.add("old");
  const ways = await counter.ways(asked, (soFar) => {
    if (position === asked) showWays(soFar);
  });
  if (position !== asked) return;
  showWays(ways);
  byId("board-next").querySelector("[data-view=puzzle]").hidden = ways.number !== 1 || asked.queens.length === asked.n;
});

function showWays(ways: Ways) {
  const { number, known, done } = ways;
  byId("board-ways").textContent = known === "about" ? t("ways.aboutNumber", { n: rounded(number) }) : known === "more" ? t("ways.moreNumber", { n: number }) : t.number(number);
  byId("board-ways").classList.remove("old");
  say(byId("board-ways-says"), sayWays(ways));
  const bar = byId("board-ways-bar");
  bar.hidden = done === 1 || known !== "about";
  bar.value = done;
  byId("board-finish").disabled = number === 0;
}

function sayWays({ number, known, attacked }: Ways) {
  if (attacked) return t("ways.attacked");
  if (known === "more") return t("ways.more");
  if (known === "about") return t("ways.about", { n: rounded(number) });
  if (number === 0) return t("ways.none");
  return position.queens.length === position.n ? t("ways.complete") : t("ways.exactly", { n: number });
}

const rounded = (number: number) => Number(number.toPrecision(2)); // an estimate
