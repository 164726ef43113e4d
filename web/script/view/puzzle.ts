// The view to play in: the element, with what belongs to this page around it.

import { addressOf, dayAddress, readAddress } from "../address";
import { today } from "../days";
import { able, byId, element, say } from "../dom";
import { library } from "../engine";
import type { Puzzle } from "../game";
import { onFile, onSubmit, t, tried } from "../language";
import { kinds, sayTime } from "../model";
import { pictureOf } from "../picture";
import "../queens-puzzle";
import { solvedOn, statisticsOf, streaks } from "../record";
import { describe } from "../say";
import { copy, saveFile, share } from "../share";
import { titleOf } from "../sheet";
import { save, watch } from "../store";
import { addView, mount, push, title, writeAddress } from "../view";
import { Fault } from "../words";
import { newPuzzleForm } from "./new-puzzle";
import html from "./puzzle.html";

mount("puzzle", html, {});
addView({
  name: "puzzle",
  find: (text) => puzzle.find(text),
  show: (found: Puzzle) => puzzle.play(found),
  leave: () => puzzle.game?.keep(),
  sheet() {
    if (!puzzle.game) return null;
    const { saved, board } = puzzle.game;
    return { name: titleOf(saved.day, t("page.title"), saved.difficulty), shown: puzzle.shown, torus: board.torus, link: puzzle.link };
  },
});

const puzzle = byId("puzzle");
const another = newPuzzleForm();
const sharePuzzle = share(byId("puzzle-share"));
const options = ["rules", "time", "letters", "shade", "ruled"] as const;

let daily = 0; // the number of the puzzle on the screen, if it was that of the day when it was opened

puzzle.addEventListener("queens-open", () => {
  if (!puzzle.game) return;
  const { saved, board } = puzzle.game;
  const address = saved.day ? dayAddress(saved.day, board.kind) : board.text;
  daily = saved.day === today() ? saved.day : 0;
  title(saved.day ? t("play.puzzle", { number: saved.day }) : describe(t, board.text, saved.difficulty));
  if (readAddress(location.hash).text !== "" || saved.day !== today()) writeAddress("puzzle", address);
  sharePuzzle({ link: puzzle.link, text: board.text, n: board.n, attempt: puzzle.attempt() });
  another.like(board, saved);
  show();
});
puzzle.addEventListener("queens-change", show);
puzzle.addEventListener("queens-solved", () => {
  show();
  byId("puzzle-result").scrollIntoView({ block: "nearest" });
});

// show shows what is known of the game and of the record.
function show() {
  if (!puzzle.game) return;
  showResult();
  const { saved, board } = puzzle.game;
  const day = today();
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
  const { best = 0 } = statisticsOf(saved) ?? {};
  byId("puzzle-best").textContent = best > 0 ? t("play.best", { name: describe(t, board.text, saved.difficulty), time: sayTime(best) }) : "";
  const { now } = streaks();
  byId("puzzle-streak").textContent = now === 0 ? t("play.noStreak") : t("play.streak", { n: now });
}

// showResult shows a card once the puzzle is solved: how it went, what to share, and what comes next.
function showResult() {
  if (!puzzle.game) return;
  const { saved } = puzzle.game;
  const solved = saved.end === "solved" && !saved.gaveUp;
  byId("puzzle-result").hidden = !solved;
  if (!solved) return;
  const { count = 0, total = 0 } = statisticsOf(saved) ?? {};
  const { now, most } = streaks();
  const facts = [count > 1 ? t("result.mean", { n: count, time: sayTime(total / count) }) : "", saved.day ? t("days.streak", { n: now, most }) : ""];
  byId("puzzle-result-title").textContent = t("result.time", { time: sayTime(saved.seconds) });
  byId("puzzle-result-facts").replaceChildren(...facts.filter(Boolean).map((fact) => element("li", {}, fact)));
  const next = nextUnsolved();
  byId("puzzle-unsolved").hidden = !next;
  if (next) {
    byId("puzzle-unsolved").textContent = t("result.unsolved", { number: next.day, kind: t(`kind.${next.kind}`) });
    byId("puzzle-unsolved").href = addressOf("puzzle", dayAddress(next.day, next.kind));
  }
  byId("puzzle-next-day").hidden = saved.day !== today();
  sayNextDay();
}

// nextUnsolved returns the latest puzzle of a day that is not solved.
function nextUnsolved() {
  for (let day = today(); day >= 1; day--) {
    for (const kind of kinds) if (!solvedOn(day, kind)) return { day, kind };
  }
  return null;
}

// sayNextDay says how long it is to the next day.
function sayNextDay() {
  const now = new Date();
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  byId("puzzle-next-day").textContent = t("result.nextDay", { time: sayTime((midnight.getTime() - now.getTime()) / 1000) });
}

setInterval(() => {
  if (!puzzle.checkVisibility() || document.hidden) return;
  sayNextDay();
  if (byId("puzzle-today-title").textContent !== t("play.today", { number: today() })) show(); // the day has changed
}, 1000);

// result returns what to post: three lines, without the answer.
function result(): string[] {
  if (!puzzle.game) return [];
  const { saved, board } = puzzle.game;
  const { now } = streaks();
  const { help, checks } = saved;
  const said = [t("result.time", { time: sayTime(saved.seconds) })];
  if (help > checks) said.push(t("result.hints", { n: help - checks }));
  if (checks > 0) said.push(t("result.checks", { n: checks }));
  if (help === 0) said.push(t("result.noHelp"));
  if (now > 1 && saved.day) said.push(t("result.streak", { n: now }));
  const name = describe(t, board.text, saved.difficulty);
  return [t(saved.day ? "result.day" : "result.other", { number: saved.day, name }), said.join(" · "), puzzle.link];
}

byId("puzzle-share-result").onclick = tried(async () => {
  const text = result().join("\n");
  byId("puzzle-result-text").value = text;
  if (navigator.share) await navigator.share({ text }).catch(() => {}); // or not
  else await copy(text, t("play.result"), byId("puzzle-result-says"), byId("puzzle-result-text"));
});

byId("puzzle-picture").onclick = tried(async () => {
  if (!puzzle.game) return;
  const [name, said, link] = result();
  const picture = await pictureOf(puzzle.game.board, [...name.split(" · "), ...said.split(" · "), new URL(link).host]);
  if (!picture) throw new Fault("picture");
  const file = new File([picture], "queens.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file], text: link }).catch(() => {}); // or not
  else saveFile(picture, file.type, file.name, byId("puzzle-result-says"), "share.saved");
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
byId("puzzle-next").onclick = () => {
  if (puzzle.game) another.like(puzzle.game.board, puzzle.game.saved, true);
  openNew();
};
onSubmit(byId("puzzle-form"), openNew);
byId("puzzle-new-day").onclick = (event: Event) => {
  event.preventDefault();
  location.hash = addressOf("puzzle", dayAddress(today(), puzzle.game?.board.kind ?? "regions"));
};

byId("puzzle-again").onclick = () => puzzle.restart();
byId("puzzle-give-up").onclick = () => puzzle.game && !puzzle.game.saved.end && byId("puzzle-ask").showModal();
byId("puzzle-ask").onclose = tried(async () => {
  if (byId("puzzle-ask").returnValue === "yes") await puzzle.giveUp();
  byId("puzzle-ask").returnValue = "";
});

document.addEventListener("keydown", (event) => {
  const { target } = event;
  if (puzzle.checkVisibility() && !(target instanceof HTMLElement && target.matches("input:not([type=checkbox], [type=radio]), textarea"))) puzzle.keys(event);
});

function showOptions() {
  for (const each of options) byId(`puzzle-${each}`).checked = puzzle.options[each];
}
byId("puzzle-options").onchange = () => {
  const chosen = { ...puzzle.options };
  for (const each of options) chosen[each] = byId(`puzzle-${each}`).checked;
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
onSubmit(byId("puzzle-open"), () => openFrom(byId("puzzle-notation").value));
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
onFile(byId("puzzle-file"), "large", async (file) => openFrom(await file.text()));
