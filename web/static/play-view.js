import { byId, say, report, title, tried } from "./dom.js";
import { library } from "./engine.js";
import { Board } from "./board.js";
import { addressOf, writeAddress } from "./address.js";
import { load, save, loadDay, loadGame, saveGame } from "./store.js";
import { Game } from "./game.js";
import { bestOf, record, sayDay, sayTime, solvedOn, streak, today } from "./record.js";
import * as another from "./play-new.js";
import * as hints from "./play-hint.js";
import * as shared from "./play-share.js";

const board = new Board(byId("puzzle-board"), "Board of the puzzle", {
  press: (name) => mark(name, { ".": "x", x: "q", q: "." }),
  hold: (name) => mark(name, { ".": "q", x: "q", q: "." }),
  keys: {
    x: (name) => mark(name, { ".": "x", x: ".", q: "x" }),
    q: (name) => mark(name, { ".": "q", x: "q", q: "." }),
  },
  stroke: (name, first) => stroke(name, first),
});

let game = null;
let state = null; // what the library says of the marks, some moments later
let lit = []; // squares of the last hint or check
let showing = false; // the view is on the screen
const kinds = ["regions", "queens"];
const options = ["shade", "ruled", "errors", "letters", "time"];

// open shows the puzzle of a text, or today's: "", "today" or "today queens".
export async function open(text) {
  showing = true;
  const [word, kind] = text.split(" ");
  if (text === "" || word === "today") await openDay(kinds.includes(kind) ? kind : load("kind", "regions"));
  else if (game?.puzzle.text === text) begin(game);
  else await openText(text);
}

export function leave() {
  keep();
  showing = false;
  another.leave();
}

async function openDay(kind) {
  const day = today();
  const saved = loadDay(day, kind);
  if (saved) return begin(new Game(saved.puzzle, day, saved)); // without waiting for the library
  const puzzle = await waitFor("Getting today’s puzzle…", library.ask("today", { kind, date: day }));
  begin(new Game(puzzle, day, loadGame(puzzle.text) ?? {}));
}

async function openText(text) {
  let saved = loadGame(text);
  const puzzle = saved?.puzzle ?? (await waitFor("Opening the puzzle…", library.ask("open", { text })));
  saved ??= loadGame(puzzle.text);
  begin(new Game(puzzle, saved?.day, saved ?? {}));
}

const openNew = tried(async () => {
  report("");
  keep();
  begin(new Game(await waitFor("Making a puzzle…", another.make())));
});

async function waitFor(words, answer) {
  const before = byId("puzzle-says").textContent;
  byId("puzzle-view").setAttribute("aria-busy", "true");
  say(byId("puzzle-says"), words);
  try {
    return await answer;
  } catch (error) {
    say(byId("puzzle-says"), before);
    throw error;
  } finally {
    byId("puzzle-view").removeAttribute("aria-busy");
  }
}

function begin(begun) {
  if (!showing) return;
  game = begun;
  lit = [];
  state = null;
  report("");
  const { puzzle, day } = game;
  const isToday = day === today();
  byId("puzzle-view").removeAttribute("aria-busy");
  say(byId("puzzle-name"), isToday ? `Today, ${sayDay(day)}` : day ? `Puzzle of ${sayDay(day)}` : puzzle.kind === "regions" ? "Coloured regions" : "Queens given");
  byId("puzzle-rules").textContent = puzzle.rules;
  byId("puzzle-new-day").hidden = true;
  if (day) save("kind", puzzle.kind);
  title(isToday ? "Today’s puzzle" : `${puzzle.difficulty} puzzle`);
  writeAddress("puzzle", isToday ? `today ${puzzle.kind}` : puzzle.text);
  hints.forget();
  shared.begin(game, () => byId("puzzle-letters").checked);
  showRecord();
  refresh(puzzle.says);
  another.prepare();
}

function mark(name, change) {
  if (!game || game.end) return;
  const before = game.at(name);
  if (before === "") return say(byId("puzzle-says"), game.puzzle.given.includes(name) ? `The queen on ${name} is given.` : `${name} is blocked.`);
  game.set(game.with([name], change[before]));
  changed();
}

// stroke crosses the empty squares of a drag out, in one step.
function stroke(name, first) {
  if (!game || game.end) return;
  const marks = game.at(name) === "." ? game.with([name], "x") : game.marks;
  if (first) stroke.begun = false;
  if (marks === game.marks) return;
  if (stroke.begun) game.grow(marks);
  else game.set(marks);
  stroke.begun = true;
  changed();
}

function changed(words) {
  lit = [];
  hints.forget();
  report("");
  refresh(words);
}

// refresh draws the board at once, and again when the library has looked at it. It says the
// words, or else what the library says.
async function refresh(words) {
  if (words) say(byId("puzzle-says"), words);
  draw();
  keep();
  const { marks, puzzle } = game;
  try {
    const found = await library.ask("state", { text: puzzle.text, marks });
    if (game.puzzle !== puzzle || game.marks !== marks) return;
    state = found;
  } catch (error) {
    return report(error.message);
  }
  if (state.solved && !game.end) return finish();
  if (!words && lit.length === 0) say(byId("puzzle-says"), state.says);
  draw();
}

function draw() {
  const { puzzle, end } = game;
  const on = Object.fromEntries(options.map((each) => [each, byId(`puzzle-${each}`).checked]));
  const queens = [...puzzle.given, ...game.squares("q")];
  const attacked = state?.attacked ?? [];
  const empty = new Set(game.squares("."));
  board.show({
    n: puzzle.n, map: puzzle.map, down: puzzle.kind === "regions", letters: on.letters,
    queens, given: puzzle.given, blocked: puzzle.blocked, crossed: game.squares("x"), marked: lit,
    attacked: on.shade && !end ? attacked : [],
    ruled: on.ruled && !end ? attacked.filter((name) => empty.has(name)) : [],
    lines: on.errors ? state?.lines ?? [] : [],
    wrong: on.errors ? state?.wrong ?? [] : [],
  });
  byId("puzzle-view").classList.toggle("solved", end === "solved");
  byId("puzzle-result").hidden = end !== "solved" || game.gaveUp;
  byId("puzzle-timer").hidden = !on.time;
  showTime();
  able("puzzle-undo", game.past.length > 0);
  able("puzzle-redo", game.future.length > 0);
  for (const id of ["puzzle-hint", "puzzle-check", "puzzle-give-up"]) able(id, !end);
  able("puzzle-again", /[xq]/.test(game.marks));
}

const able = (id, can) => byId(id).setAttribute("aria-disabled", String(!can));

async function finish() {
  game.end = "solved";
  const first = !game.recorded;
  const best = first && record(game);
  game.recorded = true;
  lit = [];
  const { seconds, day } = game;
  const days = day ? await streak() : 0;
  say(byId("puzzle-says"), `Solved in ${sayTime(seconds)}!${best ? " That is your best time." : ""}${days > 1 ? ` ${days} days in a row.` : ""}`);
  byId("puzzle-result-text").hidden = true;
  say(byId("puzzle-result-says"), "");
  draw();
  keep();
  showRecord();
}

async function showRecord() {
  const day = today();
  for (const kind of kinds) {
    const seconds = solvedOn(day, kind);
    byId(`puzzle-today-${kind}-done`).textContent = seconds === undefined ? "" : ` – solved in ${sayTime(seconds)}`;
    const link = byId(`puzzle-today-${kind}`);
    if (game?.day === day && game.puzzle.kind === kind) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  const best = game && bestOf(game.puzzle);
  byId("puzzle-best").textContent = best === undefined ? "" : `Your best time for ${game.puzzle.difficulty.toLowerCase()} ${game.puzzle.n}×${game.puzzle.n}: ${sayTime(best)}.`;
  const days = await streak().catch(() => 0);
  byId("puzzle-streak").textContent = days === 0 ? "Solve one of them today to begin a streak." : days === 1 ? "Your streak: 1 day." : `Your streak: ${days} days.`;
}

byId("puzzle-undo").onclick = () => step("undo");
byId("puzzle-redo").onclick = () => step("redo");
byId("puzzle-next").onclick = openNew;
byId("puzzle-form").onsubmit = (event) => {
  event.preventDefault();
  openNew();
};
byId("puzzle-hint").onclick = tried(async () => {
  if (!game || game.end) return;
  const asked = game;
  const { marks, puzzle } = game;
  const said = await hints.next(() => library.ask("hint", { text: puzzle.text, marks }).then((hint) => (game === asked && game.marks === marks && !game.end ? hint : null)));
  if (!said) return;
  if (said.changes) {
    for (const [names, mark] of said.changes) game.set(game.with(names, mark));
    return changed();
  }
  if (said.first) game.hints++;
  lit = said.squares;
  draw();
  keep();
});
byId("puzzle-check").onclick = tried(async () => {
  if (!game || game.end) return;
  const { puzzle, marks } = game;
  const advice = await library.ask("check", { text: puzzle.text, marks });
  if (game.puzzle !== puzzle || game.marks !== marks || game.end) return;
  hints.forget();
  lit = advice.squares;
  say(byId("puzzle-says"), advice.says);
  draw();
});
byId("puzzle-again").onclick = () => {
  if (!game || !/[xq]/.test(game.marks)) return;
  game.set(game.marks.replace(/[xq]/g, "."));
  if (game.end === "solved") game.seconds = 0;
  game.end = "";
  changed("The board is empty again. Undo brings back what was there.");
};
byId("puzzle-give-up").onclick = () => {
  if (game && !game.end) byId("puzzle-ask").showModal();
};
byId("puzzle-ask").onclose = tried(async () => {
  if (byId("puzzle-ask").returnValue !== "yes" || !game || game.end) return;
  byId("puzzle-ask").returnValue = "";
  const { puzzle } = game;
  const marks = await library.ask("answer", { text: puzzle.text });
  if (game.puzzle !== puzzle) return;
  game.set(marks);
  game.end = "given up";
  game.recorded = game.gaveUp = true;
  changed("This is the solution. Undo brings back what you had.");
});

function step(way) {
  if (!game) return;
  game[way]();
  changed();
}

document.addEventListener("keydown", (event) => {
  if (!showing || !(event.ctrlKey || event.metaKey) || event.altKey || event.target.matches("input:not([type=checkbox], [type=radio]), textarea")) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  step(key === "y" || event.shiftKey ? "redo" : "undo");
});

byId("puzzle-options").onchange = () => {
  save("options", Object.fromEntries(options.map((each) => [each, byId(`puzzle-${each}`).checked])));
  if (game) draw();
};
const chosen = load("options", {});
for (const each of options) byId(`puzzle-${each}`).checked = chosen[each] ?? each === "time";

const openFrom = tried(async (text) => {
  keep();
  report("");
  await openText(text);
});
byId("puzzle-open").onsubmit = (event) => {
  event.preventDefault();
  openFrom(byId("puzzle-notation").value);
};
byId("puzzle-paste").onclick = tried(async () => {
  let text = "";
  try {
    text = await navigator.clipboard.readText();
  } catch {
    throw new Error("The browser does not let the page read the clipboard. Paste into the field instead.");
  }
  byId("puzzle-notation").value = text;
  await openFrom(text);
});
byId("puzzle-file").onchange = tried(async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  if (file.size > 1e6) throw new Error(`${file.name} is too large for a puzzle.`);
  await openFrom(await file.text());
  target.value = "";
});

// The clock runs while the page is seen and the puzzle is not finished.
let before = performance.now();
setInterval(() => {
  const now = performance.now();
  const passed = Math.min(now - before, 2000) / 1000;
  before = now;
  if (!game || !showing || document.hidden) return;
  byId("puzzle-new-day").hidden = !game.day || game.day === today();
  if (game.end) return;
  const shown = Math.floor(game.seconds);
  game.seconds += passed;
  if (Math.floor(game.seconds) === shown) return;
  showTime();
  if (Math.floor(game.seconds) % 5 === 0) keep();
}, 250);

const showTime = () => (byId("puzzle-timer").textContent = sayTime(game.seconds));

// keep remembers the game.
function keep() {
  if (game && showing) saveGame(game);
}
document.addEventListener("visibilitychange", () => document.hidden && keep());
window.addEventListener("pagehide", keep);

byId("puzzle-today-regions").href = addressOf("puzzle", "today regions");
byId("puzzle-today-queens").href = addressOf("puzzle", "today queens");
byId("puzzle-new-day").onclick = tried(async (event) => {
  event.preventDefault();
  keep();
  await openDay(game.puzzle.kind);
});
