// Several puzzles to a sheet of paper, of days or newly made, with their answers on others.

import { addressOf } from "./address";
import { dateOf, dayAddress, numberOf, puzzleOf, today } from "./days";
import { able, byId, fillSizes, say } from "./dom";
import { library, maker, newPuzzle } from "./engine";
import { onSubmit, t, title, tried } from "./language";
import { readBoard, type Board } from "./model";
import { sizes } from "./play-new";
import { answers, several, titleOf, type Sheet } from "./sheet";
import type { Key } from "./words";

const form = byId("sheets-form");
const { count, kind, which, from, rows, level } = form.elements;
let asked: any = {}; // what the sheets under way are made of

export async function open() {
  title(t("view.sheets"));
  if (byId("sheets-print").ariaDisabled !== "false") await make();
}

export const leave = () => maker.cancel();

// fit makes the form match what is chosen: no day is later than today.
form.onchange = function fit() {
  const [least, most, usual] = sizes[kind.value];
  fillSizes(rows, least, most, rows.value >= least && rows.value <= most ? Number(rows.value) : usual);
  from.max = dateOf(today() + 1 - (count.valueAsNumber || 1)).toISOString().slice(0, 10);
  if (!from.value || from.value > from.max) from.value = from.max;
  byId("sheets-days").hidden = which.value !== "days";
  byId("sheets-made").hidden = which.value !== "made";
};
for (const option of level) option.textContent = t(`level.${option.value}` as Key);
form.onchange();

async function puzzleAt({ which, kind, from, rows, level }: any, i: number): Promise<Sheet & { text: string }> {
  const [year, month, date] = from.split("-").map(Number);
  const day = which === "days" ? numberOf(year, month - 1, date) + i : 0;
  const { text, difficulty } = day ? await puzzleOf(day, kind) : await newPuzzle({ kind, n: Number(rows), torus: false, difficulty: level });
  const board = readBoard(text) as Board;
  const link = new URL(addressOf("puzzle", day ? dayAddress(day, kind) : text), location.href).href;
  return { text, name: titleOf(day, t.number(i + 1), difficulty), shown: { ...board, queens: board.given }, torus: board.torus, link };
}

const make = tried(async () => {
  const chosen = (asked = Object.fromEntries(new FormData(form)));
  maker.cancel();
  able(byId("sheets-print"), false);
  say(byId("sheets-says"), t("puzzle.making"));
  const [puzzles, solved]: Sheet[][] = [[], []];
  try {
    for (let i = 0; i < Number(chosen.count); i++) {
      const puzzle = await puzzleAt(chosen, i);
      const queens = chosen.solved ? await library.answer(puzzle.text) : null;
      if (asked !== chosen) return;
      puzzles.push(puzzle);
      if (queens) solved.push({ ...puzzle, shown: { ...puzzle.shown, queens } });
      byId("sheets-pages").replaceChildren(...several(puzzles), ...answers(solved));
    }
    able(byId("sheets-print"), true);
  } finally {
    if (asked === chosen) say(byId("sheets-says"), "");
  }
});
onSubmit("sheets-form", make);
byId("sheets-print").onclick = () => byId("sheets-print").ariaDisabled === "false" && print();
