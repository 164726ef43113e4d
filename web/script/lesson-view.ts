// Three searches for solutions, step by step, and how many steps each takes.

import { writeAddress } from "./address";
import { read } from "./board-view";
import { Board } from "./board";
import { able, byId, element, fillSizes, say } from "./dom";
import { counter, library } from "./engine";
import { reported, t, tried } from "./language";
import { attack, attacked, conflicts, placeOf, writePosition, type Position } from "./model";
import type { Key } from "./words";
import type { Moment } from "./api";

const speeds = [1, 2, 5, 10, 30, 100, 1000, 10_000]; // steps per second
const atOnce = 20_000; // steps between frames on the way to a goal

const board = new Board(byId("lesson-board"), t, "lesson.board");

let start: Position; // the position that the search starts from
let moment: Moment;
let run: object | null = null; // identifies the animation under way, if any

const method = () => byId("lesson-method").value;

export async function open(text: string) {
  const found = await read(text || "n=8");
  if (!start || writePosition(found) !== writePosition(start)) await begin(found);
}

export const sheet = () => ({ name: [t("page.title")], shown: board.shown, torus: start.torus, link: location.href });

export function leave() {
  stop();
  counter.cancel();
}

fillSizes(byId("lesson-rows"), 1, 20, 8);
byId("lesson-method").onchange = () => restart({});
byId("lesson-rows").onchange = ({ target }: any) => restart({ n: Number(target.value), queens: [], blocked: [] });
byId("lesson-torus").onchange = ({ target }: any) => restart({ torus: target.checked });
byId("lesson-start").onclick = () => restart({});
byId("lesson-back").onclick = () => step(-1);
byId("lesson-step").onclick = () => step(1);
byId("lesson-play").onclick = () => (run ? stop() : play());
byId("lesson-dead-end").onclick = () => runTo("dead end");
byId("lesson-solution").onclick = () => runTo("solution");
byId("lesson-end").onclick = () => runTo("");
byId("lesson-speed").oninput = showSpeed;
showSpeed();
showRunning();

function showSpeed() {
  const slider = byId("lesson-speed");
  slider.max = speeds.length - 1;
  const words = t("lesson.perSecond", { n: speeds[slider.value] });
  slider.setAttribute("aria-valuetext", words);
  byId("lesson-speed-words").textContent = words;
}

const restart = tried(async (changes: Partial<Position>) => {
  stop();
  await begin({ ...start, ...changes });
});

async function begin(asked: Position) {
  moment = await library.begin({ position: asked, method: method() });
  start = asked;
  byId("lesson-rows").value = asked.n;
  byId("lesson-torus").checked = asked.torus;
  writeAddress("lesson", writePosition(asked));
  show();
  compare(asked);
}

// compare shows side by side how many steps the methods take.
const compare = reported(async (asked: Position) => {
  counter.cancel();
  byId("lesson-efforts").replaceChildren();
  const efforts = await counter.compare(asked);
  if (start !== asked) return;
  byId("lesson-efforts").replaceChildren(...efforts.map(({ method, tried, outcome }) =>
    element("tr", {}, ...[`method.${method}`, "", `outcome.${outcome}`].map((key, i) =>
      element(i === 0 ? "th" : "td", i === 0 ? { scope: "row" } : {}, key ? t(key as Key) : t.number(tried))))));
});

const step = tried(async (steps: number) => {
  if (!moment) return;
  stop();
  await move(steps, "");
});

async function move(steps: number, goal: string) {
  moment = await library.move({ steps, goal });
  show();
}

// running runs round once for each frame, until it returns false or the user stops it.
const running = tried(async (round: (passed: number) => Promise<boolean>) => {
  if (!moment) return;
  stop();
  const mine = (run = {});
  showRunning();
  try {
    let before = performance.now();
    for (;;) {
      const now = await new Promise(requestAnimationFrame);
      if (run !== mine || !(await round(now - before))) break;
      before = now;
    }
  } finally {
    if (run === mine) stop();
  }
});

function play() {
  let due = 1; // steps
  return running(async (milliseconds) => {
    due += (Math.min(milliseconds, 100) * speeds[byId("lesson-speed").value]) / 1000;
    const steps = Math.floor(due);
    due -= steps;
    if (steps > 0) await move(steps, "");
    return moment.next !== "";
  });
}

const runTo = (goal: string) => running(async () => {
  await move(atOnce, goal);
  const reached = goal === "solution" ? moment.op === "found" : goal === "dead end" && moment.deadEnd;
  return !reached && moment.next !== "";
});

function stop() {
  run = null;
  showRunning();
}

function showRunning() {
  byId("lesson-play").textContent = t(run ? "lesson.pause" : "lesson.play");
  byId("lesson-says").setAttribute("aria-live", run ? "off" : "polite");
  if (moment && !run) say(byId("lesson-says"), sayMoment(moment));
}

function show() {
  const { queens, square, by, next, row } = moment;
  const lines = [...conflicts(start, queens).lines, ...by.flatMap((queen) => attack(start, queen, square[0]) ?? [])];
  board.show({
    ...start, queens, lines, attacked: attacked(start, queens), given: start.queens.length > 0 ? start.queens : undefined,
    marked: square, row: next ? row : -1,
  });
  say(byId("lesson-says"), sayMoment(moment));
  for (const key of (["tried", "placed", "deadEnds", "solutions"] as const)) byId(`lesson-${key}`).textContent = t.number(moment[key]);
  byId("lesson-view").classList.toggle("solved", moment.op === "found");
  byId("lesson-view").classList.toggle("dead", moment.deadEnd);
  for (const id of ["lesson-back", "lesson-start"]) able(byId(id), moment.steps > 0);
  for (const id of ["lesson-step", "lesson-play", "lesson-dead-end", "lesson-solution", "lesson-end"]) able(byId(id), moment.next !== "");
  for (const each of byId("lesson-how").children) each.hidden = each.dataset.method !== method();
  showRows(moment.byRow);
}

// sayMoment says what the last step did, and what comes next.
function sayMoment({ steps, solutions, queens, op, square: [square], by: [by], given, deadEnd, deadRow, next, row, cut }: Moment) {
  const repairs = method() === "min-conflicts";
  if (cut) return t("lesson.cut", { n: steps });
  if (steps === 0 && !next) return t("lesson.nothing");
  if (steps === 0) return repairs ? t("lesson.repairs") : t("lesson.begins", { row: row + 1 });
  const here = Number(square.slice(1));
  if (op === "found") return t("lesson.found", { n: solutions, vector: queens.map((name) => placeOf(name)[1] + 1).join(" ") });
  if (repairs) {
    if (op === "remove") return t("lesson.moves", { square, row: here });
    if (!next) return t("lesson.stuck");
    return t(steps <= queens.length ? "lesson.random" : "lesson.moved", { square });
  }
  const said = [op === "reject" ? t("lesson.reject", { square, by }) : op === "remove" ? t("lesson.remove", { square })
    : given ? t("lesson.given", { square, row: here }) : t("lesson.place", { square })];
  if (deadEnd) said.push(t("lesson.dead", { row: deadRow + 1 }));
  else if (!next) said.push(t("lesson.over", { n: solutions }));
  else if (op === "remove") said.push(next === "remove" ? t("lesson.backwards", { row: here, to: row + 1 }) : t("lesson.onwards", { row: here }));
  return said.join(" ");
}

// showRows draws how many queens were placed in each row.
function showRows(byRow: number[]) {
  const most = Math.max(1, ...byRow);
  const rows = byRow.map((placed, row) => {
    const bar = element("span", { className: "bar" });
    bar.style.setProperty("--share", placed / most);
    return element("tr", {}, element("th", { scope: "row" }, `${row + 1}`), element("td", {}, t.number(placed)), element("td", { "aria-hidden": "true" }, bar));
  });
  byId("lesson-by-row").replaceChildren(...rows);
}
