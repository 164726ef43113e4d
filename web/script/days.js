// The puzzles of the days. Day 1 is 1 January 2026. They are files of the page, so that the
// first is there before the library is; after the last day they begin again.

import { fileOf, once } from "./files.js";
import { Fault } from "./words.js";

/** @typedef {import("./api").Difficulty} Difficulty */
/** @typedef {"regions" | "queens"} Kind */

/** @type {Kind[]} */ export const kinds = ["regions", "queens"];
/** @type {Difficulty[]} */ export const levels = ["easy", "medium", "hard", "expert"];
const first = Date.UTC(2026, 0, 1);
const dayLength = 86_400_000;

// The sizes and levels of the week, beginning with Sunday: they get harder from Monday on.
/** @type {[number, Difficulty][]} */ const week = [[10, "medium"], [7, "easy"], [8, "easy"], [8, "medium"], [9, "medium"], [8, "hard"], [9, "hard"]];
/** @type {(number: number) => Date} at midnight, in UTC */ export const dateOf = (number) => new Date(first + (number - 1) * dayLength);

/** @type {(year: number, month: number, day: number) => number} */
export const numberOf = (year, month, day) => (Date.UTC(year, month, day) - first) / dayLength + 1;

// today returns the number of the day by the player's clock.
export function today() {
  const now = new Date();
  return numberOf(now.getFullYear(), now.getMonth(), now.getDate());
}

/** @type {(t: import("./words.js").Words, number: number) => string} such as "24 November 2026" */
export const sayDay = (t, number) => t.date(dateOf(number), { day: "numeric", month: "long", year: "numeric" });
/** @type {(number: number, kind: Kind) => string} */ export const dayAddress = (number, kind) => `day/${number}${kind === "queens" ? "/queens" : ""}`;

/** @type {(number: number) => { n: number, level: Difficulty }} what both puzzles of a day are like */ export function sortOf(number) {
  const [n, level] = week[dateOf(number).getUTCDay()];
  return { n, level };
}

/** @typedef {{ text: string, difficulty: Difficulty }} Daily */

/** @type {(number: number, kind: Kind) => Promise<Daily>} */ export async function puzzleOf(number, kind) {
  const index = (number - 1) % DAYS;
  const all = fileOf("days.txt").href;
  // The service worker has all days. The first visit takes a file of a few.
  const [file, line] = navigator.serviceWorker?.controller ? [all, index] : [all.replace(/\.txt$/, `-${Math.floor(index / DAYS_IN_PART)}.txt`), index % DAYS_IN_PART];
  return read((await linesOf(file))[line], number, kind);
}

/** @type {(file: string) => Promise<string[]>} */ const linesOf = once(async (file) => {
  const text = await fetch(file).then((response) => (response.ok ? response.text() : null)).catch(() => null);
  if (text === null) throw new Fault("day");
  return text.split("\n");
});

// read returns a puzzle from the line of a day: the number of rows, the regions as puzz.link
// writes them, and the given queens of the other puzzle.
/** @type {(line: string, number: number, kind: Kind) => Daily} */ export function read(line, number, kind) {
  const [rows, borders, given] = line.split(" ");
  const n = Number(rows);
  const text = kind === "queens" ? `n=${n} given=${given}` : lettersOf(n, borders);
  return { text, difficulty: sortOf(number).level };
}

/** @type {(n: number, digits: string) => string} */ function lettersOf(n, digits) {
  const bits = [...digits].flatMap((digit) => [16, 8, 4, 2, 1].map((bit) => (parseInt(digit, 32) & bit) > 0));
  const half = Math.ceil((n * (n - 1)) / 5) * 5; // borders between columns, then between rows
  const open = (/** @type {number} */ row, /** @type {number} */ col, /** @type {number} */ row2, /** @type {number} */ col2) =>
    row2 >= 0 && col2 >= 0 && row2 < n && col2 < n && !(row === row2 ? bits[row * (n - 1) + Math.min(col, col2)] : bits[half + Math.min(row, row2) * n + col]);
  const letters = Array.from({ length: n }, () => Array(n).fill(""));
  let next = 65;
  /** @type {(row: number, col: number, letter: string) => void} */ const flood = (row, col, letter) => {
    if (letters[row][col]) return;
    letters[row][col] = letter;
    for (const [row2, col2] of [[row - 1, col], [row + 1, col], [row, col - 1], [row, col + 1]]) if (open(row, col, row2, col2)) flood(row2, col2, letter);
  };
  for (let i = 0; i < n * n; i++) if (!letters[Math.floor(i / n)][i % n]) flood(Math.floor(i / n), i % n, String.fromCharCode(next++));
  return letters.map((row) => row.join("")).join("/");
}
