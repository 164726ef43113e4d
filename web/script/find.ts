// The puzzle of an address: that of a day, or of a board.

import { puzzleOf, sayDay, sortOf, today } from "./days";
import { library } from "./engine";
import type { Puzzle } from "./game";
import { countOf, kinds, readBoard, type Kind } from "./model";
import { loadGame } from "./store";
import { Fault, type Words } from "./words";

// dayOf returns the number and the kind of the puzzle of a day that an address names.
function dayOf(address: string): { day: number; kind: Kind } | null {
  const [word, number, name] = address.split("/");
  if (address !== "" && word !== "day") return null;
  const day = number ? countOf(number, 6) : today();
  const kind = kinds.find((each) => each === (name || "regions"));
  if (day < 1) throw new Fault("number", { number });
  if (!kind) throw new Fault("kind", { kind: name });
  return { day, kind };
}

// findPuzzle returns the puzzle of an address. Only boards that are not of a day need the
// library, and only the first time that they are played.
export async function findPuzzle(t: Words, address: string): Promise<Puzzle> {
  const { day, kind } = dayOf(address) ?? {};
  if (!day || !kind) return loadGame(address) ?? library.open(address);
  if (day > today() + 1) throw new Fault("future", { number: String(day), date: sayDay(t, day) }); // somewhere it is tomorrow
  return { ...(await puzzleOf(day, kind)), day, late: day !== today() };
}

// emptyOf returns what is known of the board of an address before the puzzle is there.
export function emptyOf(address: string) {
  const board = readBoard(address);
  if (board) return { ...board, queens: board.given };
  return { n: sortOf(dayOf(address)?.day ?? today()).n };
}
