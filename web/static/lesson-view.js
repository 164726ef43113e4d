import { byId, element, fillSizes, say, report, tried } from "./dom.js";
import { library } from "./engine.js";
import { Board } from "./board.js";
import { writeAddress } from "./address.js";

const speeds = [1, 2, 5, 10, 30, 100, 1000, 10_000]; // steps per second
const atOnce = 20_000; // steps between frames on the way to a goal

const board = new Board(byId("lesson-board"), "Board of the lesson");

let start = null; // the position that the search starts from
let moment = null;
let run = null; // identifies the animation under way, if any

export async function open(text) {
  const view = await library.ask("read", { text: text || "n=8" });
  if (view.text !== start?.text) await begin(view);
}

export const leave = () => stop();

fillSizes(byId("lesson-rows"), 1, 20, 8);
byId("lesson-rows").onchange = ({ target }) => restart({ n: Number(target.value), queens: [], blocked: [] });
byId("lesson-torus").onchange = ({ target }) => restart({ torus: target.checked });
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

const restart = tried(async (changes) => {
  stop();
  await begin({ ...start, ...changes });
});

async function begin({ n, torus, queens, blocked }) {
  report("");
  const asked = { n, torus, queens, blocked };
  moment = await library.ask("begin", { position: asked });
  start = moment.view;
  byId("lesson-rows").value = n;
  byId("lesson-torus").checked = torus;
  writeAddress("lesson", start.text);
  show();
}

const step = tried(async (steps) => {
  if (!moment) return;
  stop();
  await move(steps, "");
});

async function move(steps, goal) {
  moment = await library.ask("move", { steps, goal });
  show();
}

// running runs round once for each frame, until it returns false or the user stops it.
const running = tried(async (round) => {
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

const runTo = (goal) => running(async () => {
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
  const { view } = moment;
  board.show({
    ...view,
    given: start.queens.length > 0 ? start.queens : undefined,
    marked: moment.square,
    row: moment.end ? -1 : moment.row,
  });
  say(byId("lesson-says"), moment.says);
  for (const key of ["steps", "placed", "deadEnds", "solutions"]) {
    byId(`lesson-${key}`).textContent = moment[key].toLocaleString("en").replaceAll(",", "\u2009");
  }
  byId("lesson-view").classList.toggle("solved", moment.op === "found");
  byId("lesson-view").classList.toggle("dead", moment.deadEnd);
  for (const id of ["lesson-back", "lesson-start"]) byId(id).setAttribute("aria-disabled", moment.start);
  for (const id of ["lesson-step", "lesson-play", "lesson-dead-end", "lesson-solution", "lesson-end"]) {
    byId(id).setAttribute("aria-disabled", moment.end);
  }
  showRows(moment.byRow);
}

// showRows draws how many queens were placed in each rank, with the last rank at the top as
// on the board.
function showRows(byRow) {
  const most = Math.max(1, ...byRow);
  const rows = byRow.map((placed, row) => {
    const bar = element("span", { className: "bar" });
    bar.style.setProperty("--share", placed / most);
    return element("tr", {}, element("th", { scope: "row" }, `${row + 1}`), element("td", {}, `${placed}`), element("td", { "aria-hidden": "true" }, bar));
  });
  byId("lesson-by-row").replaceChildren(...rows.reverse());
}
