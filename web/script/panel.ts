// A Panel is a puzzle as its player sees it: its name, its rules, the board, and the buttons below.

import { addressOf } from "./address";
import { Board, type Handlers, type Shown } from "./board";
import { sayDay } from "./days";
import { able, element } from "./dom";
import type { Game } from "./game";
import { attacked, conflicts } from "./model";
import { load, type Options } from "./store";
import type { Key, Words } from "./words";

export type Lit = Pick<Shown, "because" | "then" | "wrong">; // squares that are lit up

type Actions = Record<"undo" | "redo" | "clear" | "keep" | "trial" | "hint" | "check", () => unknown>;

export class Panel {
  #t;
  #parts;
  element;
  board;
  buttons;
  says;

  constructor(t: Words, clock: Node, actions: Actions, handlers: Handlers) {
    this.#t = t;
    const part = <K extends keyof HTMLElementTagNameMap>(name: string, tag: K, properties = {}, ...children: (Node | string)[]) =>
      element(tag, { className: name, ...properties }, ...children);
    const button = (name: string, key: Key, onclick: () => unknown) => part(name, "button", { type: "button", textContent: t(key), onclick });
    const parts = {
      name: part("name", "div", { role: "heading", "aria-level": "2" }),
      rules: part("rules", "p"),
      board: part("board", "div"),
      undo: button("undo", "puzzle.undo", actions.undo),
      redo: button("redo", "puzzle.redo", actions.redo),
      clear: button("clear", "board.clear", actions.clear),
      keep: button("keep", "puzzle.keep", actions.keep),
      trial: button("trial", "puzzle.try", actions.trial),
      hint: button("hint", "puzzle.hint", actions.hint),
      check: button("check", "puzzle.check", actions.check),
      zoom: button("zoom", "puzzle.zoom", () => this.#zoom()),
      more: part("more", "a", {}, t("puzzle.learn")),
    };
    const { name, rules, board, undo, redo, clear, keep, trial, hint, check, zoom, more } = parts;
    const head = part("head", "div", {}, name, clock);
    const scroll = part("scroll", "div", {}, board);
    this.#parts = { ...parts, head, scroll };
    this.says = part("says", "p", { role: "status" });
    this.buttons = part("buttons", "div", {}, undo, redo, clear, keep, trial, hint, check, zoom, element("slot"));
    this.element = part("puzzle", "div", {}, head, rules, scroll, this.buttons, this.says, more);
    this.board = new Board(board, t, "puzzle.board", handlers);
  }

  // begin shows what stays the same during a game.
  begin({ board, saved, practice }: Game) {
    const t = this.#t;
    const { head, name, rules, board: host, redo, trial, hint, check, zoom, more } = this.#parts;
    name.replaceChildren(saved.day ? `${t("puzzle.number", { number: saved.day })}, ` : t(`kind.${board.kind}`),
      ...(saved.day ? [element("span", { className: "date" }, sayDay(t, saved.day))] : []));
    for (const each of [head, redo, trial, hint, check, more]) each.hidden = Boolean(practice);
    this.element.classList.toggle("practice", Boolean(practice));
    this.element.classList.remove("cheers");
    const begins = load("games").length < 3;
    rules.hidden = Boolean(practice && !begins);
    rules.replaceChildren(t(board.kind === "regions" ? "puzzle.rulesRegions" : "puzzle.rulesQueens"), board.torus ? ` ${t("puzzle.rulesTorus")}` : "",
      ...(begins ? [" ", element("span", { className: "taps" }, t("puzzle.taps"))] : []));
    host.classList.remove("zoomed");
    zoom.textContent = t("puzzle.zoom");
    zoom.classList.toggle("few", board.n <= 12);
  }

  // show shows a game, or none.
  show(game: Game | null, options: Options, paused: boolean, lit: Lit) {
    const { undo, redo, clear, keep, trial, hint, check, zoom } = this.#parts;
    const playing = game?.saved.end === "" && !paused;
    for (const each of [hint, check, trial, keep]) able(each, playing);
    able(undo, Boolean(game?.saved.past.length && !paused));
    able(redo, Boolean(game?.saved.future.length && !paused));
    able(clear, Boolean(game?.marked && !paused));
    zoom.hidden = !game || game.board.n < 10;
    keep.hidden = !game?.saved.trial;
    clear.hidden = Boolean(game?.saved.trial || game?.practice);
    trial.textContent = this.#t(game?.saved.trial ? "puzzle.back" : "puzzle.try");
    this.element.classList.toggle("trying", Boolean(game?.saved.trial));
    if (!game) return;
    const { board, saved, queens, tried } = game;
    const { lines, pairs } = conflicts(board, queens);
    const open = !saved.end && (options.shade || options.ruled) ? attacked(board, queens) : [];
    const empty = new Set(game.squares("."));
    this.board.show({
      n: board.n, regions: board.regions, names: board.names, letters: options.letters,
      queens, given: board.given, blocked: board.blocked, crossed: game.squares("x"), tried,
      attacked: [...(options.shade ? open : []), ...(options.rules ? pairs.flat() : [])],
      ruled: options.ruled ? open.filter((name) => empty.has(name)) : [],
      lines: options.rules ? lines : [], ...lit,
    });
    this.element.classList.toggle("solved", saved.end === "solved");
  }

  // help labels the button for hints, and links to the lesson of a rule.
  help(button: Key, rule?: string) {
    const { hint, more } = this.#parts;
    hint.textContent = this.#t(button);
    more.classList.toggle("shown", Boolean(rule));
    if (rule) more.href = new URL(`./${addressOf("learn", rule)}`, import.meta.url).href;
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
    this.says.textContent = this.#t("puzzle.drag");
  }
}
