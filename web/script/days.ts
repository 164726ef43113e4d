// The puzzles of the days. Day 1 is 1 January 2026. They are files of the page, so that the
// first is there before the library is; after the last day they begin again.

import { fileOf, once } from "./files";
import { Fault, type Words } from "./words";
import type { Difficulty } from "./api";

export type Kind = "regions" | "queens";

export const kinds: Kind[] = ["regions", "queens"];
export const levels: Difficulty[] = ["easy", "medium", "hard", "expert"];
const first = Date.UTC(2026, 0, 1);
const dayLength = 86_400_000;

// The sizes and levels of the week, beginning with Sunday: they get harder from Monday on.
const week: [number, Difficulty][] = [[10, "medium"], [7, "easy"], [8, "easy"], [8, "medium"], [9, "medium"], [8, "hard"], [9, "hard"]];
// dateOf returns midnight of a day, in UTC.
export const dateOf = (number: number): Date => new Date(first + (number - 1) * dayLength);

export const numberOf = (year: number, month: number, day: number): number => (Date.UTC(year, month, day) - first) / dayLength + 1;

// today returns the number of the day by the player's clock.
export function today() {
  const now = new Date();
  return numberOf(now.getFullYear(), now.getMonth(), now.getDate());
}

// sayDay says the date of a day, such as "24 November 2026".
export const sayDay = (t: Words, number: number): string => t.date(dateOf(number), { day: "numeric", month: "long", year: "numeric" });
export const dayAddress = (number: number, kind: Kind): string => `day/${number}${kind === "queens" ? "/queens" : ""}`;

// sortOf says what both puzzles of a day are like.
export function sortOf(number: number): { n: number, level: Difficulty } {
  const [n, level] = week[dateOf(number).getUTCDay()];
  return { n, level };
}

export interface Daily { text: string; difficulty: Difficulty }

export async function puzzleOf(number: number, kind: Kind): Promise<Daily> {
  const index = (number - 1) % DAYS;
  const all = fileOf("days.txt").href;
  // The service worker has all days. The first visit takes a file of a few.
  const [file, line] = navigator.serviceWorker?.controller ? [all, index] : [all.replace(/\.txt$/, `-${Math.floor(index / DAYS_IN_PART)}.txt`), index % DAYS_IN_PART];
  return read((await linesOf(file))[line], number, kind);
}

const linesOf: (file: string) => Promise<string[]> = once(async (file) => {
  const text = await fetch(file).then((response) => (response.ok ? response.text() : null)).catch(() => null);
  if (text === null) throw new Fault("day");
  return text.split("\n");
});

// read returns a puzzle from the line of a day: the number of rows, the regions as puzz.link
// writes them, and the given queens of the other puzzle.
export function read(line: string, number: number, kind: Kind): Daily {
  const [rows, borders, given] = line.split(" ");
  const n = Number(rows);
  const text = kind === "queens" ? `n=${n} given=${given}` : lettersOf(n, borders);
  return { text, difficulty: sortOf(number).level };
}

function lettersOf(n: number, digits: string): string {
  const bits = [...digits].flatMap((digit) => [16, 8, 4, 2, 1].map((bit) => (parseInt(digit, 32) & bit) > 0));
  const half = Math.ceil((n * (n - 1)) / 5) * 5; // borders between columns, then between rows
  const open = (row: number, col: number, row2: number, col2: number) =>
    row2 >= 0 && col2 >= 0 && row2 < n && col2 < n && !(row === row2 ? bits[row * (n - 1) + Math.min(col, col2)] : bits[half + Math.min(row, row2) * n + col]);
  const letters = Array.from({ length: n }, () => Array(n).fill(""));
  let next = 65;
  const flood = (row: number, col: number, letter: string) => {
    if (letters[row][col]) return;
    letters[row][col] = letter;
    for (const [row2, col2] of [[row - 1, col], [row + 1, col], [row, col - 1], [row, col + 1]]) if (open(row, col, row2, col2)) flood(row2, col2, letter);
  };
  for (let i = 0; i < n * n; i++) if (!letters[Math.floor(i / n)][i % n]) flood(Math.floor(i / n), i % n, String.fromCharCode(next++));
  return letters.map((row) => row.join("")).join("/");
}
