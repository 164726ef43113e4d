// A Game is a player's progress on a puzzle, with all that can be undone. The marks of the
// player are a string with a letter for each square, row by row: "." for nothing, "x" for a
// cross and "q" for a queen. Squares of the puzzle itself take none.

import type { Attempt, Difficulty } from "./api";
import { placeOf, readBoard, squaresOf, type Board } from "./model";
import { saveGame, type Saved } from "./store";
import { Fault } from "./words";

export interface Puzzle { text: string; difficulty: Difficulty; day?: number; late?: boolean }

const mostPast = 300;

const stateOf = ({ at, seconds, help, end, trial }: Saved) => [at, seconds, help, end, trial].join();

export class Game {
  board: Board;
  saved: Saved;
  practice; // what to do, if this is practice, which nothing remembers or times
  #fixed;
  #last = ""; // what was remembered last

  // begin begins a puzzle, or goes on with a game. After the last day the puzzles come again, and the
  // games of the first time are over.
  static begin({ text, difficulty, day = 0, late = true }: Puzzle, found?: Saved, practice = ""): Game {
    const board = readBoard(text);
    if (!board) throw new Fault("unreadable", { line: 1 });
    const saved = found?.day && day && found.day !== day ? undefined : found;
    const complete: Partial<Saved> = board.given.length === board.n ? { end: "solved", recorded: true, gaveUp: true } : {};
    return new Game(board, {
      marks: ".".repeat(board.n ** 2), past: [], future: [], seconds: 0, help: 0, checks: 0, trial: "", end: "", recorded: false, gaveUp: false, at: 0, late,
      ...saved, ...complete, text, difficulty, day: day || saved?.day || 0,
    }, practice);
  }

  constructor(board: Board, saved: Saved, practice: string) {
    this.board = board;
    this.saved = saved;
    this.practice = practice;
    this.#fixed = new Set([...board.given, ...board.blocked]);
    if (saved.at > 0) this.#last = stateOf(saved);
  }

  get queens() {
    return [...this.board.given, ...this.squares("q")];
  }

  // marked reports whether the player has made a mark.
  get marked() {
    return /[xq]/.test(this.saved.marks);
  }

  // at returns the mark on a square, or "" if the square belongs to the puzzle.
  at(name: string): string {
    return this.#fixed.has(name) ? "" : this.saved.marks[this.#index(name)];
  }

  // with returns the marks with a mark put on some squares.
  with(names: string[], mark: string, marks = this.saved.marks): string {
    const changed = [...marks];
    for (const name of names) if (!this.#fixed.has(name)) changed[this.#index(name)] = mark;
    return changed.join("");
  }

  // set sets the marks, as a step of its own or in the last
  set(marks: string, grow = false) {
    if (marks === this.saved.marks) return;
    if (!grow) this.saved.past = [...this.saved.past, this.saved.marks].slice(-mostPast);
    this.saved.future = [];
    this.#move(marks);
  }

  undo() {
    const before = this.saved.past.pop();
    if (before === undefined) return;
    this.saved.future.push(this.saved.marks);
    this.#back(before);
  }

  redo() {
    const after = this.saved.future.pop();
    if (after === undefined) return;
    this.saved.past.push(this.saved.marks);
    this.#back(after);
  }

  #back(marks: string) {
    this.saved.end = "";
    this.#move(marks);
    if (marks === this.saved.trial) this.saved.trial = ""; // its first step is undone
  }

  // try begins a trial: from here on marks are in another colour, until they are kept or taken back.
  try() {
    this.saved.trial = this.saved.marks;
    this.saved.at = Date.now();
  }

  endTrial(keep: boolean) {
    if (!keep) this.set(this.saved.trial);
    this.saved.trial = "";
    this.saved.at = Date.now();
  }

  // tried returns the squares that the trial has changed.
  get tried(): string[] {
    const { trial, marks } = this.saved;
    return squaresOf(this.board.n).filter((_, i) => trial && trial[i] !== marks[i]);
  }

  // end ends the game.
  end(end: "solved" | "given up") {
    Object.assign(this.saved, { end, trial: "" });
  }

  // restart takes all marks off the board. A solved puzzle is timed anew.
  restart() {
    this.set(this.saved.marks.replace(/[xq]/g, "."));
    if (this.saved.end === "solved") this.saved.seconds = 0;
    Object.assign(this.saved, { end: "", trial: "" });
  }

  #move(marks: string) {
    this.saved.marks = marks;
    this.saved.at = Date.now();
  }

  // keep remembers the game.
  keep() {
    const { at, day } = this.saved;
    const state = stateOf(this.saved);
    if (this.practice || state === this.#last || (at === 0 && day === 0)) return;
    this.#last = state;
    saveGame(this.saved, this.squares("q").length);
  }

  // follow takes over what another tab has, if its move is later
  follow(saved: Saved): boolean {
    if (this.practice || saved.text !== this.saved.text || saved.at <= this.saved.at) return false;
    this.saved = { ...saved, day: this.saved.day || saved.day };
    return true;
  }

  squares(mark: string): string[] {
    return squaresOf(this.board.n).filter((_, i) => this.saved.marks[i] === mark);
  }

  // attempt is what the library is asked about.
  attempt(letters: boolean): Attempt {
    return { text: this.board.text, queens: this.queens, crosses: this.squares("x"), letters };
  }

  #index(name: string) {
    const [row, col] = placeOf(name);
    return row * this.board.n + col;
  }
}
