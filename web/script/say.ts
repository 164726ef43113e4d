// Boards, rules and hints in the words of a language.

import { colourNames, placeOf, readBoard, type Board } from "./model";
import type { Words, Key } from "./words";
import type { Unit, Reason } from "./api";

// A Saying is a sentence, the squares that are its reason, and those that follow.
export interface Saying { says: string; because: string[]; then: string[] }

const mostNamed = 8; // squares in a sentence

// describe names a puzzle, such as "8×8 coloured regions, easy".
export function describe(t: Words, text: string, difficulty: string): string {
  const board = readBoard(text);
  if (!board) return text;
  const kind = board.torus ? "torus" : board.kind;
  return t(`name.${kind}`, { n: board.n, level: t(`level.${difficulty}` as Key) });
}

function regionOf(t: Words, { n, names }: Pick<Board, "n" | "names">, region: number, letters: boolean): { kind: "region" | "colour", name: string } {
  if (letters || n > colourNames.length) return { kind: "region", name: names[region] };
  return { kind: "colour", name: t(`colour.${colourNames[region]}`) };
}

// sayRegion names a region, such as "the blue region".
export function sayRegion(t: Words, board: Pick<Board, "n" | "names">, region: number, letters: boolean): string {
  const { kind, name } = regionOf(t, board, region, letters);
  return t(`unit.${kind}`, { name });
}

// sayUnits names units, or says where with the forms "inUnit", such as "rows 1 and 2"
export function sayUnits(t: Words, board: Pick<Board, "n" | "names">, units: Unit[], letters: boolean, form: "unit" | "inUnit" = "unit"): string[] {
  const kinds: Map<string, string[]> = new Map();
  for (const { kind, index } of units) {
    const named = kind === "region" ? regionOf(t, board, index, letters) : { kind, name: kind === "row" ? String(index + 1) : String.fromCharCode(97 + index) };
    kinds.set(named.kind, [...(kinds.get(named.kind) ?? []), named.name]);
  }
  return [...kinds].map(([kind, names]) => t((`${form}${names.length > 1 ? "s" : ""}.${kind}` as Key), { name: names[0], names }));
}

// sayConflict says which rule two queens break.
export function sayConflict(t: Words, board: Board, a: string, b: string, letters: boolean): string {
  const [row, col] = placeOf(a);
  const [row2, col2] = placeOf(b);
  const region = board.regions?.[row][col];
  const unit = row === row2 ? { kind: "row", index: row } : col === col2 ? { kind: "column", index: col }
    : region !== undefined && region === board.regions?.[row2][col2] ? { kind: "region", index: region } : null;
  if (unit) return t("conflict.unit", { a, b, in: sayUnits(t, board, [unit], letters, "inUnit") });
  return t(board.regions ? "conflict.touch" : "conflict.diagonal", { a, b });
}

const squares = (t: Words, names: string[]) => (names.length > mostNamed ? t("square.many") : names);

// sayReason gives the reason for a step in sentences, those of a trial one after another.
function sayReason(t: Words, board: Board, { rule, units, within, queens, crosses, steps }: Reason, letters: boolean): string[] {
  const values = { in: sayUnits(t, board, units, letters, "inUnit"), squares: squares(t, [...queens, ...crosses]) };
  switch (rule.replace("queens-", "")) {
    case "trial":
      if (steps.length === 0) return [t("rule.nested", values)];
      return [t("rule.trial", values), ...steps.flatMap((step) => {
        const said = sayReason(t, board, step, letters);
        return step.crosses.length > 0 && step.rule !== "queens-trial" ? [...said, t("step.out", { squares: squares(t, step.crosses) })] : said;
      })];
    case "single": return [t("rule.single", values)];
    case "pin": return [t("rule.pin", values)];
    case "search": return [t("rule.search", values)];
    case "contradiction": return [t("rule.contradiction", values)];
  }
  return [t("rule.within", { ...values, within: sayUnits(t, board, within, letters, "inUnit") })];
}

// sayHint says a hint a third at a time: where to look, why, and what follows.
export function sayHint(t: Words, board: Board, hint: Reason, letters: boolean): Saying[] {
  const { units, within, because, queens, crosses, steps } = hint;
  const reason = [...steps.flatMap((step) => step.queens), ...because];
  const follows = [...queens, ...crosses];
  const then = queens.length > 0 ? t("then.queen", { squares: queens })
    : crosses.length > mostNamed ? t("then.many") : t("then.cross", { n: crosses.length, squares: crosses });
  return [
    { says: t("hint.look", { units: sayUnits(t, board, [...units, ...within], letters) }), because, then: [] },
    { says: sayReason(t, board, hint, letters).join(" "), because: reason, then: crosses },
    { says: then, because: reason, then: follows },
  ];
}

// sayWrong says first that some marks are wrong, then which.
export function sayWrong(t: Words, board: Board, wrong: string[], placed: string[], letters: boolean): [string, string] {
  const queens = wrong.filter((name) => placed.includes(name));
  const crosses = wrong.filter((name) => !placed.includes(name));
  const [row, col] = placeOf(wrong[0]);
  const unit = board.regions ? { kind: "region", index: board.regions[row][col] } : { kind: "row", index: row };
  const some = [queens.length > 0 ? t("puzzle.wrongQueen") : t("puzzle.wrongCross", { in: sayUnits(t, board, [unit], letters, "inUnit") })];
  if (wrong.length > 1) some.push(t("puzzle.wrongMore", { n: wrong.length - 1 }));
  const where = [];
  if (queens.length > 0) where.push(t("puzzle.wrongQueens", { n: queens.length, squares: queens }));
  if (crosses.length > 0) where.push(t("puzzle.wrongCrosses", { n: crosses.length, squares: crosses }));
  return [some.join(" "), where.join(" ")];
}
