// A course: one position for each rule that leads on, and two to practise.

import { addressOf } from "../address";
import type { Hint } from "../api";
import course from "../course.json";
import { byId, element } from "../dom";
import { library } from "../engine";
import { ask, t, tried } from "../language";
import "../queens-puzzle";
import { sayHint } from "../say";
import { load, save, watch } from "../store";
import { addView, mount, title, writeAddress } from "../view";
import { Fault, type Key } from "../words";
import html from "./learn.html";

type Lesson = (typeof course)[number];

mount("learn", html, {});
addView({
  name: "learn",
  find(text) {
    const [id, number = "1"] = text.split("/");
    const next = course.find((each) => !done().includes(each.id)) ?? course[0];
    const found = id ? course.find((each) => each.id === id || each.rules.includes(id)) : next;
    if (!found) throw new Fault("course", { step: id });
    return { lesson: found, board: Math.max(0, Math.min(found.boards.length, Number(number) || 1) - 1) };
  },
  async show(found: { lesson: Lesson; board: number }) {
    lesson = found.lesson;
    scrollTo(0, 0); // from the list, which may be below
    await show(found.board);
  },
  leave: () => void (goal = null),
  sheet: () => ({
    name: [byId("learn-title").textContent ?? ""], shown: puzzle.shown, torus: false, link: location.href,
    lines: [byId("learn-says").textContent ?? "", t(at === 0 ? "learn.first" : "learn.again")],
  }),
});

const puzzle = byId("learn-puzzle");
const titleOf = (each: Lesson) => t(`course.${each.id}` as Key);

let lesson = course[0];
let at = 0; // of the boards of the lesson: the first, then two to practise
let goal: Hint | null = null; // what the reader is to find

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
  byId("learn-show").disabled = true; // until the library has the answer
  const asked = lesson.boards[at];
  const { text, queens, crosses } = asked;
  await puzzle.practise(text, queens, crosses, t(at === 0 ? "learn.first" : "learn.again"));
  const attempt = puzzle.attempt();
  ask(byId("learn-waits"), "", () => library.hint(attempt), (found) => {
    if (asked !== lesson.boards[at]) return;
    goal = found;
    byId("learn-show").disabled = false;
    check();
  });
}

// A lesson is done once what follows on its last board was found or shown.
const done = () => load("course");

function list() {
  byId("learn-list").replaceChildren(...course.map((each) => {
    const link = element("a", { href: addressOf("learn", each.id) }, titleOf(each));
    if (each === lesson) link.setAttribute("aria-current", "true");
    const tick = element("span", { role: "img", className: "done", "aria-label": t("learn.done") }, "✓");
    return element("li", {}, link, ...(done().includes(each.id) ? [" ", tick] : []));
  }));
}
watch("course", list);

puzzle.addEventListener("queens-change", check);
function check() {
  const { game } = puzzle;
  if (!goal || !game) return;
  const queens = game.squares("q");
  const crosses = game.squares("x");
  const right = goal.queens.every((name) => queens.includes(name)) && goal.crosses.every((name) => crosses.includes(name));
  const known = [...lesson.boards[at].queens, ...goal.queens];
  const astray = queens.some((name) => !known.includes(name));
  if (right) explain(`${t("learn.right")} `);
  else if (astray) puzzle.say(t("learn.astray"));
}

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
