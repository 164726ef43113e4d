// Three searches for solutions, step by step, and how many steps each takes.

import { writeAddress } from "./address.js";
import { read } from "./board-view.js";
import { Board } from "./board.js";
import { able, byId, element, fillSizes, report, say, tried } from "./dom.js";
import { counter, library } from "./engine.js";
import { attacked, conflicts, writePosition } from "./model.js";

/** @typedef {import("./model.js").Position} Position */

const speeds = [1, 2, 5, 10, 30, 100, 1000, 10_000]; // steps per second
const atOnce = 20_000; // steps between frames on the way to a goal

const board = new Board(byId("lesson-board"), "Board of the lesson");

/** @type {Position} */ let start; // the position that the search starts from
/** @type {import("./api").Moment} */ let moment;
/** @type {object | null} */ let run = null; // identifies the animation under way, if any

const method = () => byId("lesson-method").value;

/** @param {string} text */ export async function open(text) {
  const found = await read(text || "n=8");
  if (!start || writePosition(found) !== writePosition(start)) await begin(found);
}

export function leave() {
  stop();
  counter.cancel();
}

fillSizes(byId("lesson-rows"), 1, 20, 8);
byId("lesson-method").onchange = () => restart({});
byId("lesson-rows").onchange = (/** @type {any} */ { target }) => restart({ n: Number(target.value), queens: [], blocked: [] });
byId("lesson-torus").onchange = (/** @type {any} */ { target }) => restart({ torus: target.checked });
byId("lesson-start").onclick = () => restart({});
byId("lesson-back").onclick = () => step(-1);
byId("lesson-step").onclick = () => step(1);
byId("lesson-play").onclick = () => (run ? stop() : play());
byId("lesson-dead-end").onclick = () => runTo("dead end");
byId("lesson-solution").onclick = () => runTo("solution");
byId("lesson-end").onclick = () => runTo("");
byId("lesson-speed").oninput = showSpeed;
showSpeed();

function showSpeed() {
  const slider = byId("lesson-speed");
  slider.max = speeds.length - 1;
  const words = speeds[slider.value] === 1 ? "1 step a second" : `${speeds[slider.value]} steps a second`;
  slider.setAttribute("aria-valuetext", words);
  byId("lesson-speed-words").textContent = words;
}

const restart = tried(async (/** @type {Partial<Position>} */ changes) => {
  stop();
  await begin({ ...start, ...changes });
});

/** @param {Position} asked */ async function begin(asked) {
  report("");
  moment = await library.begin({ position: asked, method: method() });
  start = asked;
  byId("lesson-rows").value = asked.n;
  byId("lesson-torus").checked = asked.torus;
  writeAddress("lesson", writePosition(asked));
  show();
  compare(asked);
}

// compare shows side by side how many steps the methods take.
const compare = tried(async (/** @type {Position} */ asked) => {
  counter.cancel();
  byId("lesson-efforts").replaceChildren();
  const efforts = await counter.compare(asked);
  if (start !== asked) return;
  byId("lesson-efforts").replaceChildren(...efforts.map(({ method, steps, says }) =>
    element("tr", {}, element("th", { scope: "row" }, method), element("td", {}, grouped(steps)), element("td", {}, says))));
});

/** @param {number} number */ const grouped = (number) => number.toLocaleString("en").replaceAll(",", "\u2009");

const step = tried(async (/** @type {number} */ steps) => {
  if (!moment) return;
  stop();
  await move(steps, "");
});

/** @param {number} steps @param {string} goal */ async function move(steps, goal) {
  moment = await library.move({ steps, goal });
  show();
}

// running runs round once for each frame, until it returns false or the user stops it.
const running = tried(async (/** @type {(passed: number) => Promise<boolean>} */ round) => {
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
    return !moment.end;
  });
}

const runTo = (/** @type {string} */ goal) => running(async () => {
  await move(atOnce, goal);
  const reached = goal === "solution" ? moment.op === "found" : goal === "dead end" && moment.deadEnd;
  return !reached && !moment.end;
});

function stop() {
  run = null;
  showRunning();
}

function showRunning() {
  byId("lesson-play").textContent = run ? "Pause" : "Play";
  byId("lesson-says").setAttribute("aria-live", run ? "off" : "polite");
  if (moment && !run) say(byId("lesson-says"), moment.says);
}

function show() {
  const rules = { kind: /** @type {const} */ ("queens"), regions: null, ...start };
  const { queens, square, end, row } = moment;
  const { lines } = conflicts(rules, queens);
  board.show({
    ...start, queens, lines, attacked: attacked(rules, queens), given: start.queens.length > 0 ? start.queens : undefined,
    marked: square, row: end ? -1 : row,
  });
  say(byId("lesson-says"), moment.says);
  for (const key of /** @type {const} */ (["steps", "placed", "deadEnds", "solutions"])) byId(`lesson-${key}`).textContent = grouped(moment[key]);
  byId("lesson-view").classList.toggle("solved", moment.op === "found");
  byId("lesson-view").classList.toggle("dead", moment.deadEnd);
  for (const id of ["lesson-back", "lesson-start"]) able(byId(id), !moment.start);
  for (const id of ["lesson-step", "lesson-play", "lesson-dead-end", "lesson-solution", "lesson-end"]) able(byId(id), !moment.end);
  for (const each of byId("lesson-how").children) each.hidden = each.dataset.method !== method();
  showRows(moment.byRow);
}

// showRows draws how many queens were placed in each rank, with the last rank at the top as
// on the board.
/** @param {number[]} byRow */ function showRows(byRow) {
  const most = Math.max(1, ...byRow);
  const rows = byRow.map((placed, row) => {
    const bar = element("span", { className: "bar" });
    bar.style.setProperty("--share", placed / most);
    return element("tr", {}, element("th", { scope: "row" }, `${row + 1}`), element("td", {}, `${placed}`), element("td", { "aria-hidden": "true" }, bar));
  });
  byId("lesson-by-row").replaceChildren(...rows.reverse());
}
