// The puzzle of an address: that of a day, or of a board.

import { readDay } from "./address";
import { planOf, puzzleOf, sayDay, today } from "./days";
import { library } from "./engine";
import type { Puzzle } from "./game";
import { readBoard } from "./model";
import { loadGame } from "./store";
import { Fault, type Words } from "./words";

// findPuzzle returns the puzzle of an address. Only boards that are not of a day need the
// library, and only the first time that they are played.
export async function findPuzzle(t: Words, address: string): Promise<Puzzle> {
  const named = readDay(address);
  if (!named) return loadGame(address) ?? library.open(address);
  const { day = today(), kind } = named;
  if (day > today() + 1) throw new Fault("future", { number: String(day), date: sayDay(t, day) }); // somewhere it is tomorrow
  return { ...(await puzzleOf(day, kind)), day, late: day !== today() };
}

// emptyOf returns what is known of the board of an address before the puzzle is there.
export function emptyOf(address: string) {
  const board = readBoard(address);
  if (board) return { ...board, queens: board.given };
  return { n: planOf(readDay(address)?.day ?? today()).n };
}
