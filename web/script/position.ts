// Boards of queens in the addresses of the page, and to be shared.

import { library } from "./engine";
import { readBoard, writePosition, type Position } from "./model";
import type { Shared } from "./share";
import { linkOf } from "./view";
import { Fault } from "./words";

// readPosition reads a text as the page writes it, or else asks the library, which reads more.
export async function readPosition(text: string): Promise<Position> {
  const board = readBoard(text);
  if (board?.kind !== "queens") return library.read(text);
  const both = board.given.filter((name) => board.blocked.includes(name));
  if (both.length > 0) throw new Fault("blocked", { squares: both });
  return { n: board.n, torus: board.torus, queens: board.given, blocked: board.blocked };
}

export const emptyBoard = (n: number): Position => ({ n, torus: false, queens: [], blocked: [] });

// resized returns an empty board of another size.
export const resized = (position: Position, n: number): Position => ({ ...position, n, queens: [], blocked: [] });

export function sharedOf(position: Position): Shared {
  const text = writePosition(position);
  const attempt = { text: writePosition({ ...position, queens: [] }), queens: position.queens, crosses: [], letters: false };
  return { link: linkOf("board", text), text, n: position.n, attempt };
}
