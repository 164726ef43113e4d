// The view to play in: the element, with what belongs to this page around it.

import type { PuzzleState } from "../../static/queens";
import { addressOf, dayAddress, readAddress } from "../address";
import { titleOf, today } from "../days";
import { able, element, say } from "../dom";
import { library } from "../engine";
import type { Puzzle } from "../game";
import { onFile, onSubmit, t, tried } from "../language";
import { kinds, readBoard, sayTime } from "../model";
import { pictureOf } from "../picture";
import { QueensPuzzle } from "../queens-puzzle";
import { latestUnsolved, solvedOn, statisticsOf, streaks } from "../record";
import { describe } from "../say";
import { copy, saveFile, share } from "../share";
import { load, save, watch } from "../store";
import { addView, mount, push, title, writeAddress } from "../view";
import { Fault } from "../words";
import { newPuzzleForm } from "./new-puzzle";
import html from "./puzzle.html";

const parts = mount("puzzle", html, {
  puzzle: QueensPuzzle, result: HTMLElement, resultLine: HTMLElement, resultFacts: HTMLElement, nextDay: HTMLElement,
  unsolved: HTMLAnchorElement, shareResult: HTMLButtonElement, picture: HTMLButtonElement, resultText: HTMLTextAreaElement, resultSays: HTMLElement,
  first: HTMLElement, next: HTMLButtonElement, todayTitle: HTMLElement, newDay: HTMLAnchorElement, todayRegions: HTMLAnchorElement, todayRegionsDone: HTMLElement,
  todayQueens: HTMLAnchorElement, todayQueensDone: HTMLElement, streak: HTMLElement, best: HTMLElement, form: HTMLFormElement,
  giveUp: HTMLButtonElement, options: HTMLFieldSetElement, rules: HTMLInputElement, time: HTMLInputElement, letters: HTMLInputElement, shade: HTMLInputElement, ruled: HTMLInputElement,
  share: HTMLElement, open: HTMLFormElement, notation: HTMLTextAreaElement, paste: HTMLButtonElement, file: HTMLInputElement, ask: HTMLDialogElement,
});

addView({
  name: "puzzle",
  find: (text) => puzzle.find(text),
  show: (found: Puzzle) => puzzle.play(found),
  leave: () => puzzle.keep(),
  sheet() {
    const { state } = puzzle;
    return state && { name: titleOf(t, state.day, t("page.title"), state.difficulty), shown: puzzle.shown, torus: state.torus, link: puzzle.link };
  },
});

const { puzzle } = parts;
const another = newPuzzleForm(parts.section);
const sharePuzzle = share(parts.share);
const options = ["rules", "time", "letters", "shade", "ruled"] as const;

let daily = 0; // the number of the puzzle on the screen, if it was that of the day when it was opened

puzzle.addEventListener("queens-open", () => {
  const { state } = puzzle;
  if (!state) return;
  const { day, text, n } = state;
  daily = day === today() ? day : 0;
  title(day ? t("play.puzzle", { number: day }) : describe(t, text, state.difficulty));
  if (readAddress(location.hash).text !== "" || day !== today()) writeAddress("puzzle", day ? dayAddress(day, state.kind) : text);
  sharePuzzle({ link: puzzle.link, text, n, attempt: puzzle.attempt() });
  if (!day) another.like(state);
  parts.first.hidden = load("games").some(({ at }) => at > 0); // it stays during a game, as the board would jump
  show();
});
puzzle.addEventListener("queens-change", show);
puzzle.addEventListener("queens-solved", () => parts.result.scrollIntoView({ block: "nearest" }));

// show shows what is known of the game and of the record.
function show() {
  const { state } = puzzle;
  if (!state) return;
  showResult(state);
  const day = today();
  parts.next.hidden = state.end === "";
  parts.newDay.hidden = daily === 0 || daily === day;
  able(parts.giveUp, !state.end);
  for (const kind of kinds) {
    const [link, done] = { regions: [parts.todayRegions, parts.todayRegionsDone] as const, queens: [parts.todayQueens, parts.todayQueensDone] as const }[kind];
    const solved = solvedOn(day, kind);
    link.href = addressOf("puzzle", dayAddress(day, kind));
    done.textContent = solved ? ` ${t("play.solved", { time: sayTime(solved.seconds) })}` : "";
    if (state.day === day && state.kind === kind) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  say(parts.todayTitle, t("play.today", { number: day }));
  const { best = 0 } = statisticsOf(state) ?? {};
  parts.best.textContent = best > 0 ? t("play.best", { name: describe(t, state.text, state.difficulty), time: sayTime(best) }) : "";
  const { now } = streaks();
  parts.streak.textContent = now === 0 ? t("play.noStreak") : t("play.streak", { n: now });
}

// showResult shows a card once the puzzle is solved: how it went, what to share, and what comes next.
function showResult(state: PuzzleState) {
  const solved = state.end === "solved" && !state.shown;
  parts.result.hidden = !solved;
  if (!solved) return;
  const { count = 0, total = 0 } = statisticsOf(state) ?? {};
  const { now, most } = streaks();
  const facts = [count > 1 ? t("result.mean", { n: count, time: sayTime(total / count) }) : "", state.day ? t("days.streak", { n: now, most }) : ""];
  parts.resultLine.textContent = resultOf(state).line;
  parts.resultFacts.replaceChildren(...facts.filter(Boolean).map((fact) => element("li", {}, fact)));
  const next = latestUnsolved();
  parts.unsolved.hidden = !next;
  if (next) {
    parts.unsolved.textContent = t("result.unsolved", { number: next.day, kind: t(`kind.${next.kind}`) });
    parts.unsolved.href = addressOf("puzzle", dayAddress(next.day, next.kind));
  }
  parts.nextDay.hidden = state.day !== today();
  sayNextDay();
}

// sayNextDay says how long it is to the next day.
function sayNextDay() {
  const now = new Date();
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  parts.nextDay.textContent = t("result.nextDay", { time: sayTime((midnight.getTime() - now.getTime()) / 1000) });
}

setInterval(() => {
  if (!puzzle.checkVisibility() || document.hidden) return;
  sayNextDay();
  if (parts.todayTitle.textContent !== t("play.today", { number: today() })) show(); // the day has changed
}, 1000);

// resultOf returns what to post: a line that does not tell the answer, and its parts.
function resultOf({ text, difficulty, day, seconds, help, checks }: PuzzleState) {
  const { now } = streaks();
  const said = [t("result.time", { time: sayTime(seconds) })];
  if (help > checks) said.push(t("result.hints", { n: help - checks }));
  if (checks > 0) said.push(t("result.checks", { n: checks }));
  if (help === 0) said.push(t("result.noHelp"));
  if (now > 1 && day) said.push(t("result.streak", { n: now }));
  const name = t(day ? "result.day" : "result.other", { number: day, name: describe(t, text, difficulty) });
  return { parts: [...name.split(" · "), ...said], line: [name, ...said].join(" · ") };
}

parts.shareResult.onclick = tried(async () => {
  if (!puzzle.state) return;
  const text = `${resultOf(puzzle.state).line}\n${puzzle.link}`;
  parts.resultText.value = text;
  if (navigator.share) await navigator.share({ text }).catch(() => {}); // or not
  else await copy(text, t("play.result"), parts.resultSays, parts.resultText);
});

parts.picture.onclick = tried(async () => {
  const board = puzzle.state && readBoard(puzzle.state.text);
  if (!puzzle.state || !board) return;
  const picture = await pictureOf(board, [...resultOf(puzzle.state).parts, new URL(puzzle.link).host]);
  if (!picture) throw new Fault("picture");
  const file = new File([picture], "queens.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file], text: puzzle.link }).catch(() => {}); // or not
  else saveFile(picture, file.type, file.name, parts.resultSays, "share.saved");
});

const openNew = tried(async () => {
  puzzle.setAttribute("aria-busy", "true");
  puzzle.say(t("puzzle.making"));
  try {
    const made = await another.make();
    push("puzzle", made.text);
    await puzzle.play(made);
    puzzle.scrollIntoView({ block: "start" });
  } finally {
    puzzle.removeAttribute("aria-busy");
    puzzle.configure(puzzle.options); // says again what was there
  }
});
parts.next.onclick = () => {
  if (puzzle.state) another.like(puzzle.state);
  openNew();
};
onSubmit(parts.form, openNew);
parts.newDay.onclick = (event: Event) => {
  event.preventDefault();
  location.hash = addressOf("puzzle", dayAddress(today(), puzzle.state?.kind ?? "regions"));
};

parts.giveUp.onclick = () => puzzle.state?.end === "" && parts.ask.showModal();
parts.ask.onclose = tried(async () => {
  if (parts.ask.returnValue === "yes") await puzzle.giveUp();
  parts.ask.returnValue = "";
});

document.addEventListener("keydown", (event) => {
  const { target } = event;
  if (puzzle.checkVisibility() && !(target instanceof HTMLElement && target.matches("input:not([type=checkbox], [type=radio]), textarea"))) puzzle.keys(event);
});

function showOptions() {
  for (const each of options) parts[each].checked = puzzle.options[each];
}
parts.options.onchange = () => {
  const chosen = { ...puzzle.options };
  for (const each of options) chosen[each] = parts[each].checked;
  save("options", chosen);
  puzzle.configure(chosen);
};
showOptions();
watch("record", show);
watch("options", showOptions);

// openFrom opens a puzzle from any text that the library reads.
async function openFrom(text: string) {
  const { text: found } = await library.open(text);
  location.hash = addressOf("puzzle", found);
}
onSubmit(parts.open, () => openFrom(parts.notation.value));
parts.paste.onclick = tried(async () => {
  let text = "";
  try {
    text = await navigator.clipboard.readText();
  } catch {
    throw new Fault("clipboard");
  }
  parts.notation.value = text;
  await openFrom(text);
});
onFile(parts.file, "large", async (file) => openFrom(await file.text()));
