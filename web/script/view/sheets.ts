// Several puzzles to a sheet of paper, of days or newly made, with their answers on others.

import { dateOf, dayAddress, numberOf, puzzleOf, today } from "../days";
import { able, byId, fillSizes, say } from "../dom";
import { library, maker, newPuzzle } from "../engine";
import { onSubmit, t, tried } from "../language";
import { kinds, readBoard, type Board, type Kind } from "../model";
import { gallery, several, titleOf, type Sheet } from "../sheet";
import { addView, linkOf } from "../view";
import type { Difficulty } from "../api";
import html from "./sheets.html";

addView({
  name: "sheets", html,
  find: () => null,
  show: () => void (byId("sheets-pages").childElementCount > 0 || make()),
  leave: () => maker.cancel(),
});

const form = byId("sheets-form");
const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement;
const mixed: Difficulty[] = ["easy", "medium", "hard"];
let latest: object | undefined; // the sheets under way

interface Choice { count: number; on: number; kind: Kind | "both"; which: "days" | "made"; from: string; rows: number; level: Difficulty | "mixed"; colour: boolean; solved: boolean }

// chosen reads the form. FormData would leave out what is disabled while the view waits.
function chosen(): Choice {
  const value = (name: string) => (form.elements.namedItem(name) as RadioNodeList | HTMLInputElement).value;
  const [count, on, rows] = ["count", "on", "rows"].map((name) => Number(value(name)));
  const [colour, solved] = ["colour", "solved"].map((name) => (field(name) as HTMLInputElement).checked);
  return { count, on, rows, colour, solved, kind: value("kind") as Choice["kind"], which: value("which") as Choice["which"], from: value("from"), level: value("level") as Choice["level"] };
}

const kindsOf = (kind: Choice["kind"]): readonly Kind[] => (kind === "both" ? kinds : [kind]);

// fit makes the form match what is chosen: no day is later than today.
function fit() {
  const { kind, which, rows, count } = chosen();
  const all = kindsOf(kind);
  const [least, most] = [Math.max(...all.map((each) => SIZES[each][0])), Math.min(...all.map((each) => SIZES[each][1]))];
  fillSizes(field("rows") as HTMLSelectElement, least, most, rows);
  const from = field("from") as HTMLInputElement;
  from.max = dateOf(today() + 1 - Math.ceil((count || 1) / all.length)).toISOString().slice(0, 10);
  if (!from.value || from.value > from.max) from.value = from.max;
  byId("sheets-days").hidden = which !== "days";
  byId("sheets-made").hidden = which !== "made";
}
form.onchange = fit;
for (const level of [...mixed, "expert", "mixed"] as const) field("level").append(new Option(t(`level.${level}`), level));
fit();

type Puzzle = Sheet & { text: string; score: number; answer?: string[] };

async function puzzleAt({ which, kind: chosenKind, from, rows, level, count, colour }: Choice, i: number): Promise<Puzzle> {
  const all = kindsOf(chosenKind);
  const kind = all[i % all.length];
  const [year, month, date] = from.split("-").map(Number);
  const day = which === "days" ? numberOf(year, month - 1, date) + Math.floor(i / all.length) : 0;
  const wanted = level === "mixed" ? mixed[Math.floor((mixed.length * i) / count)] : level;
  const { text, difficulty, score } = day ? await puzzleOf(day, kind) : await newPuzzle({ kind, n: rows, torus: false, difficulty: wanted });
  const board = readBoard(text) as Board;
  const link = linkOf("puzzle", day ? dayAddress(day, kind) : text);
  return { text, score, name: titleOf(day, t.number(i + 1), difficulty), shown: { ...board, queens: board.given }, torus: board.torus, link, colour };
}

const make = tried(async () => {
  const choice = chosen();
  const mine = (latest = {});
  maker.cancel();
  able(byId("sheets-print"), false);
  say(byId("sheets-says"), t("puzzle.making"));
  const puzzles: Puzzle[] = [];
  let drawn = 0; // when
  try {
    for (let i = 0; i < choice.count; i++) {
      const puzzle = await puzzleAt(choice, i);
      if (choice.solved) puzzle.answer = await library.answer(puzzle.text);
      if (mine !== latest) return;
      puzzles.push(puzzle);
      if (puzzles.length < choice.count && performance.now() < drawn + 500) continue; // drawing all takes its time
      drawn = performance.now();
      if (choice.which === "made" && choice.level === "mixed") {
        puzzles.sort((a, b) => a.score - b.score).forEach((each, i) => (each.name[0] = t.number(i + 1)));
      }
      const solved = puzzles.flatMap(({ name, shown, answer }) => (answer ? [{ name: name[0], shown: { ...shown, queens: answer } }] : []));
      byId("sheets-pages").replaceChildren(...several(puzzles, choice.on), ...gallery(t("sheets.answers"), solved));
    }
    able(byId("sheets-print"), true);
  } finally {
    if (mine === latest) say(byId("sheets-says"), "");
  }
});
onSubmit(form, make);
byId("sheets-print").onclick = () => byId("sheets-print").ariaDisabled === "false" && print();
