// A course: one position for each rule that leads on, and two to practise.

import { addressOf, writeAddress } from "./address";
import course from "./course.json";
import { byId, element } from "./dom";
import { library } from "./engine";
import { t, title, tried } from "./language";
import { sayHint } from "./say";
import { load, save, watch } from "./store";
import { Fault, type Key } from "./words";
import type { QueensPuzzle } from "./queens-puzzle";
import type { Hint } from "./api";

const puzzle: QueensPuzzle = byId("learn-puzzle");

const titleOf = (each: { id: string }) => t(`course.${each.id}` as Key);

let lesson = course[0];
let at = 0; // of the boards of the lesson: the first, then two to practise
let goal: Hint | null = null; // what the reader is to find

export async function open(text: string) {
  const [id, number = "1"] = text.split("/");
  const found = course.find((each) => each.id === (id || course[0].id) || each.rules.includes(id));
  if (!found) throw new Fault("course", { step: id });
  lesson = found;
  scrollTo(0, 0); // from the list, which may be below
  await show(Math.max(0, Math.min(lesson.boards.length, Number(number) || 1) - 1));
}

export const leave = () => void (goal = null);
export const sheet = () => ({ name: [byId("learn-title").textContent], shown: puzzle.shown, torus: false, link: location.href });

async function show(board: number) {
  at = board;
  goal = null;
  title(titleOf(lesson));
  byId("learn-title").textContent = `${course.indexOf(lesson) + 1}. ${titleOf(lesson)}`;
  byId("learn-says").textContent = t(`course.${lesson.id}.says` as Key);
  byId("learn-list-title").textContent = t("learn.count", { n: course.length });
  writeAddress("learn", lesson.id + (at > 0 ? `/${at + 1}` : ""));
  list();
  byId("learn-next").textContent = t(at + 1 < lesson.boards.length ? "learn.practise" : course.at(-1) === lesson ? "learn.play" : "learn.next");
  const { text, queens, crosses } = lesson.boards[at];
  await puzzle.practise(text, queens, crosses, t(at === 0 ? "learn.first" : "learn.again"));
  const asked = lesson.boards[at];
  const found = await library.hint(puzzle.attempt());
  if (asked === lesson.boards[at]) goal = found;
}

// A lesson is done once what follows on its last board was found or shown.
const done = (): string[] => load("course", []);

function list() {
  byId("learn-list").replaceChildren(...course.map((each) => {
    const link = element("a", { href: addressOf("learn", each.id) }, titleOf(each));
    if (each === lesson) link.setAttribute("aria-current", "true");
    return element("li", {}, link, ...(done().includes(each.id) ? [" ", element("span", { role: "img", className: "done", "aria-label": t("learn.done") }, "✓")] : []));
  }));
}
watch((key) => key === "course" && list());

puzzle.addEventListener("queens-change", () => {
  const { game } = puzzle;
  if (!goal || !game) return;
  const queens = game.squares("q");
  const crosses = game.squares("x");
  const { queens: before } = lesson.boards[at];
  const right = goal.queens.every((name) => queens.includes(name)) && goal.crosses.every((name) => crosses.includes(name));
  const astray = queens.some((name) => ![...before, ...(goal?.queens ?? [])].includes(name));
  if (right) explain(`${t("learn.right")} `);
  else if (astray) puzzle.say(t("learn.astray"));
});

function explain(praise: string) {
  const { game } = puzzle;
  if (!goal || !game) return;
  const [, why, then] = sayHint(t, game.board, goal, puzzle.options.letters);
  puzzle.say(`${praise}${why.says} ${then.says}`);
  puzzle.light(why.because, then.then);
  if (at + 1 < lesson.boards.length || done().includes(lesson.id)) return;
  save("course", [...done(), lesson.id]);
  list();
}

byId("learn-show").onclick = () => explain("");
byId("learn-next").onclick = tried(() => {
  if (at + 1 < lesson.boards.length) return show(at + 1);
  const next = course[course.indexOf(lesson) + 1];
  location.hash = next ? addressOf("learn", next.id) : addressOf("puzzle", "day");
});
