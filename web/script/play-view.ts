// The view to play in: the element, with what belongs to this page around it.

import { addressOf, readAddress, writeAddress } from "./address";
import { dayAddress, kinds, today } from "./days";
import { able, byId, say } from "./dom";
import { library } from "./engine";
import { onFile, onSubmit, t, title, tried } from "./language";
import * as another from "./play-new";
import { bestOf, solvedOn, streaks } from "./record";
import { sayTime } from "./model";
import { describe } from "./say";
import { copy, share } from "./share";
import { titleOf } from "./sheet";
import { save, watch } from "./store";
import { Fault } from "./words";
import "./queens-puzzle";
import type { QueensPuzzle } from "./queens-puzzle";

const puzzle: QueensPuzzle = byId("puzzle");
const sharePuzzle = share("puzzle");
const options = ["rules", "time", "letters", "shade", "ruled"];

let showing = false; // the view is on the screen
let daily = 0; // the number of the puzzle on the screen, if it was that of the day when it was opened

// open shows a puzzle: of a day, or of a text
export async function open(text: string) {
  showing = true;
  await puzzle.open(text);
}

export function leave() {
  puzzle.game?.keep();
  showing = false;
}

export function sheet() {
  if (!puzzle.game) return null;
  const { saved, board } = puzzle.game;
  return { name: titleOf(saved.day, t("page.title"), saved.difficulty), shown: puzzle.shown, torus: board.torus, link: puzzle.link };
}

puzzle.addEventListener("queens-open", () => {
  if (!puzzle.game) return;
  const { saved, board } = puzzle.game;
  const address = saved.day ? dayAddress(saved.day, board.kind) : board.text;
  daily = saved.day === today() ? saved.day : 0;
  title(saved.day ? t("play.puzzle", { number: saved.day }) : describe(t, board.text, saved.difficulty));
  if (readAddress().text !== "" || saved.day !== today()) writeAddress("puzzle", address);
  sharePuzzle({ link: puzzle.link, text: board.text, n: board.n, attempt: puzzle.attempt() });
  another.like(board, saved);
  show();
});
puzzle.addEventListener("queens-change", () => show());
puzzle.addEventListener("queens-solved", () => show());

// show shows what is known of the game and of the record.
function show() {
  if (!puzzle.game) return;
  const { saved, board } = puzzle.game;
  const day = today();
  byId("puzzle-result").hidden = saved.end !== "solved" || saved.gaveUp;
  byId("puzzle-next").classList.toggle("main", saved.end !== ""); // the way on, once this one is done
  byId("puzzle-new-day").hidden = daily === 0 || daily === day;
  able(byId("puzzle-give-up"), !saved.end);
  able(byId("puzzle-again"), /[xq]/.test(saved.marks));
  for (const kind of kinds) {
    const link = byId(`puzzle-today-${kind}`);
    const solved = solvedOn(day, kind);
    link.href = addressOf("puzzle", dayAddress(day, kind));
    byId(`puzzle-today-${kind}-done`).textContent = solved ? ` ${t("play.solved", { time: sayTime(solved.seconds) })}` : "";
    if (saved.day === day && board.kind === kind) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  say(byId("puzzle-today-title"), t("play.today", { number: day }));
  const best = bestOf(saved);
  byId("puzzle-best").textContent = best ? t("play.best", { name: describe(t, board.text, saved.difficulty), time: sayTime(best) }) : "";
  const { now } = streaks();
  byId("puzzle-streak").textContent = now === 0 ? t("play.noStreak") : t("play.streak", { n: now });
}

// result is what to post: three lines, without the answer.
export function result() {
  if (!puzzle.game) return "";
  const { saved, board } = puzzle.game;
  const { now } = streaks();
  const { help, checks } = saved;
  const said = [t("result.time", { time: sayTime(saved.seconds) })];
  if (help > checks) said.push(t("result.hints", { n: help - checks }));
  if (checks > 0) said.push(t("result.checks", { n: checks }));
  if (help === 0) said.push(t("result.noHelp"));
  if (now > 1 && saved.day) said.push(t("result.streak", { n: now }));
  const name = describe(t, board.text, saved.difficulty);
  return [t(saved.day ? "result.day" : "result.other", { number: saved.day, name }), said.join(" · "), puzzle.link].join("\n");
}

const openNew = tried(async () => {
  puzzle.setAttribute("aria-busy", "true");
  puzzle.say(t("puzzle.making"));
  try {
    const made = await another.make();
    history.pushState(null, "", addressOf("puzzle", made.text));
    await puzzle.play(made);
    puzzle.scrollIntoView({ block: "start" });
  } finally {
    puzzle.removeAttribute("aria-busy");
    puzzle.configure(puzzle.options); // says again what was there
  }
});
byId("puzzle-next").onclick = () => {
  if (puzzle.game) another.like(puzzle.game.board, puzzle.game.saved, true);
  openNew();
};
onSubmit("puzzle-form", openNew);
byId("puzzle-new-day").onclick = (event: Event) => {
  event.preventDefault();
  location.hash = addressOf("puzzle", dayAddress(today(), puzzle.game?.board.kind ?? "regions"));
};

byId("puzzle-share-result").onclick = tried(async () => {
  byId("puzzle-result-text").value = result();
  if (navigator.share) await navigator.share({ text: result() }).catch(() => {}); // or not
  else await copy(result(), t("play.result"), byId("puzzle-result-says"), byId("puzzle-result-text"));
});
byId("puzzle-again").onclick = () => puzzle.restart();
byId("puzzle-give-up").onclick = () => puzzle.game && !puzzle.game.saved.end && byId("puzzle-ask").showModal();
byId("puzzle-ask").onclose = tried(async () => {
  if (byId("puzzle-ask").returnValue === "yes") await puzzle.giveUp();
  byId("puzzle-ask").returnValue = "";
});

document.addEventListener("keydown", (event) => {
  const { target } = event;
  if (showing && !(target instanceof HTMLElement && target.matches("input:not([type=checkbox], [type=radio]), textarea"))) puzzle.keys(event);
});

function showOptions() {
  for (const each of options) byId(`puzzle-${each}`).checked = puzzle.options[each];
}
byId("puzzle-options").onchange = () => {
  const chosen = Object.fromEntries(options.map((each) => [each, byId(`puzzle-${each}`).checked]));
  save("options", chosen);
  puzzle.configure(chosen);
};
showOptions();
watch((key) => (key === "record" ? show() : key === "options" && showOptions()));

// openFrom opens a puzzle from any text that the library reads.
async function openFrom(text: string) {
  const { text: found } = await library.open(text);
  location.hash = addressOf("puzzle", found);
}
onSubmit("puzzle-open", () => openFrom(byId("puzzle-notation").value));
byId("puzzle-paste").onclick = tried(async () => {
  let text = "";
  try {
    text = await navigator.clipboard.readText();
  } catch {
    throw new Fault("clipboard");
  }
  byId("puzzle-notation").value = text;
  await openFrom(text);
});
onFile("puzzle-file", "large", async (file) => openFrom(await file.text()));

// The day may change while the page is open.
setInterval(() => showing && !document.hidden && byId("puzzle-today-title").textContent !== t("play.today", { number: today() }) && show(), 1000);
