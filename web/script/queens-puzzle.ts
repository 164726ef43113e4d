// The element <queens-puzzle>: a puzzle to play, in this page and in others. Its attribute
// puzzle says which, as in the addresses of the page: "day" or nothing for today's, "day/328",
// "day/328/queens", or the text of a board. It speaks the language of its attribute lang, or of
// what it stands in. See queens.d.ts.

import type { PuzzleState } from "../static/queens";
import { addressOf, dayAddress } from "./address";
import type { Attempt } from "./api";
import boardStyle from "./board.css" with { type: "text" };
import type { Shown } from "./board";
import { Clock } from "./clock";
import { adopt, say } from "./dom";
import { library, prepare, ready } from "./engine";
import { emptyOf, findPuzzle } from "./find";
import { Game, type Puzzle } from "./game";
import { Help, type Stage } from "./help";
import { conflicts, sayTime } from "./model";
import { Panel, type Lit } from "./panel";
import style from "./queens-puzzle.css" with { type: "text" };
import { enter, solvedOn, streaks } from "./record";
import { sayConflict } from "./say";
import { load, loadGame, watch, type Options, type Saved } from "./store";
import { languageOf, sayFailed, sayFault, wordsOf, type Words } from "./words";

export class QueensPuzzle extends HTMLElement {
  static observedAttributes = ["puzzle", "lang"];

  options = load("options");
  #game: Game | null = null;
  #help!: Help; // of the game
  #clock!: Clock;
  #panel!: Panel;
  #t!: Words; // of its language, once they are there
  #lit: Lit = {};
  #stroked = false; // the drag has changed a square
  #opened = 0; // puzzles asked for

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    adopt(root, boardStyle, style);
    root.addEventListener("keydown", (event) => this.keys(event as KeyboardEvent));
    watch("options", (options) => this.configure(options));
    watch("game", (saved) => this.#follow(saved));
    document.addEventListener("visibilitychange", () => (document.hidden ? this.keep() : this.#catchUp()));
    addEventListener("pagehide", () => this.keep());
    addEventListener("pageshow", () => this.#catchUp());
  }

  // #speak gets the words of the element's language, and builds its parts with them.
  async #speak() {
    const t = await wordsOf(languageOf(this.closest<HTMLElement>("[lang]")?.lang, ...navigator.languages));
    if (t === this.#t) return t;
    this.#t = t;
    this.#clock?.stop();
    this.#clock = new Clock(t, () => this.#turn());
    if (this.isConnected) this.#clock.start((seconds) => this.#tick(seconds));
    this.#panel = new Panel(t, this.#clock.element, {
      undo: () => this.undo(),
      redo: () => this.redo(),
      clear: () => this.restart(),
      keep: () => this.#try(true),
      trial: () => this.#try(false),
      hint: () => this.#askHint(),
      check: () => this.#check(),
    }, {
      press: (name) => this.#mark(name, { ".": "x", x: "q", q: "." }),
      hold: (name) => this.#mark(name, { ".": "q", x: "q", q: "." }),
      keys: {
        x: (name) => this.#mark(name, { ".": "x", x: ".", q: "x" }),
        q: (name) => this.#mark(name, { ".": "q", x: "q", q: "." }),
      },
      stroke: (name, first) => this.#stroke(name, first),
    });
    this.shadowRoot?.replaceChildren(this.#panel.element);
    if (this.#game) this.#begin(this.#game);
    else this.#show();
    return t;
  }

  connectedCallback() {
    this.#clock?.start((seconds) => this.#tick(seconds));
    if (!this.#game && !this.hasAttribute("waits")) this.#openAttribute();
  }

  disconnectedCallback() {
    this.#clock?.stop();
    this.keep();
  }

  attributeChangedCallback(name: string) {
    if (this.isConnected && (name === "puzzle" || this.#game)) name === "puzzle" ? this.#openAttribute() : this.#speak();
  }

  async #openAttribute() {
    const address = this.getAttribute("puzzle") ?? "";
    try {
      await this.open(address);
    } catch (error) {
      sayFailed(this.#t, this.#panel.says, error, () => this.#openAttribute());
    }
  }

  // open shows the puzzle of an address. It fails if there is none.
  async open(address: string) {
    const asked = ++this.#opened;
    const found = await this.find(address);
    if (asked === this.#opened) await this.play(found);
  }

  // find returns the puzzle of an address. Until it is there, the board is empty.
  async find(address: string): Promise<Puzzle> {
    const t = await this.#speak();
    this.keep();
    const waits = setTimeout(() => {
      this.#game = null;
      this.#show(t("puzzle.opening"));
      this.#panel.board.show(emptyOf(address));
      this.setAttribute("aria-busy", "true");
    }, 100);
    try {
      return await findPuzzle(t, address);
    } catch (error) {
      if (!this.#game) this.say("");
      throw error;
    } finally {
      clearTimeout(waits);
      this.removeAttribute("aria-busy");
    }
  }

  // play shows a puzzle, as the player left it.
  async play(puzzle: Puzzle) {
    this.#opened++;
    await this.#speak();
    this.keep();
    this.#begin(Game.begin(puzzle, loadGame(puzzle.text)));
  }

  // practise shows a position to practise on, which nothing remembers.
  async practise({ text, queens, crosses }: Pick<Attempt, "text" | "queens" | "crosses">, task: string) {
    await this.#speak();
    this.keep();
    const game = Game.begin({ text, difficulty: "easy" }, undefined, task);
    game.saved.marks = game.with(crosses, "x", game.with(queens, "q"));
    this.#begin(game);
  }

  // keep remembers the game.
  keep() {
    this.#game?.keep();
  }

  #begin(game: Game) {
    this.#game = game;
    this.#help = new Help(game, (answer) => this.#wait(answer));
    this.#forget();
    this.removeAttribute("aria-busy");
    this.#clock.pause(false);
    this.#panel.begin(game);
    this.#show(this.#greeting());
    this.dispatchEvent(new CustomEvent("queens-open", { bubbles: true }));
  }

  #greeting() {
    const { board, saved, queens, practice } = this.#game as Game;
    const t = this.#t;
    const solved = saved.day > 0 ? solvedOn(saved.day, board.kind) : undefined;
    if (saved.end !== "solved" && solved) return t(solved.help ? "puzzle.solvedHelped" : "puzzle.solvedBefore", { time: sayTime(solved.seconds) });
    if (saved.end === "solved") return saved.gaveUp ? t("puzzle.shown") : t("puzzle.solvedIn", { time: sayTime(saved.seconds) });
    const level = t(`level.${saved.difficulty}`);
    if (practice) return practice;
    if (queens.length > board.given.length) return t("puzzle.placed", { level, placed: queens.length, n: board.n });
    return t("puzzle.toFind", { level, n: board.n - board.given.length });
  }

  say(text: string) {
    say(this.#panel.says, text);
  }

  // #playing returns the game, if the player can make a mark.
  #playing(): Game | null {
    const game = this.#game;
    return game && !game.saved.end && !this.#clock.paused ? game : null;
  }

  #mark(name: string, change: Record<string, string>) {
    const game = this.#playing();
    if (!game) return;
    const before = game.at(name);
    if (before === "") return this.say(this.#t(game.board.given.includes(name) ? "puzzle.given" : "puzzle.blocked", { square: name }));
    game.set(game.with([name], change[before]));
    this.#changed();
  }

  // #stroke crosses the empty squares of a drag out, in one step
  #stroke(name: string, first: boolean) {
    const game = this.#playing();
    if (first) this.#stroked = false;
    if (game?.at(name) !== ".") return;
    game.set(game.with([name], "x"), this.#stroked);
    this.#stroked = true;
    this.#changed();
  }

  #changed(words = "") {
    const game = this.#game;
    if (!game) return;
    this.#forget();
    const { queens, board, saved } = game;
    const { pairs } = conflicts(board, queens);
    if (queens.length === board.n && pairs.length === 0 && !saved.end) return this.#finish(game);
    const broken = this.options.rules && pairs.length > 0 ? sayConflict(this.#t, board, pairs[0][0], pairs[0][1], this.options.letters) : "";
    this.#show(words || broken || this.#greeting());
    game.keep();
    prepare(); // whoever plays may want a hint
    this.#tell("queens-change");
  }

  #finish(game: Game) {
    const { saved, practice } = game;
    game.end("solved");
    const isBest = !practice && !saved.recorded && enter(saved);
    saved.recorded = true;
    const days = saved.day ? streaks().now : 0;
    const said = [practice ? this.#t("puzzle.solvedPractice") : this.#t("puzzle.solved", { time: sayTime(saved.seconds) })];
    if (isBest) said.push(this.#t("puzzle.best"));
    if (days > 1) said.push(this.#t("puzzle.streak", { n: days }));
    this.#show(said.join(" "));
    this.#panel.element.classList.add("cheers");
    game.keep();
    this.#tell("queens-change");
    this.#tell("queens-solved");
  }

  // #tell dispatches an event with what the element says of its puzzle.
  #tell(type: string) {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, detail: this.state }));
  }

  #show(words = "") {
    const game = this.#game;
    if (words) this.say(words);
    this.#panel.show(game, this.options, this.#clock.paused, this.#lit);
    this.#clock.show(game?.saved.seconds ?? 0, { timed: Boolean(this.options.time && game), runs: game?.saved.end === "" });
  }

  // #turn shows that the clock was stopped, or goes on.
  #turn() {
    const { paused } = this.#clock;
    this.#panel.element.classList.toggle("paused", paused);
    if (this.#game) this.#show(paused ? this.#t("puzzle.paused") : this.#greeting());
    this.keep();
  }

  // light lights squares up
  light(lit: Lit) {
    this.#lit = lit;
    this.#show();
  }

  undo() {
    if (this.#clock?.paused) return;
    this.#game?.undo();
    this.#changed();
  }

  redo() {
    if (this.#clock?.paused) return;
    this.#game?.redo();
    this.#changed();
  }

  restart() {
    const game = this.#game;
    if (!game?.marked || this.#clock.paused) return;
    game.restart();
    this.#changed(this.#t("puzzle.restarted"));
  }

  // #try begins a trial, or ends it: its marks are kept, or taken back.
  #try(keep: boolean) {
    const game = this.#playing();
    if (!game) return;
    const begins = !game.saved.trial;
    if (begins) game.try();
    else game.endTrial(keep);
    this.#changed(this.#t(begins ? "puzzle.trying" : keep ? "puzzle.kept" : "puzzle.tookBack"));
  }

  async giveUp() {
    const game = this.#game;
    if (!game || game.saved.end) return;
    this.#clock.pause(false); // or nobody sees it
    const queens = await this.#wait(library.answer(game.board.text));
    if (this.#game !== game || !queens) return;
    game.set(game.with(queens, "q", game.saved.marks.replace(/[xq]/g, ".")));
    game.end("given up");
    Object.assign(game.saved, { recorded: true, gaveUp: true });
    this.#changed(this.#t("puzzle.gaveUp"));
  }

  // keys undoes and redoes
  keys(event: KeyboardEvent) {
    const key = event.key.toLowerCase();
    if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y")) return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) this.redo();
    else this.undo();
  }

  async #askHint() {
    if (!this.#playing()) return;
    const stage = await this.#help.hint(this.#t, this.options.letters);
    if (stage) this.#stage(stage);
    else if (stage === null) this.#changed();
  }

  async #check() {
    if (!this.#playing()) return;
    const stage = await this.#help.check(this.#t, this.options.letters);
    if (stage) this.#stage(stage);
  }

  // #stage says and lights up a stage of a hint or of a check.
  #stage({ says, because, then, wrong, button, rule }: Stage) {
    this.#panel.help(button, rule);
    this.#lit = { because, then, wrong };
    this.#show(says);
    const { saved } = this.#game as Game;
    saved.at = Math.max(saved.at, 1); // help is remembered, though nothing is on the board
    this.keep();
  }

  // attempt is what the library is asked about.
  attempt(): Attempt {
    return (this.#game as Game).attempt(this.options.letters);
  }

  // #wait says that the library is awaited, or why it does not come
  async #wait<T>(answer: Promise<T>): Promise<T | undefined> {
    const { says } = this.#panel;
    const [before, waiting] = [says.textContent ?? "", this.#t("puzzle.waiting")];
    if (!ready) this.say(waiting);
    this.#panel.buttons.setAttribute("aria-busy", "true");
    try {
      const found = await answer;
      if (says.textContent === waiting) this.say(before === waiting ? "" : before);
      return found;
    } catch (error) {
      this.say(sayFault(this.#t, error));
    } finally {
      this.#panel.buttons.removeAttribute("aria-busy");
    }
  }

  #forget() {
    this.#help.forget();
    this.#lit = {};
    this.#panel.help("puzzle.hint");
  }

  // #tick counts seconds of a game that is seen.
  #tick(seconds: number) {
    const game = this.#game;
    if (!game || game.practice || game.saved.end || !this.checkVisibility()) return;
    const shown = Math.floor(game.saved.seconds);
    game.saved.seconds += seconds;
    if (Math.floor(game.saved.seconds) === shown) return;
    this.#clock.show(game.saved.seconds, { timed: this.options.time, runs: true });
    if (Math.floor(game.saved.seconds) % 5 === 0) game.keep();
  }

  // #follow takes over a game that another tab has changed.
  #follow(saved: Saved) {
    if (!this.#game?.follow(saved)) return;
    this.#forget();
    this.#show(this.#greeting());
    this.#tell("queens-change");
  }

  // #catchUp takes over what other tabs did while this page slept.
  #catchUp() {
    const saved = this.#game && !this.#game.practice && loadGame(this.#game.board.text);
    if (saved) this.#follow(saved);
  }

  configure(options: Options) {
    this.options = options;
    if (this.#panel) this.#show(this.#game ? this.#greeting() : "");
  }

  // focus moves the focus to the board.
  focus(options?: FocusOptions) {
    this.shadowRoot?.querySelector<HTMLElement>("[tabindex='0']")?.focus(options);
  }

  // What is known of the puzzle, once there is one.
  get state(): PuzzleState | null {
    if (!this.#game) return null;
    const { board, saved, queens } = this.#game;
    const { kind, n, torus, text } = board;
    const { difficulty, day, seconds, help, checks, end, gaveUp } = saved;
    return { text, kind, n, torus, difficulty, day, seconds, help, checks, end, shown: gaveUp, queens, crosses: this.#game.squares("x") };
  }

  // What is on its board.
  get shown(): Shown {
    return this.#panel.board.shown;
  }

  // The address of the puzzle on the page of this script.
  get link(): string {
    const { saved, board } = this.#game as Game;
    return new URL(`./${addressOf("puzzle", saved.day ? dayAddress(saved.day, board.kind) : board.text)}`, import.meta.url).href;
  }
}

customElements.define("queens-puzzle", QueensPuzzle);
