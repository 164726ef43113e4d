// Which puzzles a teacher has chosen, for sheets of paper or as a set on a screen: those of days from one
// on, or new ones. The same choice gives the same puzzles, on every machine and every day.

import { dayAddress, type Options } from "./address";
import type { Difficulty } from "./api";
import { puzzleOf, today } from "./days";
import { maker } from "./engine";
import type { Puzzle } from "./game";
import { t } from "./language";
import { countOf, kinds, levels, type Kind } from "./model";

export interface Choice {
  kind: Kind | "both";
  count: number;
  from: number; // the first day
  seed: number; // of new puzzles, or 0: the puzzles are those of days
  rows: number;
  level: Difficulty | "mixed";
}

export const mostPuzzles = 60;
export const mostSeed = 999_999;
const mixed: Difficulty[] = ["easy", "medium", "hard"];
export const choiceOfLevels = [...levels, "mixed"] as const;

export const newSeed = () => 1 + (crypto.getRandomValues(new Uint32Array(1))[0] % mostSeed);

const kindsOf = (kind: Choice["kind"]): readonly Kind[] => (kind === "both" ? kinds : [kind]);

// rowsOf returns the least and the most rows of new puzzles.
export function rowsOf(kind: Choice["kind"]): [number, number] {
  const all = kindsOf(kind).map((each) => SIZES[each]);
  return [Math.max(...all.map(([least]) => least)), Math.min(...all.map(([, most]) => most))];
}

// lastStart returns the last day to begin with, so that no puzzle is one of a day to come.
export const lastStart = ({ kind, count }: Pick<Choice, "kind" | "count">) => Math.max(1, today() + 1 - Math.ceil(count / kindsOf(kind).length));

// readChoice returns the choice of an address, with what goes without saying.
export function readChoice(options: Record<string, string>): Choice {
  const kind = ([...kinds, "both"] as const).find((each) => each === options.kind) ?? "regions";
  const count = Math.min(countOf(options.count) || 6, mostPuzzles, today() * kindsOf(kind).length);
  const latest = lastStart({ kind, count });
  const [least, most] = rowsOf(kind);
  return {
    kind, count, from: countOf(options.from) ? Math.min(countOf(options.from), latest + 1) : latest, // somewhere it is tomorrow
    seed: Math.min(countOf(options.seed), mostSeed), rows: Math.max(least, Math.min(most, countOf(options.rows) || 8)),
    level: choiceOfLevels.find((each) => each === options.level) ?? "mixed",
  };
}

export const optionsOf = ({ kind, count, from, seed, rows, level }: Choice): Options => ({ kind, count, ...(seed ? { rows, level, seed } : { from }) });

// nameOf names a set, on puzzles and on answers.
export function nameOf({ kind, count, from, seed }: Choice): string {
  const last = from + Math.ceil(count / kindsOf(kind).length) - 1;
  return t("sheets.set", { number: seed ? String(seed) : `${from}–${last}` });
}

const made = new Map<string, Puzzle>(); // by what was asked for

// puzzleAt returns a puzzle of a choice by its index.
export async function puzzleAt({ kind: chosen, count, from, seed, rows: n, level }: Choice, i: number): Promise<Puzzle & { kind: Kind }> {
  const all = kindsOf(chosen);
  const kind = all[i % all.length];
  if (!seed) {
    const day = from + Math.floor(i / all.length);
    return { ...(await puzzleOf(day, kind)), day, kind };
  }
  const difficulty = level === "mixed" ? mixed[Math.floor((mixed.length * i) / count)] : level;
  const request = { kind, n, torus: false, difficulty, seed: 100 * seed + i };
  const key = JSON.stringify(request);
  const puzzle = made.get(key) ?? (await maker.make(request));
  made.set(key, puzzle);
  return { ...puzzle, kind };
}

// addressTextOf returns what names a puzzle in an address.
export const addressTextOf = ({ text, day, kind }: Puzzle & { kind: Kind }): string => (day ? dayAddress(day, kind) : text);
