// Several puzzles to a sheet of paper, of days or newly made, with their answers on others. The choices
// are in the address, so that the same sheets can be had again.

import type { Options } from "../address";
import { addressTextOf, choiceOfLevels, lastStart, nameOf, newSeed, optionsOf, puzzleAt, readChoice, rowsOf, type Choice } from "../choice";
import { dateOf, numberOf, titleOf } from "../days";
import { fillSizes, say } from "../dom";
import { library, maker } from "../engine";
import { onSubmit, t, tried } from "../language";
import { readBoard, type Board } from "../model";
import { copy } from "../share";
import { codeOf, gallery, several, type Sheet } from "../sheet";
import { addView, linkOf, mount, writeAddress } from "../view";
import html from "./sheets.html";

const parts = mount("sheets", html, {
  form: HTMLFormElement, days: HTMLElement, made: HTMLElement, other: HTMLButtonElement, pages: HTMLElement, print: HTMLButtonElement, says: HTMLElement,
  link: HTMLInputElement, copy: HTMLButtonElement, code: HTMLElement, copySays: HTMLElement,
});

interface Sheets extends Choice { on: number; colour: boolean; answers: boolean }

addView({
  name: "sheets",
  find: (_, options): Sheets => ({
    ...readChoice(options), on: [1, 2, 4].find((each) => String(each) === options.on) ?? 6, colour: "colour" in options, answers: "answers" in options,
  }),
  show: open,
  leave: () => maker.cancel(),
});

const { form } = parts;
const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
const which = () => form.elements.namedItem("which") as RadioNodeList;
const select = (name: string) => form.elements.namedItem(name) as HTMLSelectElement;
for (const level of choiceOfLevels) select("level").append(new Option(t(`level.${level}`), level));

// chosen reads the form. FormData would leave out what is disabled while the view waits.
function chosen(): Sheets {
  const [year, month, date] = field("from").value.split("-").map(Number);
  const said: Record<string, string> = { ...Object.fromEntries(["count", "kind", "rows", "level"].map((name) => [name, field(name).value])), from: String(numberOf(year, month - 1, date)) };
  const seed = which().value === "made" ? field("seed").value || String(newSeed()) : "";
  const choice = readChoice({ ...said, seed });
  return { ...choice, from: Math.min(choice.from, lastStart(choice)), on: Number(field("on").value), colour: field("colour").checked, answers: field("answers").checked };
}

// fill has the form say what is chosen.
function fill(sheets: Sheets) {
  const { kind, count, from, seed, rows, level, on, colour, answers } = sheets;
  for (const [name, value] of Object.entries({ kind, count, level, on })) field(name).value = String(value);
  which().value = seed ? "made" : "days";
  field("from").value = dateOf(from).toISOString().slice(0, 10);
  field("from").max = dateOf(lastStart(sheets)).toISOString().slice(0, 10);
  if (seed) field("seed").value = String(seed);
  field("colour").checked = colour;
  field("answers").checked = answers;
  fillSizes(select("rows"), ...rowsOf(kind), rows);
  parts.days.hidden = seed > 0;
  parts.made.hidden = seed === 0;
}

let wanted: Sheets; // what the form says
let drawn: Sheets | undefined; // what is on the pages
let drawing: Promise<void> | undefined;

// open shows the sheets of a choice, and keeps it in the address.
function open(sheets: Sheets) {
  wanted = sheets;
  fill(sheets);
  const { on, colour, answers } = sheets;
  const options: Options = { ...optionsOf(sheets), on, colour, answers };
  writeAddress("sheets", "", options);
  const link = linkOf("set", "", optionsOf(sheets));
  parts.link.value = link;
  parts.code.replaceChildren(codeOf(link));
  drawing = draw(sheets);
}

form.onchange = () => (form.checkValidity() ? open(chosen()) : say(parts.says, field("count").validationMessage || field("from").validationMessage));
onSubmit(form, () => open(chosen()));
parts.other.onclick = () => {
  field("seed").value = String(newSeed());
  open(chosen());
};
parts.copy.onclick = () => copy(parts.link.value, t("share.link"), parts.copySays, parts.link);
parts.print.onclick = async () => {
  if (!form.reportValidity()) return;
  await drawing;
  if (drawn === wanted) print();
};

type Drawn = Sheet & { answer?: string[] };

async function sheetAt(sheets: Sheets, i: number): Promise<Drawn> {
  const puzzle = await puzzleAt(sheets, i);
  const { text, difficulty, day = 0, kind } = puzzle;
  const board = readBoard(text) as Board;
  const answer = sheets.answers ? await library.answer(text) : undefined;
  const name = titleOf(t, day, t.number(i + 1), difficulty);
  if (sheets.kind === "both") name.splice(1, 0, t(`kind.${kind}`));
  return { name, shown: { ...board, queens: board.given }, torus: false, link: linkOf("puzzle", addressTextOf(puzzle)), colour: sheets.colour, answer };
}

const draw = tried(async (sheets: Sheets) => {
  maker.cancel();
  drawn = undefined;
  parts.pages.ariaBusy = "true";
  say(parts.says, t("puzzle.making"));
  const puzzles: Drawn[] = [];
  let before = 0; // when something was drawn
  try {
    for (let i = 0; i < sheets.count; i++) {
      const puzzle = await sheetAt(sheets, i);
      if (wanted !== sheets) return;
      puzzles.push(puzzle);
      if (puzzles.length < sheets.count && performance.now() < before + 500) continue; // drawing all takes its time
      before = performance.now();
      const solved = puzzles.flatMap(({ name, shown, answer }) => (answer ? [{ name: name.slice(0, sheets.kind === "both" ? 2 : 1).join(", "), shown: { ...shown, queens: answer } }] : []));
      parts.pages.replaceChildren(...several(puzzles, sheets.on, nameOf(sheets)), ...gallery(`${t("sheets.answers")}, ${nameOf(sheets)}`, solved));
    }
    drawn = sheets;
  } finally {
    if (wanted === sheets) {
      if (drawn !== sheets) parts.pages.replaceChildren();
      parts.pages.ariaBusy = "false";
      say(parts.says, "");
    }
  }
});
