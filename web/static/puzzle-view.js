import { byId, fillSizes, say, report, tried } from "./dom.js";
import { library, maker } from "./engine.js";
import { Board } from "./board.js";
import { share } from "./share.js";
import { writeAddress } from "./address.js";

const board = new Board(byId("puzzle-board"), "Board of the puzzle", { press: (name) => press(name), mark: (name) => cross(name) });
const sharePuzzle = share("puzzle", "puzzle", () => puzzle.view.queens);

let puzzle = null;
let queens = []; // all on the board, given or not
let crossed = [];
let marked = []; // squares of the last hint or check
let over = false; // the puzzle is solved or given up

export async function open(text) {
  if (!text) return puzzle ? draw() : make();
  const position = await library.ask("read", { text });
  if (position.text === puzzle?.view.text) return;
  begin(await maker.ask("open", { position }));
}

export const leave = () => maker.cancel();

fillSizes(byId("puzzle-rows"), 4, 20, 8);
byId("puzzle-form").onsubmit = (event) => {
  event.preventDefault();
  make();
};
byId("puzzle-shade").onchange = tried(() => puzzle && draw());
byId("puzzle-again").onclick = () => puzzle && begin(puzzle);
byId("puzzle-hint").onclick = () => advise("hint");
byId("puzzle-check").onclick = () => advise("check");
byId("puzzle-give-up").onclick = tried(async () => {
  if (over || !puzzle) return;
  queens = puzzle.answer;
  crossed = [];
  end("This is the solution.");
  await draw();
});

const make = tried(async () => {
  maker.cancel();
  report("");
  say(byId("puzzle-says"), "Making a puzzle…");
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  const level = Number(byId("puzzle-form").elements.level.value);
  const position = { n: Number(byId("puzzle-rows").value), torus: byId("puzzle-torus").checked };
  begin(await maker.ask("make", { position, level, seed }));
});

const begin = tried(async (opened) => {
  report("");
  puzzle = opened;
  queens = puzzle.view.queens;
  crossed = [];
  marked = [];
  over = false;
  byId("puzzle-rows").value = puzzle.view.n;
  byId("puzzle-torus").checked = puzzle.view.torus;
  byId("puzzle-form").elements.level.value = puzzle.level;
  say(byId("puzzle-says"), puzzle.says);
  writeAddress("puzzle", puzzle.view.text);
  await draw();
});

function press(name) {
  if (byId("puzzle-crosses").checked) cross(name);
  else place(name);
}

const fixed = (name) => !puzzle || over || puzzle.view.queens.includes(name) || puzzle.view.blocked.includes(name);
const toggled = (list, name) => (list.includes(name) ? list.filter((each) => each !== name) : [...list, name]);

const place = tried(async (name) => {
  if (fixed(name)) return;
  queens = toggled(queens, name);
  crossed = crossed.filter((each) => each !== name);
  marked = [];
  const view = await draw();
  if (view?.solved) await advise("check");
  else if (view) say(byId("puzzle-says"), view.says);
});

const cross = tried(async (name) => {
  if (fixed(name)) return;
  crossed = toggled(crossed, name);
  queens = queens.filter((each) => each !== name);
  marked = [];
  await draw();
});

const advise = tried(async (question) => {
  if (over || !puzzle) return;
  const { n, torus, queens: given, blocked } = puzzle.view;
  const attempt = { puzzle: { n, torus, queens: given, blocked }, answer: puzzle.answer, queens, crossed };
  const advice = await library.ask(question, { attempt });
  marked = advice.squares;
  if (advice.cross) crossed = [...crossed, ...advice.squares];
  if (advice.solved) end(advice.says);
  else say(byId("puzzle-says"), advice.says);
  await draw();
});

function end(words) {
  over = true;
  marked = [];
  say(byId("puzzle-says"), words);
}

async function draw() {
  const { n, torus, blocked } = puzzle.view;
  const asked = queens;
  const view = await library.ask("look", { position: { n, torus, queens, blocked } });
  if (asked !== queens) return null;
  const shade = byId("puzzle-shade").checked;
  board.show({ ...view, given: puzzle.view.queens, crossed, marked, attacked: view.attacked.filter((name) => shade || view.queens.includes(name)) });
  byId("puzzle-view").classList.toggle("solved", view.solved);
  for (const id of ["puzzle-hint", "puzzle-check", "puzzle-give-up"]) byId(id).setAttribute("aria-disabled", over);
  sharePuzzle(puzzle.view);
  return view;
}
