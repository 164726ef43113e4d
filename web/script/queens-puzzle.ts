// The element <queens-puzzle>: a puzzle to play, in this page and in others. Its attribute
// puzzle says which, as in the addresses of the page: "day" or nothing for today's, "day/328",
// "day/328/queens", or the text of a board. It speaks the language of its attribute lang, or of
// what it stands in. See queens.d.ts.

import { addressOf, dayAddress, readDay } from "./address";
import type { Attempt, Hint } from "./api";
import boardStyle from "./board.css" with { type: "text" };
import { Board, type Shown } from "./board";
import { planOf, puzzleOf, sayDay, today } from "./days";
import { able, adopt, element, say } from "./dom";
import { library, prepare, ready } from "./engine";
import { Game, type Puzzle } from "./game";
import { attacked, conflicts, readBoard, sayTime } from "./model";
import style from "./queens-puzzle.css" with { type: "text" };
import { enter, solvedOn, streaks } from "./record";
import { sayConflict, sayHint, type Saying } from "./say";
import { load, loadGame, watch, type Options, type Saved } from "./store";
import { Fault, languageOf, sayFailed, sayFault, wordsOf, type Key, type Words } from "./words";

const hintLabels: Key[] = ["puzzle.hint", "puzzle.why", "puzzle.so", "puzzle.do"];

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
function emptyOf(address: string) {
  const board = readBoard(address);
  if (board) return { ...board, queens: board.given };
  return { n: planOf(readDay(address)?.day ?? today()).n };
}

export class QueensPuzzle extends HTMLElement {
  static observedAttributes = ["puzzle", "lang"];

  game: Game | null = null;
  options = load("options");
  #parts!: ReturnType<QueensPuzzle["build"]>;
  #board!: Board;
  #t!: Words; // of its language, once they are there
  #lit: { because?: string[]; then?: string[]; wrong?: string[] } = {};
  #hint: { sayings: Saying[]; hint: Hint } | null = null;
  #said = 0; // sayings of the hint
  #stroked = false; // the drag has changed a square
  #opened = 0; // puzzles asked for
  #paused = false;
  #clock: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    adopt(root, boardStyle, style);
    root.addEventListener("keydown", (event) => this.keys(event as KeyboardEvent));
    watch("options", (options) => this.configure(options));
    watch("game", (saved) => this.#follow(saved));
    document.addEventListener("visibilitychange", () => (document.hidden ? this.game?.keep() : this.#catchUp()));
    addEventListener("pagehide", () => this.game?.keep());
    addEventListener("pageshow", () => this.#catchUp());
  }

  // #speak gets the words of the element's language, and builds its parts with them.
  async #speak() {
    const t = await wordsOf(languageOf(this.closest<HTMLElement>("[lang]")?.lang, ...navigator.languages));
    if (t === this.#t) return t;
    this.#t = t;
    this.#parts = this.build(t);
    this.#board = new Board(this.#parts.board, t, "puzzle.board", {
      press: (name) => this.#mark(name, { ".": "x", x: "q", q: "." }),
      hold: (name) => this.#mark(name, { ".": "q", x: "q", q: "." }),
      keys: {
        x: (name) => this.#mark(name, { ".": "x", x: ".", q: "x" }),
        q: (name) => this.#mark(name, { ".": "q", x: "q", q: "." }),
      },
      stroke: (name, first) => this.#stroke(name, first),
    });
    if (this.game) this.#begin(this.game);
    else this.#show();
    return t;
  }

  private build(t: Words) {
    const part = <K extends keyof HTMLElementTagNameMap>(name: string, tag: K, properties = {}, ...children: (Node | string)[]) =>
      element(tag, { className: name, ...properties }, ...children);
    const button = (name: string, key: Key, onclick: () => unknown) => part(name, "button", { type: "button", textContent: t(key), onclick });
    const parts = {
      name: part("name", "div", { role: "heading", "aria-level": "2" }),
      timer: part("timer", "span", { role: "timer", "aria-label": t("puzzle.time") }),
      pause: button("pause", "puzzle.pause", () => this.#pause(!this.#paused)),
      rules: part("rules", "p"),
      board: part("board", "div"),
      undo: button("undo", "puzzle.undo", () => this.undo()),
      redo: button("redo", "puzzle.redo", () => this.redo()),
      hint: button("hint", "puzzle.hint", () => this.#askHint()),
      check: button("check", "puzzle.check", () => this.#check()),
      zoom: button("zoom", "puzzle.zoom", () => this.#zoom()),
      says: part("says", "p", { role: "status" }),
      more: part("more", "a", {}, t("puzzle.learn")),
    };
    const { name, timer, pause, rules, board, undo, redo, hint, check, zoom, says, more } = parts;
    const head = part("head", "div", {}, name, element("span", {}, pause, " ", timer));
    const scroll = part("scroll", "div", {}, board);
    const buttons = part("buttons", "div", {}, undo, redo, hint, check, zoom, element("slot"));
    const puzzle = part("puzzle", "div", {}, head, rules, scroll, buttons, says, more);
    this.shadowRoot?.replaceChildren(puzzle);
    return { ...parts, head, scroll, buttons, puzzle };
  }

  connectedCallback() {
    let before = performance.now();
    this.#clock = setInterval(() => {
      const now = performance.now();
      this.#tick(Math.min(now - before, 2000) / 1000);
      before = now;
    }, 250);
    if (!this.game && !this.hasAttribute("waits")) this.#openAttribute();
  }

  disconnectedCallback() {
    clearInterval(this.#clock);
    this.game?.keep();
  }

  attributeChangedCallback(name: string) {
    if (this.isConnected && (name === "puzzle" || this.game)) name === "puzzle" ? this.#openAttribute() : this.#speak();
  }

  async #openAttribute() {
    const address = this.getAttribute("puzzle") ?? "";
    try {
      await this.open(address);
    } catch (error) {
      sayFailed(this.#t, this.#parts.says, error, () => this.#openAttribute());
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
    this.game?.keep();
    const waits = setTimeout(() => {
      this.game = null;
      this.#show(t("puzzle.opening"));
      this.#board.show(emptyOf(address));
      this.setAttribute("aria-busy", "true");
    }, 100);
    try {
      return await findPuzzle(t, address);
    } catch (error) {
      if (!this.game) this.say("");
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
    this.game?.keep();
    this.#begin(Game.begin(puzzle, loadGame(puzzle.text)));
  }

  // practise shows a position to practise on, which nothing remembers.
  async practise(text: string, queens: string[], crosses: string[], task: string) {
    await this.#speak();
    this.game?.keep();
    const game = Game.begin({ text, difficulty: "easy" }, undefined, task);
    game.saved.marks = game.with(crosses, "x", game.with(queens, "q"));
    this.#begin(game);
  }

  #begin(game: Game) {
    this.game = game;
    const { board, saved } = game;
    const t = this.#t;
    this.#forget();
    this.removeAttribute("aria-busy");
    const { puzzle, head, name, rules, board: host, hint, check, zoom, more } = this.#parts;
    name.replaceChildren(saved.day ? `${t("puzzle.number", { number: saved.day })}, ` : t(`kind.${board.kind}`),
      ...(saved.day ? [element("span", { className: "date" }, sayDay(t, saved.day))] : []));
    for (const each of [head, hint, check, more]) each.hidden = Boolean(game.practice);
    puzzle.classList.toggle("practice", Boolean(game.practice));
    const begins = load("games").length < 3;
    this.#pause(false);
    rules.replaceChildren(t(board.kind === "regions" ? "puzzle.rulesRegions" : "puzzle.rulesQueens"), board.torus ? ` ${t("puzzle.rulesTorus")}` : "",
      ...(begins ? [" ", element("span", { className: "taps" }, t("puzzle.taps"))] : []));
    host.classList.remove("zoomed");
    zoom.textContent = t("puzzle.zoom");
    zoom.hidden = board.n < 10;
    zoom.classList.toggle("few", board.n <= 12);
    this.#show(this.#greeting());
    this.dispatchEvent(new CustomEvent("queens-open", { bubbles: true }));
  }

  #greeting() {
    const { board, saved, queens, practice } = this.game as Game;
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
    say(this.#parts.says, text);
  }

  #mark(name: string, change: Record<string, string>) {
    const { game } = this;
    if (!game || game.saved.end || this.#paused) return;
    const before = game.at(name);
    if (before === "") return this.say(this.#t(game.board.given.includes(name) ? "puzzle.given" : "puzzle.blocked", { square: name }));
    game.set(game.with([name], change[before]));
    this.#changed();
  }

  // #stroke crosses the empty squares of a drag out, in one step
  #stroke(name: string, first: boolean) {
    const { game } = this;
    if (!game || game.saved.end) return;
    if (first) this.#stroked = false;
    if (game.at(name) !== ".") return;
    game.set(game.with([name], "x"), this.#stroked);
    this.#stroked = true;
    this.#changed();
  }

  #changed(words = "") {
    const { game } = this;
    if (!game) return;
    this.#forget();
    const { queens, board, saved } = game;
    const { pairs } = conflicts(board, queens);
    if (queens.length === board.n && pairs.length === 0 && !saved.end) return this.#finish();
    const broken = this.options.rules && pairs.length > 0 ? sayConflict(this.#t, board, pairs[0][0], pairs[0][1], this.options.letters) : "";
    this.#show(words || broken || this.#greeting());
    game.keep();
    prepare(); // whoever plays may want a hint
    this.dispatchEvent(new CustomEvent("queens-change", { bubbles: true, detail: { queens, crosses: game.squares("x") } }));
  }

  #finish() {
    const { saved, board, queens, practice } = this.game as Game;
    saved.end = "solved";
    const isBest = !practice && !saved.recorded && enter(saved);
    saved.recorded = true;
    const days = saved.day ? streaks().now : 0;
    const said = [practice ? this.#t("puzzle.solvedPractice") : this.#t("puzzle.solved", { time: sayTime(saved.seconds) })];
    if (isBest) said.push(this.#t("puzzle.best"));
    if (days > 1) said.push(this.#t("puzzle.streak", { n: days }));
    this.#show(said.join(" "));
    this.game?.keep();
    this.dispatchEvent(new CustomEvent("queens-change", { bubbles: true, detail: { queens, crosses: [] } }));
    this.dispatchEvent(new CustomEvent("queens-solved", { bubbles: true, detail: { seconds: saved.seconds, help: saved.help, day: saved.day, kind: board.kind } }));
  }

  #show(words = "") {
    const { game, options } = this;
    const { puzzle, timer, pause, undo, redo, hint, check, zoom } = this.#parts;
    if (words) this.say(words);
    const playing = game && !game.saved.end && !this.#paused;
    for (const button of [hint, check]) able(button, Boolean(playing));
    able(undo, Boolean(game && game.saved.past.length > 0 && !this.#paused));
    able(redo, Boolean(game && game.saved.future.length > 0 && !this.#paused));
    pause.hidden = timer.hidden = !options.time || !game;
    pause.hidden ||= Boolean(game?.saved.end);
    if (!game) {
      zoom.hidden = true;
      return;
    }
    const { board, saved, queens } = game;
    const { lines, pairs } = conflicts(board, queens);
    const open = !saved.end && (options.shade || options.ruled) ? attacked(board, queens) : [];
    const empty = new Set(game.squares("."));
    this.#board.show({
      n: board.n, regions: board.regions, names: board.names, letters: options.letters,
      queens, given: board.given, blocked: board.blocked, crossed: game.squares("x"),
      attacked: [...(options.shade ? open : []), ...(options.rules ? pairs.flat() : [])],
      ruled: options.ruled ? open.filter((name) => empty.has(name)) : [],
      lines: options.rules ? lines : [], ...this.#lit,
    });
    puzzle.classList.toggle("solved", saved.end === "solved");
    timer.textContent = sayTime(saved.seconds);
  }

  // #pause hides the board and stops the clock, or goes on.
  #pause(on: boolean): void {
    this.#paused = on;
    this.#parts.puzzle.classList.toggle("paused", on);
    this.#parts.pause.textContent = on ? "▶" : "❚❚";
    this.#parts.pause.ariaLabel = this.#t(on ? "puzzle.goOn" : "puzzle.pause");
    if (this.game) this.#show(on ? this.#t("puzzle.paused") : this.#greeting());
    this.game?.keep();
  }

  // light lights squares up: a reason, and what follows
  light(because: string[], then: string[]) {
    this.#lit = { because, then };
    this.#show();
  }

  undo() {
    if (this.#paused) return;
    this.game?.undo();
    this.#changed();
  }

  redo() {
    if (this.#paused) return;
    this.game?.redo();
    this.#changed();
  }

  restart() {
    const { game } = this;
    if (!game || !/[xq]/.test(game.saved.marks)) return;
    game.set(game.saved.marks.replace(/[xq]/g, "."));
    if (game.saved.end === "solved") game.saved.seconds = 0;
    game.saved.end = "";
    this.#changed(this.#t("puzzle.restarted"));
  }

  async giveUp() {
    const { game } = this;
    if (!game || game.saved.end) return;
    this.#pause(false); // or nobody sees it
    const queens = await this.#wait(library.answer(game.board.text));
    if (this.game !== game || !queens) return;
    game.set(game.with(queens, "q", game.saved.marks.replace(/[xq]/g, ".")));
    Object.assign(game.saved, { end: "given up", recorded: true, gaveUp: true });
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

  // #askHint says the next saying of a hint, or does what it says.
  async #askHint() {
    const { game } = this;
    if (!game || game.saved.end || this.#paused) return;
    if (!this.#hint) {
      const found = await this.#asked(library.hint);
      if (!found) return;
      this.#help();
      this.#said = 0;
      if (found.clear.length > 0) {
        this.#hint = { hint: found, sayings: [] };
        this.#lit = { wrong: found.clear };
        this.#parts.hint.textContent = this.#t("puzzle.clear");
        return this.#show(this.#sayWrong(found.clear));
      }
      if (!found.rule) return this.#show(this.#t("puzzle.noStep"));
      this.#hint = { hint: found, sayings: sayHint(this.#t, game.board, found, this.options.letters) };
    }
    const { hint, sayings } = this.#hint;
    const saying = sayings[this.#said++];
    if (!saying) {
      this.#hint = null;
      game.set(game.with(hint.clear, ".", game.with(hint.crosses, "x", game.with(hint.queens, "q"))));
      return this.#changed();
    }
    const { hint: button, more } = this.#parts;
    button.textContent = this.#t(hintLabels[this.#said]);
    more.classList.add("shown");
    more.href = new URL(`./${addressOf("learn", hint.rule)}`, import.meta.url).href;
    this.#lit = saying;
    this.#show(saying.says);
  }

  async #check() {
    const { game } = this;
    if (!game || game.saved.end || this.#paused) return;
    const wrong = await this.#asked(library.check);
    if (!wrong) return;
    this.#forget();
    game.saved.checks++;
    this.#help();
    this.#lit = { wrong };
    const placed = game.squares("q").length;
    if (wrong.length > 0) this.#show(this.#sayWrong(wrong));
    else this.#show(placed === 0 ? this.#t("puzzle.rightNone") : this.#t("puzzle.right", { n: placed, left: game.board.n - game.queens.length }));
  }

  #help() {
    const { saved } = this.game as Game;
    saved.help++;
    saved.at = Math.max(saved.at, 1);
    this.game?.keep();
  }

  #sayWrong(wrong: string[]) {
    const { game } = this;
    const [queens, crosses] = ["q", "x"].map((mark) => wrong.filter((name) => game?.at(name) === mark));
    const said = [];
    if (queens.length > 0) said.push(this.#t("puzzle.wrongQueens", { n: queens.length, squares: queens }));
    if (crosses.length > 0) said.push(this.#t("puzzle.wrongCrosses", { n: crosses.length, squares: crosses }));
    return said.join(" ");
  }

  // attempt is what the library is asked about.
  attempt(): Attempt {
    const game = this.game as Game;
    return { text: game.board.text, queens: game.queens, crosses: game.squares("x"), letters: this.options.letters };
  }

  // #asked returns the answer to a question about the game, unless the player has gone on meanwhile.
  async #asked<T>(question: (attempt: Attempt) => Promise<T>): Promise<T | undefined> {
    const game = this.game as Game;
    const { marks } = game.saved;
    const found = await this.#wait(question(this.attempt()));
    return this.game === game && game.saved.marks === marks && !game.saved.end ? found : undefined;
  }

  // #wait says that the library is awaited, or why it does not come
  async #wait<T>(answer: Promise<T>): Promise<T | undefined> {
    const before = this.#parts.says.textContent ?? "";
    if (!ready) this.say(this.#t("puzzle.waiting"));
    this.#parts.buttons.setAttribute("aria-busy", "true");
    try {
      const found = await answer;
      this.say(before);
      return found;
    } catch (error) {
      this.say(sayFault(this.#t, error));
    } finally {
      this.#parts.buttons.removeAttribute("aria-busy");
    }
  }

  #forget() {
    this.#hint = null;
    this.#lit = {};
    this.#parts.hint.textContent = this.#t("puzzle.hint");
    this.#parts.more.classList.remove("shown");
  }

  // #zoom makes squares as large as a finger, or small again. The square that was touched last
  // comes to the middle.
  #zoom() {
    const { board, zoom, scroll } = this.#parts;
    const zoomed = board.classList.toggle("zoomed");
    zoom.textContent = this.#t(zoomed ? "puzzle.zoomOut" : "puzzle.zoom");
    if (!zoomed) return;
    const [square, seen] = [board.querySelector("[tabindex='0']") ?? board, scroll].map((each) => each.getBoundingClientRect());
    scroll.scrollBy(square.left - seen.left + (square.width - seen.width) / 2, square.top - seen.top + (square.height - seen.height) / 2);
    this.say(this.#t("puzzle.drag"));
  }

  // #tick seconds
  #tick(passed: number) {
    const { game } = this;
    if (!game || game.practice || this.#paused || document.hidden || game.saved.end || !this.checkVisibility()) return;
    const shown = Math.floor(game.saved.seconds);
    game.saved.seconds += passed;
    if (Math.floor(game.saved.seconds) === shown) return;
    this.#parts.timer.textContent = sayTime(game.saved.seconds);
    if (Math.floor(game.saved.seconds) % 5 === 0) game.keep();
  }

  // #follow takes over a game that another tab has changed.
  #follow(saved: Saved) {
    if (!this.game?.follow(saved)) return;
    this.#forget();
    this.#show(this.#greeting());
  }

  // #catchUp takes over what other tabs did while this page slept.
  #catchUp() {
    const saved = this.game && !this.game.practice && loadGame(this.game.board.text);
    if (saved) this.#follow(saved);
  }

  configure(options: Options) {
    this.options = options;
    if (this.#parts) this.#show(this.game ? this.#greeting() : "");
  }

  // focus moves the focus to the board.
  focus(options?: FocusOptions) {
    this.shadowRoot?.querySelector<HTMLElement>("[tabindex='0']")?.focus(options);
  }

  // What is on its board.
  get shown(): Shown {
    return this.#board.shown;
  }

  // The address of the puzzle on the page of this script.
  get link(): string {
    const { saved, board } = this.game as Game;
    return new URL(`./${addressOf("puzzle", saved.day ? dayAddress(saved.day, board.kind) : board.text)}`, import.meta.url).href;
  }
}

customElements.define("queens-puzzle", QueensPuzzle);
