// Several puzzles to a sheet of paper, of days or newly made, with their answers on others.

import { addressOf } from "./address.js";
import { dateOf, dayAddress, numberOf, puzzleOf, sayDay, today } from "./days.js";
import { able, byId, fillSizes, say } from "./dom.js";
import { library, maker } from "./engine.js";
import { report, t, title, tried } from "./language.js";
import { readBoard } from "./model.js";
import { sizes } from "./play-new.js";
import { answers, several } from "./sheet.js";

/** @typedef {import("./sheet.js").Sheet} Sheet */

const form = byId("sheets-form");
const { count, kind, which, from, rows, level, solved } = form.elements;
/** @type {object} */ let asked = {}; // what the sheets under way are made of

export async function open() {
  title(t("view.sheets"));
  if (!byId("sheets-pages").firstChild) await make();
}

export const leave = () => maker.cancel();

const isoOf = (/** @type {number} */ day) => dateOf(day).toISOString().slice(0, 10);

// fit makes the form match what is chosen: no day is later than today.
function fit() {
  const [least, most, usual] = sizes[kind.value];
  fillSizes(rows, least, most, rows.value >= least && rows.value <= most ? Number(rows.value) : usual);
  from.max = isoOf(today() - Math.max(1, count.valueAsNumber || 1) + 1);
  if (!from.value || from.value > from.max) from.value = from.max;
  byId("sheets-days").hidden = which.value !== "days";
  byId("sheets-made").hidden = which.value !== "made";
}
form.onchange = fit;
for (const option of level) option.textContent = t(/** @type {import("./words.js").Key} */ (`level.${option.value}`));
from.min = isoOf(1);
fit();

// choice returns what is chosen, which may change while sheets are made.
const choice = () => ({ count: count.valueAsNumber, kind: kind.value, days: which.value === "days", first: dayOf(from.valueAsDate), n: Number(rows.value), difficulty: level.value, answers: solved.checked });
const dayOf = (/** @type {Date} */ date) => numberOf(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());

/** @type {(chosen: ReturnType<typeof choice>, i: number) => Promise<{ text: string, sheet: Sheet }>} */ async function puzzleAt({ kind, days, first, n, difficulty }, i) {
  const day = first + i;
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  const found = days ? await puzzleOf(day, kind) : await maker.make({ kind, n, torus: false, difficulty, seed });
  const board = /** @type {import("./model.js").Board} */ (readBoard(found.text));
  const name = days ? [t("puzzle.number", { number: day }), sayDay(t, day)] : [t.number(i + 1)];
  const address = addressOf("puzzle", days ? dayAddress(day, kind) : found.text);
  const sheet = { name: [...name, t(`level.${found.difficulty}`)], shown: { ...board, queens: board.given }, torus: board.torus, link: new URL(address, location.href).href };
  return { text: found.text, sheet };
}

const make = tried(async () => {
  const chosen = (asked = choice());
  maker.cancel();
  report("");
  able(byId("sheets-print"), false);
  say(byId("sheets-says"), t("puzzle.making"));
  /** @type {Sheet[]} */ const puzzles = [];
  /** @type {Sheet[]} */ const solutions = [];
  try {
    for (let i = 0; i < chosen.count; i++) {
      const { text, sheet } = await puzzleAt(chosen, i);
      const queens = chosen.answers ? await library.answer(text) : [];
      if (asked !== chosen) return;
      puzzles.push(sheet);
      if (chosen.answers) solutions.push({ ...sheet, shown: { ...sheet.shown, queens } });
      byId("sheets-pages").replaceChildren(...several(puzzles), ...answers(solutions));
    }
    able(byId("sheets-print"), true);
  } finally {
    if (asked === chosen) say(byId("sheets-says"), "");
  }
});
form.onsubmit = (/** @type {Event} */ event) => {
  event.preventDefault();
  make();
};
byId("sheets-print").onclick = () => byId("sheets-print").ariaDisabled !== "true" && print();
