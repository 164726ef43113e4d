// The puzzles of the days. Day 1 is 1 January 2026. They are files of the page, so that the
// first is there before the library is; after the last day they begin again.

import { fileOf, once } from "./files";
import { Fault, type Key, type Words } from "./words";
import type { Puzzle } from "./api";
import { type Kind } from "./model";

const dayLength = 86_400_000;

// dateOf returns midnight of a day, in UTC.
export const dateOf = (number: number): Date => new Date(FIRST_DAY + (number - 1) * dayLength);

export const numberOf = (year: number, month: number, day: number): number => (Date.UTC(year, month, day) - FIRST_DAY) / dayLength + 1;

// byClock returns the number of the day by the player's clock, which may be wrong.
export function byClock() {
  const now = new Date();
  return numberOf(now.getFullYear(), now.getMonth(), now.getDate());
}

export const today = () => Math.max(1, byClock());

// sayDay says the date of a day, such as "24 November 2026".
export const sayDay = (t: Words, number: number): string => t.date(dateOf(number), { day: "numeric", month: "long", year: "numeric" });

// titleOf names a puzzle in parts: of a day by its number and date.
export const titleOf = (t: Words, day: number, otherwise: string, level: string): string[] =>
  [...(day ? [t("puzzle.number", { number: day }), sayDay(t, day)] : [otherwise]), t(`level.${level}` as Key)];

// planOf says how large and how hard both puzzles of a day are.
export const planOf = (number: number) => WEEK[dateOf(number).getUTCDay()];

export async function puzzleOf(number: number, kind: Kind): Promise<Puzzle> {
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

// read returns a puzzle from the line of a day: the regions, and the given queens of the other puzzle, which
// has as many rows.
export function read(line: string, number: number, kind: Kind): Puzzle {
  const [regions, given] = line.split(" ");
  const text = kind === "queens" ? `n=${regions.indexOf("/")} given=${given}` : regions;
  return { text, difficulty: planOf(number).level };
}
