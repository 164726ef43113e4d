// Boards as text, and their rules: all that needs no library.
//
// Squares have names such as "b4". A board of queens is written as the library writes it,
// "n=8 torus given=b4,d5 blocked=c1", one of regions as letters by row, "AAB/ABB/CCB", with
// the same words after them.

import type { Difficulty, Position } from "./api";

export type { Position };
export const kinds = ["regions", "queens"] as const;
export type Kind = (typeof kinds)[number];
export const levels: Difficulty[] = ["easy", "medium", "hard", "expert"];

export interface Board {
  kind: Kind;
  n: number;
  torus: boolean;
  given: string[];
  blocked: string[];
  regions: number[][] | null; // the number of the region of each square, row by row
  names: string[]; // of the regions
  text: string;
}

// Rules decide which queens attack each other.
export interface Rules { n: number; torus: boolean; regions?: number[][] | null }

// A Line goes from a row and column to another.
export type Line = [number, number, number, number];

// countOf reads a number of a link or an attribute; what is none, or longer, is 0.
export const countOf = (text: string | null | undefined, digits = 9): number =>
  text && /^\d+$/.test(text) && text.length <= digits ? Number(text) : 0;
export const nameOf = (row: number, col: number): string => String.fromCharCode(97 + col) + (row + 1);
export const placeOf = (name: string): [number, number] => [Number(name.slice(1)) - 1, name.charCodeAt(0) - 97];
export const squaresOf = (n: number): string[] => Array.from({ length: n * n }, (_, i) => nameOf(Math.floor(i / n), i % n));
const words = /^(?:n=([1-9]\d*)|([A-Za-z]+(?:\/[A-Za-z]+)*))( torus)?(?: given=(LIST))?(?: blocked=(LIST))?$/.source;
const form = new RegExp(words.replaceAll("LIST", /[a-t][1-9]\d*(?:,[a-t][1-9]\d*)*/.source));

// readBoard reads a text as the page writes it. For any other it returns null: the library
// reads more.
export function readBoard(text: string): Board | null {
  const found = form.exec(text);
  if (!found) return null;
  const rows = found[2]?.split("/");
  const n = rows ? rows.length : Number(found[1]);
  const [given, blocked] = [found[4], found[5]].map((list) => list?.split(",") ?? []);
  const fits = (names: string[]) => new Set(names).size === names.length && names.every((name) => placeOf(name).every((i) => i >= 0 && i < n));
  if (n < 1 || n > MOST_ROWS || !fits(given) || !fits(blocked)) return null;
  if (!rows) return { kind: "queens", n, torus: Boolean(found[3]), given, blocked, regions: null, names: [], text };
  const letters = [...new Set(rows.join(""))].sort();
  if (letters.length !== n || rows.some((row) => row.length !== n) || found[3]) return null;
  const regions = rows.map((row) => [...row].map((letter) => letters.indexOf(letter)));
  return { kind: "regions", n, torus: false, given, blocked, regions, names: letters, text };
}

const letter = (region: number) => String.fromCharCode(region < 26 ? 65 + region : 71 + region);
export const writeRegions = (regions: number[][]): string => regions.map((row) => row.map(letter).join("")).join("/");

export function writePosition({ n, torus, queens, blocked }: Position): string {
  const list = (word: string, names: string[]) => (names.length > 0 ? ` ${word}=${sorted(names).join(",")}` : "");
  return `n=${n}${torus ? " torus" : ""}${list("given", queens)}${list("blocked", blocked)}`;
}

export function sorted(names: string[]): string[] {
  const order = (name: string) => placeOf(name)[0] * MOST_ROWS + placeOf(name)[1];
  return [...new Set(names)].sort((a, b) => order(a) - order(b));
}

// attack returns the lines to draw if queens on two squares attack each other: one, or two if
// the shortest crosses an edge of a torus.
export function attack({ n, torus, regions }: Rules, a: string, b: string): Line[] | null {
  if (a === b) return null;
  const [row, col] = placeOf(a);
  const [row2, col2] = placeOf(b);
  const straight: Line = [row, col, row2, col2];
  if (regions) {
    const touch = Math.abs(row - row2) <= 1 && Math.abs(col - col2) <= 1;
    return row === row2 || col === col2 || touch || regions[row][col] === regions[row2][col2] ? [straight] : null;
  }
  let nearest: [number, number] | null = null; // of the copies of b on a torus
  let least = Infinity;
  for (const rows of torus ? [0, -n, n] : [0]) {
    for (const cols of torus ? [0, -n, n] : [0]) {
      const [up, right] = [row2 + rows - row, col2 + cols - col];
      const far = Math.max(Math.abs(up), Math.abs(right));
      if ((up === 0 || right === 0 || Math.abs(up) === Math.abs(right)) && far < least) [nearest, least] = [[row + up, col + right], far];
    }
  }
  if (!nearest) return null;
  const [toRow, toCol] = nearest;
  if (toRow === row2 && toCol === col2) return [straight];
  return [[row, col, toRow, toCol], [row + row2 - toRow, col + col2 - toCol, row2, col2]];
}

// conflicts returns the pairs of queens that attack each other, and the lines to draw.
export function conflicts(board: Rules, queens: string[]): { pairs: [string, string][], lines: Line[] } {
  const pairs: [string, string][] = [];
  const lines = queens.flatMap((a, i) => queens.slice(i + 1).flatMap((b) => {
    const found = attack(board, a, b);
    if (found) pairs.push([a, b]);
    return found ?? [];
  }));
  return { pairs, lines };
}

export const attacked = (board: Rules, queens: string[]): string[] => squaresOf(board.n).filter((name) => queens.some((queen) => attack(board, queen, name)));

// The names of the colours of regions in the catalogues. The colours are those of the library, COLOURS.
export const colourNames = [
  "blue", "orange", "green", "pink", "yellow", "purple", "grey", "mint", "red", "teal", "white", "brown", "magenta", "lime", "rust", "violet",
] as const;

export function sayTime(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
