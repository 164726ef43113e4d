// The board to try: queens and blocked squares as one likes, and in how many ways they can be
// completed.

import { addressOf, type ViewName } from "../address";
import type { Ways } from "../api";
import { Board } from "../board";
import { able, fillSizes, say } from "../dom";
import { counter, maker } from "../engine";
import { ask, onSubmit, t, tried } from "../language";
import { attacked, conflicts, sorted, writePosition, type Position } from "../model";
import { emptyBoard, readPosition, resized, sharedOf } from "../position";
import { share } from "../share";
import { addView, mount, writeAddress } from "../view";
import { rounded } from "../words";
import html from "./board.html";

const parts = mount("board", html, {
  board: HTMLElement, blocks: HTMLInputElement, share: HTMLElement, rows: HTMLSelectElement, torus: HTMLInputElement, options: HTMLDetailsElement, shade: HTMLInputElement,
  undo: HTMLButtonElement, clear: HTMLButtonElement, finish: HTMLButtonElement, open: HTMLFormElement, notation: HTMLInputElement, says: HTMLElement,
  next: HTMLElement, ways: HTMLElement, waysSays: HTMLElement, toPuzzle: HTMLAnchorElement, waysBar: HTMLProgressElement,
});

addView({
  name: "board", leave,
  find: (text) => (text ? readPosition(text) : position),
  show(found: Position) {
    if (opened && writePosition(found) !== writePosition(position)) past.push(position);
    opened = true;
    change(found);
  },
  sheet: () => ({ name: [t("page.title")], shown: board.shown, torus: position.torus, link: location.href }),
});

const board = new Board(parts.board, t, "board.name", {
  press: (name) => toggle(parts.blocks.checked || position.blocked.includes(name) ? "blocked" : "queens", name),
  hold: (name) => toggle("blocked", name),
  keys: { x: (name) => toggle("blocked", name) },
});
const shareBoard = share(parts.share);
const past: Position[] = []; // for Undo
let position = emptyBoard(8);
let opened = false; // a link
draw();

function leave() {
  counter.cancel();
  maker.cancel();
}

fillSizes(parts.rows, 1, MOST_ROWS, 8);
parts.rows.onchange = () => edit(resized(position, Number(parts.rows.value)));
parts.torus.onchange = () => edit({ torus: parts.torus.checked });
parts.shade.onchange = draw;
parts.undo.onclick = () => {
  const before = past.pop();
  if (before) change(before);
};
parts.clear.onclick = () => edit({ queens: [], blocked: [] });
parts.finish.onclick = tried(async () => {
  if (parts.finish.ariaDisabled === "true") return;
  const asked = position;
  const queens = await maker.find(position);
  if (position === asked) edit({ queens });
});
onSubmit(parts.open, async () => {
  const found = await readPosition(parts.notation.value);
  past.push(position);
  change(found);
});

function toggle(kind: "queens" | "blocked", name: string) {
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
  parts.rows.value = String(n);
  parts.torus.checked = torus;
  parts.options.open ||= torus;
  able(parts.undo, past.length > 0);
  const { pairs } = draw();
  const solved = queens.length === n && pairs.length === 0;
  say(parts.says, sayPosition(pairs, solved));
  parts.section.classList.toggle("solved", solved);
  const text = writePosition(position);
  writeAddress("board", text);
  shareBoard(sharedOf(position));
  for (const link of parts.next.querySelectorAll("a")) {
    link.href = addressOf(link.dataset.to as ViewName, text);
    link.hidden = pairs.length > 0 || link.dataset.to === "puzzle";
  }
  able(parts.finish, false);
  count(position);
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
  const shade = parts.shade.checked;
  board.show({ ...position, lines: found.lines, attacked: shade ? attacked(position, position.queens) : found.pairs.flat() });
  return found;
}

function count(asked: Position) {
  parts.ways.classList.add("old");
  const show = (ways: Ways) => position === asked && showWays(ways);
  ask(parts.waysSays, t("solutions.counting"), () => counter.ways(asked, show), (ways) => {
    if (!show(ways)) return;
    parts.toPuzzle.hidden = ways.number !== 1 || asked.queens.length === asked.n;
  });
}

function showWays(ways: Ways) {
  const { number, known, done } = ways;
  const about = known === "about" ? t("ways.aboutNumber", { n: rounded(number) }) : t("ways.moreNumber", { n: number });
  parts.ways.textContent = known === "exactly" ? t.number(number) : about;
  parts.ways.classList.remove("old");
  say(parts.waysSays, sayWays(ways));
  parts.waysBar.hidden = done === 1 || known !== "about";
  parts.waysBar.value = done;
  able(parts.finish, number > 0 && position.queens.length < position.n);
  return true;
}

function sayWays({ number, known, attacked }: Ways) {
  if (attacked) return t("ways.attacked");
  if (known === "more") return t("ways.more");
  if (known === "about") return t("ways.about", { n: rounded(number) });
  if (number === 0) return t("ways.none");
  return position.queens.length === position.n ? t("ways.complete") : t("ways.exactly", { n: number });
}
