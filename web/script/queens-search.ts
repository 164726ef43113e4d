// The element <queens-search>: a search for solutions, step by step, in this page and in others. Its
// attributes are n (rows, or the text of a board of queens), step and lang.
// See queens.d.ts.

import "./more-words";
import type { SearchState } from "./api";
import boardStyle from "./board.css" with { type: "text" };
import { Board } from "./board";
import { able, adopt, element, say } from "./dom";
import { library } from "./engine";
import { attack, attacked, conflicts, countOf, placeOf, readBoard, type Position } from "./model";
import style from "./queens-search.css" with { type: "text" };
import { Fault, languageOf, sayFailed, sayFault, wordsOf, type Words } from "./words";

export interface Start { position: Position; step: number }
type Goal = "" | "solution" | "dead end";

const atOnce = 20_000; // steps between frames on the way to a goal

export class QueensSearch extends HTMLElement {
  static observedAttributes = ["n", "step", "lang"];

  start: Start = { position: { n: 8, torus: false, queens: [], blocked: [] }, step: 0 };
  state: SearchState | null = null;
  speed = 5; // steps per second
  #t!: Words;
  #board!: Board;
  #parts!: ReturnType<QueensSearch["build"]>;
  #run: object | null = null; // identifies the animation under way, if any
  #pending = Promise.resolve(); // the questions, one after another
  #opened = 0; // searches asked for

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    adopt(root, boardStyle, style);
    root.addEventListener("keydown", (event) => this.keys(event as KeyboardEvent));
  }

  connectedCallback() {
    this.hasAttribute("waits") ? this.#speak() : this.#openAttributes();
  }

  disconnectedCallback() {
    this.stop();
  }

  attributeChangedCallback() {
    if (this.isConnected && !this.hasAttribute("waits")) this.#openAttributes();
  }

  async #openAttributes() {
    await this.#speak();
    const board = readBoard(`n=${(this.getAttribute("n") ?? "8").replace("n=", "")}`);
    if (!board) return say(this.#parts.says, sayFault(this.#t, new Fault("unreadable", { line: 1 })));
    const position = { n: board.n, torus: board.torus, queens: board.given, blocked: board.blocked };
    await this.open({ position, step: countOf(this.getAttribute("step")) });
  }

  // #speak gets the words of the element's language, and builds its parts with them.
  async #speak() {
    const t = await wordsOf(languageOf(this.closest<HTMLElement>("[lang]")?.lang, ...navigator.languages));
    if (t === this.#t) return;
    this.#t = t;
    this.#parts = this.build(t);
    this.#show();
  }

  private build(t: Words) {
    const button = (text: string, onclick: () => unknown, className = "") => element("button", { type: "button", className, textContent: text, onclick });
    const count = () => element("dd", {}, "0");
    const parts = {
      board: element("div", { className: "board" }),
      start: button(t("play.restart"), () => this.open({ ...this.start, step: 0 })),
      back: button(t("search.back"), () => this.step(-1)),
      play: button(t("search.play"), () => (this.#run ? this.stop() : this.play()), "main"),
      step: button(t("search.step"), () => this.step(1)),
      says: element("p", { className: "says", role: "status" }),
      counts: { tried: count(), placed: count(), deadEnds: count(), solutions: count() },
    };
    const { start, back, play, step } = parts;
    const counts = Object.entries(parts.counts).map(([key, dd]) => element("div", {}, element("dt", {}, t(`search.${key as keyof typeof parts.counts}`)), dd));
    this.shadowRoot?.replaceChildren(element("div", { className: "search" }, parts.board,
      element("div", { className: "buttons", role: "group", "aria-label": t("search.steps") }, start, back, play, step),
      parts.says, element("dl", { className: "counts" }, ...counts)));
    this.#board = new Board(parts.board, t, "search.board", { press: (name) => this.#guess(name) });
    return parts;
  }

  // open shows a search after some of its steps.
  async open(start: Start) {
    this.stop();
    this.#opened++;
    await this.#speak();
    this.start = start;
    this.state = null;
    this.#show();
    await this.#ask(0, "", start.step);
  }

  // #ask asks for another state: some steps on from a number of steps, or from what is shown then. The
  // library needs no memory of the states before, so whatever happens to it, one can go on from here.
  #ask(steps: number, goal: Goal = "", from?: number): Promise<void> {
    return (this.#pending = this.#pending.then(() => this.#answer(steps, goal, from ?? this.state?.steps ?? this.start.step)));
  }

  async #answer(steps: number, goal: Goal, at: number) {
    const { says } = this.#parts;
    const mine = this.#opened;
    const soon = this.state ? undefined : setTimeout(() => say(says, this.#t("state.waiting")), 400);
    try {
      const state = await library.search({ position: this.start.position, at, steps, goal });
      if (mine !== this.#opened) return;
      this.state = state;
      this.#show();
      this.dispatchEvent(new CustomEvent("queens-step", { bubbles: true, detail: state }));
    } catch (error) {
      if (mine !== this.#opened) return;
      this.stop();
      sayFailed(this.#t, says, error, () => this.#ask(steps, goal, at));
    } finally {
      clearTimeout(soon);
    }
  }

  step(steps: number) {
    if (!this.state) return;
    this.stop();
    return this.#ask(steps);
  }

  // #guess takes a step, and says whether it was on the square that the reader expected.
  async #guess(name: string) {
    const { state } = this;
    await this.step(1);
    if (!this.state || this.state === state || this.state.op === "found") return;
    const [square] = this.state.square;
    say(this.#parts.says, `${square === name ? this.#t("search.right") : this.#t("search.wrong", { square: name })} ${this.#say(this.state)}`);
  }

  // #running runs a round for each frame, until the search ends or is stopped.
  async #running(round: (passed: number) => Promise<void> | boolean) {
    if (!this.state) return;
    this.stop();
    const mine = (this.#run = {});
    this.#showRunning();
    let before = performance.now();
    while (this.#run === mine && this.state?.next) {
      const now = await new Promise(requestAnimationFrame);
      if (this.#run !== mine) return;
      await round(now - before);
      before = now;
    }
    if (this.#run === mine) this.stop();
  }

  play() {
    let due = 1; // steps
    return this.#running((milliseconds) => {
      due += (Math.min(milliseconds, 100) * this.speed) / 1000;
      const steps = Math.floor(due);
      due -= steps;
      return steps === 0 || this.#ask(steps);
    });
  }

  // runTo runs to the next dead end or solution, or to the end.
  runTo(goal: Goal) {
    return this.#running(async () => {
      await this.#ask(atOnce, goal);
      if ((goal === "solution" && this.state?.op === "found") || (goal === "dead end" && this.state?.deadEnd)) this.stop();
    });
  }

  stop() {
    if (!this.#run) return;
    this.#run = null;
    this.#showRunning();
    this.dispatchEvent(new CustomEvent("queens-step", { bubbles: true, detail: this.state }));
  }

  get running() {
    return this.#run !== null;
  }

  // keys steps with the arrow keys, and with those of a presenter's remote control.
  keys(event: KeyboardEvent) {
    const target = event.composedPath()[0];
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (target instanceof Element && target.matches("select, input, textarea, [data-square]")) return;
    const remote = document.fullscreenElement !== null;
    if (event.key === "ArrowRight" || (remote && event.key === "PageDown")) this.step(1);
    else if (event.key === "ArrowLeft" || (remote && event.key === "PageUp")) this.step(-1);
    else return;
    event.preventDefault();
  }

  #showRunning() {
    const { play, says } = this.#parts;
    play.textContent = this.#t(this.#run ? "search.pause" : "search.play");
    says.setAttribute("aria-live", this.#run ? "off" : "polite");
    if (this.state && !this.#run) say(says, this.#say(this.state));
  }

  #show() {
    const { position } = this.start;
    const { state } = this;
    const { counts, says, start, back, play, step } = this.#parts;
    const { queens = position.queens, square = [], by = [] } = state ?? {};
    const lines = [...conflicts(position, queens).lines, ...by.flatMap((queen) => attack(position, queen, square[0]) ?? [])];
    this.#board.show({
      ...position, queens, lines, attacked: attacked(position, queens), given: position.queens.length > 0 ? position.queens : undefined,
      marked: square, row: state?.next ? state.row : -1,
    });
    say(says, state ? this.#say(state) : "");
    for (const [key, count] of Object.entries(counts)) count.textContent = this.#t.number(state?.[key as keyof typeof counts] ?? 0);
    const host = says.parentElement;
    host?.classList.toggle("solved", state?.op === "found");
    host?.classList.toggle("dead", Boolean(state?.deadEnd));
    for (const button of [back, start]) able(button, Boolean(state && state.steps > 0));
    for (const button of [step, play]) able(button, Boolean(state?.next));
  }

  // #say says what the last step did, and what comes next.
  #say({ steps, solutions, queens, op, square: [square], by: [by], given, deadEnd, deadRow, next, row, cut }: SearchState) {
    const t = this.#t;
    if (cut) return t("search.cut", { n: steps });
    if (steps === 0 && !next) return t("search.nothing");
    if (steps === 0) return t("search.begins", { row: row + 1 });
    const here = Number(square.slice(1));
    if (op === "found") return t("search.found", { n: solutions, vector: queens.map((name) => placeOf(name)[1] + 1).join(" ") });
    const said = [op === "reject" ? t("search.reject", { square, by }) : op === "remove" ? t("search.remove", { square })
      : given ? t("search.given", { square, row: here }) : t("search.place", { square })];
    if (deadEnd) said.push(t("search.dead", { row: deadRow + 1 }));
    else if (!next) said.push(t("search.over", { n: solutions }));
    else if (op === "remove") said.push(next === "remove" ? t("search.backwards", { row: here, to: row + 1 }) : t("search.onwards", { row: here }));
    return said.join(" ");
  }

  // What is on its board, and said of it.
  get shown() {
    return { ...this.#board.shown, says: this.#parts.says.textContent ?? "" };
  }
}

customElements.define("queens-search", QueensSearch);
