// A course: positions for each rule that leads on, three that are chosen and others without end that the
// library makes.

import { addressOf } from "../address";
import type { Attempt, Hint } from "../api";
import course from "../course.json";
import { element } from "../dom";
import { library, maker } from "../engine";
import { ask, t } from "../language";
import { countOf, readBoard, type Board } from "../model";
import { QueensPuzzle } from "../queens-puzzle";
import { sayHint } from "../say";
import { load, save, watch } from "../store";
import { addView, mount, title, writeAddress } from "../view";
import { Fault, type Key } from "../words";
import html from "./learn.html";

type Lesson = (typeof course)[number];
type Start = Pick<Attempt, "text" | "queens" | "crosses">;

// A Place is a board of a lesson. Those after the chosen ones have their number as their seed.
interface Place { lesson: Lesson; number: number; start: Start }

const chosen = 3; // boards of each lesson

const parts = mount("learn", html, {
  title: HTMLElement, says: HTMLElement, puzzle: QueensPuzzle, show: HTMLButtonElement, more: HTMLAnchorElement, next: HTMLAnchorElement, waits: HTMLElement,
  listTitle: HTMLElement, list: HTMLElement,
});

addView({
  name: "learn",
  async find(text): Promise<Place> {
    const [id, digits] = text.split("/");
    const next = course.find((each) => !done().includes(each.id)) ?? course[0];
    const lesson = id ? course.find((each) => each.id === id || each.rules.includes(id)) : next;
    if (!lesson) throw new Fault("course", { step: id });
    const number = Math.max(1, countOf(digits));
    return { lesson, number, start: lesson.boards[number - 1] ?? (await maker.practise({ lesson: lesson.id, seed: number })) };
  },
  async show(found: Place) {
    scrollTo(0, 0); // from the list, which may be below
    place = found;
    await show(found);
  },
  leave() {
    place = goal = null;
    maker.cancel();
  },
  sheet: () => ({
    name: [parts.title.textContent ?? ""], shown: puzzle.shown, torus: false, link: location.href,
    lines: [parts.says.textContent ?? "", t("learn.paper")],
  }),
});

const { puzzle } = parts;
const titleOf = (each: Lesson) => t(`course.${each.id}` as Key);
const task = () => t(place?.number === 1 ? "learn.first" : "learn.again");

let place: Place | null = null;
let goal: Hint | null = null; // the step that the lesson shows

async function show({ lesson, number, start }: Place) {
  goal = null;
  title(titleOf(lesson));
  parts.title.textContent = `${course.indexOf(lesson) + 1}. ${titleOf(lesson)}`;
  parts.says.textContent = t(`course.${lesson.id}.says` as Key);
  parts.listTitle.textContent = t("learn.count", { n: course.length });
  writeAddress("learn", lesson.id + (number > 1 ? `/${number}` : ""));
  list(lesson);
  const after = course[course.indexOf(lesson) + 1];
  parts.more.textContent = t(number < chosen ? "learn.practise" : "learn.more");
  parts.more.classList.toggle("main", number < chosen);
  parts.more.href = addressOf("learn", `${lesson.id}/${number < chosen ? number + 1 : seed()}`);
  parts.next.hidden = number < chosen;
  parts.next.textContent = t(after ? "learn.next" : "learn.play");
  parts.next.href = after ? addressOf("learn", after.id) : addressOf("puzzle", "day");
  parts.show.disabled = true; // until the library has the answer
  await puzzle.practise(start, task());
  const attempt = puzzle.attempt();
  begun = attempt;
  ask(parts.waits, "", () => library.hint(attempt), (found) => {
    if (attempt !== begun) return;
    goal = found;
    parts.show.disabled = false;
  });
}

let begun: Attempt; // the board as the lesson shows it
const seed = () => chosen + 1 + Math.floor(Math.random() * 9000);

// A lesson is done once what follows on its last chosen board, or on one after it, was found or shown.
const done = () => load("course");

function list(lesson = place?.lesson) {
  parts.list.replaceChildren(...course.map((each) => {
    const link = element("a", { href: addressOf("learn", each.id) }, titleOf(each));
    if (each === lesson) link.setAttribute("aria-current", "true");
    const tick = element("span", { role: "img", className: "done", "aria-label": t("learn.done") }, "✓");
    return element("li", {}, link, ...(done().includes(each.id) ? [" ", tick] : []));
  }));
}
watch("course", () => list());

// Whatever the learner has marked is answered: what does not follow, and what does.
puzzle.addEventListener("queens-change", () => {
  const [start, now] = [begun, puzzle.attempt()];
  if (JSON.stringify(start) === JSON.stringify(now)) return;
  ask(parts.waits, "", () => library.lesson({ start, now }), ({ found, astray, ...reason }) => {
    if (start !== begun || JSON.stringify(now) !== JSON.stringify(puzzle.attempt())) return; // the learner has gone on
    if (astray.length > 0) {
      const placed = astray.filter((name) => now.queens.includes(name));
      const [key, squares] = placed.length > 0 ? ["learn.astrayQueen" as const, placed] : ["learn.astray" as const, astray];
      puzzle.light({ wrong: astray });
      puzzle.say(t(key, { n: squares.length, squares: squares.slice(0, 6) }));
    } else if (found) explain(t("learn.right"), reason.rule ? reason : null);
    else puzzle.say(t("learn.partly"));
  });
});

function explain(praise: string, reason: Omit<Hint, "clear"> | null) {
  if (!place) return;
  const [, why, then] = reason ? sayHint(t, readBoard(place.start.text) as Board, reason, puzzle.options.letters) : [];
  puzzle.say([praise, why?.says, then?.says].filter(Boolean).join(" "));
  if (why && then) puzzle.light({ because: why.because, then: then.then });
  const { lesson, number } = place;
  if (number < chosen || done().includes(lesson.id)) return;
  save("course", [...done(), lesson.id]);
  list();
}

parts.show.onclick = () => explain("", goal);
