// A Game is a player's progress on a puzzle, with all that can be undone. The marks of the
// player are a string with a letter for each square, row by row: "." for nothing, "x" for a
// cross and "q" for a queen. Squares of the puzzle itself take none.

import { fileName } from "./dom.js";

const mostPast = 300;

export class Game {
  puzzle;
  day; // of a puzzle of the day, such as "2026-11-22", or ""
  marks;
  past = [];
  future = [];
  seconds = 0;
  hints = 0;
  end = ""; // "solved" or "given up"
  recorded = false; // it was solved or given up once, so it makes no record any more
  gaveUp = false;
  #fixed;

  constructor(puzzle, day = "", saved = {}) {
    const { n } = puzzle;
    Object.assign(this, { marks: ".".repeat(n * n) }, saved, { puzzle, day });
    this.#fixed = new Set([...puzzle.given, ...puzzle.blocked]);
  }

  // at returns the mark on a square, or "" if the square belongs to the puzzle.
  at(name) {
    return this.#fixed.has(name) ? "" : this.marks[this.#index(name)];
  }

  // with returns the marks with a mark on some squares.
  with(names, mark) {
    const marks = [...this.marks];
    for (const name of names) if (!this.#fixed.has(name)) marks[this.#index(name)] = mark;
    return marks.join("");
  }

  set(marks) {
    if (marks === this.marks) return;
    this.past = [...this.past, this.marks].slice(-mostPast);
    this.future = [];
    this.marks = marks;
  }

  // grow changes the marks within the last step.
  grow(marks) {
    this.marks = marks;
  }

  undo() {
    if (this.past.length === 0) return;
    this.future.push(this.marks);
    this.marks = this.past.pop();
    this.end = "";
  }

  redo() {
    if (this.future.length === 0) return;
    this.past.push(this.marks);
    this.marks = this.future.pop();
    this.end = "";
  }

  squares(mark) {
    return [...this.marks].flatMap((each, i) => (each === mark ? [this.#name(i)] : []));
  }

  #index(name) {
    return (Number(name.slice(1)) - 1) * this.puzzle.n + name.charCodeAt(0) - 97;
  }

  #name(i) {
    return `${fileName(i % this.puzzle.n)}${Math.floor(i / this.puzzle.n) + 1}`;
  }
}
