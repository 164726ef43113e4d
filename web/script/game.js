// A Game is a player's progress on a puzzle, with all that can be undone. The marks of the
// player are a string with a letter for each square, row by row: "." for nothing, "x" for a
// cross and "q" for a queen. Squares of the puzzle itself take none.

import { nameOf, placeOf, readBoard } from "./model.js";
import { saveGame } from "./store.js";
import { Fault } from "./words.js";

const mostPast = 300;

/** @typedef {import("./store.js").Saved} Saved */
/** @typedef {import("./model.js").Board} Board */

const stateOf = (/** @type {Saved} */ { at, seconds, help, end }) => [at, seconds, help, end].join();

export class Game {
  /** @type {Board} */
  board;
  /** @type {Saved} */
  saved;
  #fixed;
  #kept = true; // this game is to be remembered
  #last = ""; // what was remembered last

  /** @type {(puzzle: { text: string, difficulty: string, day?: number, late?: boolean }, saved?: Saved | null, kept?: boolean) => Game} */
  static begin({ text, difficulty, day = 0, late = true }, saved, kept = true) {
    const board = readBoard(text);
    if (!board) throw new Fault("unreadable", { detail: text });
    return new Game(board, {
      marks: ".".repeat(board.n ** 2), past: [], future: [], seconds: 0, help: 0, checks: 0, end: "", recorded: false, gaveUp: false, at: 0, late,
      ...saved, text, difficulty, day: day || saved?.day || 0,
    }, kept);
  }

  /** @param {Board} board @param {Saved} saved @param {boolean} kept */ constructor(board, saved, kept) {
    this.board = board;
    this.saved = saved;
    this.#kept = kept;
    this.#fixed = new Set([...board.given, ...board.blocked]);
    if (saved.at > 0) this.#last = stateOf(saved);
  }

  get queens() {
    return [...this.board.given, ...this.squares("q")];
  }

  /** @type {(name: string) => string} the mark on a square, or "" if it belongs to the puzzle */ at(name) {
    return this.#fixed.has(name) ? "" : this.saved.marks[this.#index(name)];
  }

  /** @type {(names: string[], mark: string, marks?: string) => string} marks with a mark on some squares */ with(names, mark, marks = this.saved.marks) {
    const changed = [...marks];
    for (const name of names) if (!this.#fixed.has(name)) changed[this.#index(name)] = mark;
    return changed.join("");
  }

  /** @type {(marks: string, grow?: boolean) => void} sets the marks, as a step of its own or in the last */ set(marks, grow = false) {
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

  /** @param {string} marks */ #back(marks) {
    this.saved.end = "";
    this.#move(marks);
  }

  /** @param {string} marks */ #move(marks) {
    this.saved.marks = marks;
    this.saved.at = Date.now();
  }

  // keep remembers the game.
  keep() {
    const { at, day } = this.saved;
    const state = stateOf(this.saved);
    if (!this.#kept || state === this.#last || (at === 0 && day === 0)) return;
    this.#last = state;
    saveGame(this.saved, this.squares("q").length);
  }

  /** @type {(saved: Saved) => boolean} takes over what another tab has, if its move is later */ follow(saved) {
    if (!this.#kept || saved.text !== this.saved.text || saved.at <= this.saved.at) return false;
    this.saved = { ...saved, day: this.saved.day || saved.day };
    return true;
  }

  /** @type {(mark: string) => string[]} */ squares(mark) {
    const { n } = this.board;
    return [...this.saved.marks].flatMap((each, i) => (each === mark ? [nameOf(Math.floor(i / n), i % n)] : []));
  }

  /** @param {string} name */ #index(name) {
    const [row, col] = placeOf(name);
    return row * this.board.n + col;
  }
}
