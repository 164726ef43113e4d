import { element, svgElement } from "./dom";
import { nameOf, placeOf, squaresOf, type Line } from "./model";
import { sayRegion } from "./say";
import type { Words, Key } from "./words";

const holdTime = 450; // milliseconds of a long press

// The drawings of the library, by id: queen, answer, given and blocked.
const drawings = new DOMParser().parseFromString(PIECES, "image/svg+xml");

function piece(id: string): SVGElement {
  const svg = svgElement("svg", { viewBox: "0 0 40 40", "aria-hidden": "true", class: id });
  const drawing = drawings.getElementById(id)?.cloneNode(true) as Element;
  drawing.removeAttribute("id");
  svg.append(drawing);
  return svg;
}

// bordersOf returns the path of the borders of regions and of the whole board.
export function bordersOf(n: number, regions: number[][] | null): string {
  const path = squaresOf(n).map(placeOf).map(([row, col]) =>
    (col + 1 === n || (regions && regions[row][col + 1] !== regions[row][col]) ? `M${col + 1} ${row}v1` : "") +
    (row + 1 === n || (regions && regions[row + 1][col] !== regions[row][col]) ? `M${col} ${row + 1}h1` : ""));
  return `${path.join("")}M0 0h${n}M0 0v${n}`;
}

// piecesOn draws what stands on a square; if some queens are given, the others are answers.
export function piecesOn(name: string, { queens = [], given, blocked = [] }: Shown): SVGElement[] {
  const ids = blocked.includes(name) ? ["blocked"] : [];
  if (given?.includes(name)) ids.push("given");
  if (queens.includes(name)) ids.push(given && !given.includes(name) ? "answer" : "queen");
  return ids.map(piece);
}

export interface Handlers {
  press?(name: string): void;
  hold?(name: string): void;
  stroke?(name: string, first: boolean): void;
  keys?: Record<string, (name: string) => void>;
}

// Shown is what a board shows: squares in several roles, and how it looks.
export interface Shown {
  n: number;
  queens?: string[];
  given?: string[];
  blocked?: string[];
  crossed?: string[];
  tried?: string[]; // marks of a trial
  ruled?: string[];
  attacked?: string[];
  wrong?: string[];
  because?: string[];
  then?: string[];
  marked?: string[];
  lines?: Line[];
  row?: number;
  notes?: Record<string, string>;
  regions?: number[][] | null;
  names?: string[];
  letters?: boolean;
}

interface Square { button: HTMLButtonElement; cell: HTMLElement; row: number; col: number; said: string }

// A Gesture is a pointer that is down. If it is done, the click that ends it is ignored.
interface Gesture { last: string; x: number; y: number; done: boolean; held: boolean; begun: number; timer?: ReturnType<typeof setTimeout> }

// A Board is a grid of squares. Each is a button; one at a time is a tab stop. Its handlers
// get the name of a square, and are optional:
//
//   press   a click, a tap, Enter or Space
//   hold    a right click, or a long press by a finger or a pen
//   stroke  each square of a drag, and whether it is the first
//   keys    an object with a handler for each letter
export class Board {
  #host;
  #t;
  #label;
  #handlers;
  #n = 0;
  shown: Shown = { n: 0 };
  #squares = new Map<string, Square>();
  #ranks: Element[] = [];
  #lines!: SVGElement;
  #borders!: SVGElement;
  #regions: number[][] | null = null; // on the screen
  #letters = false;
  #current = "a1";
  #gesture: Gesture | null = null; // of the pointer that is down

  constructor(host: HTMLElement, t: Words, label: Key, handlers: Handlers = {}) {
    this.#host = host;
    this.#t = t;
    this.#label = t(label);
    this.#handlers = handlers;
    host.addEventListener("keydown", (event) => this.#key(event));
    host.addEventListener("focusin", (event) => this.#moveTo((event.target as HTMLElement).dataset.square ?? "", false));
    host.addEventListener("click", (event) => this.#click(event));
    host.addEventListener("contextmenu", (event) => this.#menu(event));
    host.addEventListener("pointerdown", (event) => this.#begin(event));
    host.addEventListener("pointermove", (event) => this.#drag(event));
    host.addEventListener("pointerup", (event) => this.#end(event));
    host.addEventListener("pointercancel", () => clearTimeout(this.#gesture?.timer));
    host.classList.toggle("drawable", Boolean(handlers.stroke));
  }

  // show draws the board, with row 1 on top
  show(shown: Shown) {
    const { n, queens = [], given = [], blocked = [], crossed = [], tried = [], ruled = [], attacked = [], wrong = [], because = [], then = [], marked = [] } = shown;
    const { lines = [], row = -1, notes = {}, regions = null, names = [], letters = false } = shown;
    this.shown = shown;
    if (n !== this.#n) this.#build(n);
    this.#paint(regions, names, letters);
    const lists = { queen: queens, given, blocked, crossed, tried, ruled, attacked, wrong, because, then, marked };
    const sets = Object.fromEntries(Object.entries(lists).map(([key, names]) => [key, new Set(names)]));
    for (const [name, square] of this.#squares) this.#update(name, square, sets, notes[name] ?? "");
    this.#ranks.forEach((rank, i) => rank.classList.toggle("searched", i === row));
    this.#lines.replaceChildren(...lines.flatMap(([r1, c1, r2, c2]) => {
      const ends = { x1: c1 + 0.5, y1: r1 + 0.5, x2: c2 + 0.5, y2: r2 + 0.5 };
      return [svgElement("line", { ...ends, class: "edge" }), svgElement("line", ends)];
    }));
  }

  #build(n: number) {
    this.#n = n;
    this.#regions = null;
    this.#squares.clear();
    this.#ranks = [];
    const grid = element("div", { role: "grid", "aria-label": this.#label, className: "grid" });
    for (let row = 0; row < n; row++) {
      const rank = element("div", { role: "row", className: "rank" });
      rank.dataset.rank = String(row + 1);
      rank.style.setProperty("--row", String(row));
      for (let col = 0; col < n; col++) rank.append(this.#square(row, col));
      this.#ranks[row] = rank;
      grid.append(rank);
    }
    const files = element("div", { className: "files", "aria-hidden": "true" });
    for (let col = 0; col < n; col++) files.append(element("span", {}, nameOf(0, col)[0]));
    this.#lines = svgElement("svg", { class: "lines", viewBox: `0 0 ${n} ${n}`, "aria-hidden": "true" });
    this.#borders = svgElement("path", { class: "border" });
    const borders = svgElement("svg", { class: "lines borders", viewBox: `0 0 ${n} ${n}`, "aria-hidden": "true" }, this.#borders);
    grid.append(borders, this.#lines);
    this.#host.style.setProperty("--n", String(n));
    this.#host.classList.toggle("many", n > 15);
    this.#host.replaceChildren(grid, files);
    this.#moveTo(this.#squares.has(this.#current) ? this.#current : "a1", false);
  }

  #square(row: number, col: number) {
    const name = nameOf(row, col);
    const button = element("button", { type: "button", tabIndex: -1, className: (row + col) % 2 ? "light square" : "dark square" });
    button.dataset.square = name;
    if (!this.#handlers.press) button.setAttribute("aria-disabled", "true");
    const cell = element("div", { role: "gridcell" }, button);
    this.#squares.set(name, { button, cell, row, col, said: "" });
    return cell;
  }

  // #paint colours the regions, and draws the borders between them
  #paint(regions: number[][] | null, names: string[], letters: boolean) {
    const same = regions === this.#regions || JSON.stringify(regions) === JSON.stringify(this.#regions);
    if (same && letters === this.#letters) return;
    this.#regions = regions;
    this.#letters = letters;
    for (const square of this.#squares.values()) {
      const { button, cell, row, col } = square;
      const own = regions?.[row]?.[col];
      square.said = "";
      if (own === undefined) button.style.removeProperty("--colour");
      else button.style.setProperty("--colour", `linear-gradient(${COLOURS[own % COLOURS.length]} 0 0)`);
      cell.dataset.region = own === undefined ? "" : sayRegion(this.#t, { n: this.#n, names }, own, letters);
      if (own !== undefined && (letters || this.#n > COLOURS.length)) cell.dataset.letter = names[own];
      else delete cell.dataset.letter;
    }
    this.#borders.setAttribute("d", regions ? bordersOf(this.#n, regions) : "");
    this.#host.classList.toggle("regions", Boolean(regions));
  }

  // #update shows what is on a square. A note is a small text there.
  #update(name: string, square: Square, sets: Record<string, Set<string>>, note: string) {
    const { button, cell } = square;
    const said = cell.dataset.region ? [name, cell.dataset.region] : [name];
    for (const [kind, where] of Object.entries(sets)) if (where.has(name)) said.push(this.#t(`square.${kind}` as Key));
    if (note) said.push(note);
    const text = said.join(", ");
    if (text === square.said) return;
    square.said = text;
    button.setAttribute("aria-label", text);
    if (note) cell.dataset.note = note;
    else delete cell.dataset.note;
    for (const [kind, where] of Object.entries(sets)) button.classList.toggle(kind, where.has(name));
    const pieces = piecesOn(name, this.shown);
    const ids = (drawn: Element[]) => drawn.map((each) => each.getAttribute("class")).join();
    if (ids([...button.children]) !== ids(pieces)) button.replaceChildren(...pieces);
  }

  #begin(event: PointerEvent) {
    clearTimeout(this.#gesture?.timer);
    this.#gesture = null;
    const name = this.#under(event);
    if (event.button !== 0 || !event.isPrimary || !name) return;
    const gesture: Gesture = { last: name, x: event.clientX, y: event.clientY, done: false, held: false, begun: event.timeStamp };
    this.#gesture = gesture;
    if (this.#handlers.hold && event.pointerType !== "mouse") {
      gesture.timer = setTimeout(() => this.#hold(gesture), holdTime);
    }
  }

  #hold(gesture: Gesture) {
    gesture.done = gesture.held = true;
    navigator.vibrate?.(10);
    this.#handlers.hold?.(gesture.last);
  }

  #end(event: PointerEvent) {
    const gesture = this.#gesture;
    clearTimeout(gesture?.timer);
    const long = gesture?.timer && !gesture.done && event.timeStamp - gesture.begun >= holdTime;
    if (long) this.#hold(gesture); // a busy page missed it
  }

  #drag(event: PointerEvent) {
    const gesture = this.#gesture;
    if (!gesture || gesture.held || event.buttons === 0 || !this.#handlers.stroke || this.#host.classList.contains("zoomed")) return;
    for (const each of event.getCoalescedEvents?.().concat(event) ?? [event]) {
      const [right, down] = [each.clientX - gesture.x, each.clientY - gesture.y];
      const steps = Math.ceil(Math.hypot(right, down) / (this.#host.clientWidth / this.#n / 3)); // fast fingers skip squares
      for (let i = 1; i <= steps; i++) this.#pass(gesture, this.#under({ clientX: gesture.x + (right * i) / steps, clientY: gesture.y + (down * i) / steps }));
      [gesture.x, gesture.y] = [each.clientX, each.clientY];
    }
  }

  #pass(gesture: Gesture, name: string) {
    if (!name || name === gesture.last) return;
    clearTimeout(gesture.timer);
    if (!gesture.done) this.#handlers.stroke?.(gesture.last, true);
    gesture.done = true;
    gesture.last = name;
    this.#handlers.stroke?.(name, false);
  }

  // #under returns the name of the square under the pointer. The target of an event would be the
  // square where a finger came down.
  #under({ clientX, clientY }: { clientX: number, clientY: number }) {
    const square = (this.#host.getRootNode() as Document | ShadowRoot).elementFromPoint(clientX, clientY)?.closest("[data-square]");
    return square && this.#host.contains(square) ? (square as HTMLElement).dataset.square ?? "" : "";
  }

  #click(event: MouseEvent) {
    const name = squareOf(event);
    const byKey = event.detail === 0;
    if (!name || (!byKey && this.#gesture?.done)) return;
    this.#moveTo(name, false);
    this.#handlers.press?.(name);
  }

  #menu(event: MouseEvent) {
    const name = squareOf(event);
    if (!name || !this.#handlers.hold) return;
    event.preventDefault();
    if ((event as PointerEvent).pointerType === "touch") return; // the long press has been dealt with
    this.#moveTo(name, false);
    this.#handlers.hold(name);
  }

  #key(event: KeyboardEvent) {
    const name = squareOf(event);
    const here = this.#squares.get(name);
    if (!here || event.altKey || event.metaKey) return;
    const letter = this.#handlers.keys?.[event.key.toLowerCase()];
    if (letter && !event.ctrlKey) return letter(name);
    const last = this.#n - 1;
    const within = (i: number) => Math.max(0, Math.min(last, i));
    const moves: Record<string, [number, number]> = {
      ArrowUp: [within(here.row - 1), here.col],
      ArrowDown: [within(here.row + 1), here.col],
      ArrowLeft: [here.row, within(here.col - 1)],
      ArrowRight: [here.row, within(here.col + 1)],
      Home: [event.ctrlKey ? 0 : here.row, 0],
      End: [event.ctrlKey ? last : here.row, last],
      PageUp: [0, here.col],
      PageDown: [last, here.col],
    };
    const to = moves[event.key];
    if (!to) return;
    event.preventDefault();
    this.#moveTo(nameOf(to[0], to[1]), true);
  }

  #moveTo(name: string, focus: boolean) {
    const square = this.#squares.get(name);
    if (!square) return;
    const before = this.#squares.get(this.#current);
    if (before) before.button.tabIndex = -1;
    this.#current = name;
    square.button.tabIndex = 0;
    if (focus) square.button.focus();
  }
}

const squareOf = ({ target }: Event) => (target as Element).closest<HTMLElement>("[data-square]")?.dataset.square ?? "";

// darkOf returns the path of the dark squares.
export const darkOf = (n: number): string =>
  squaresOf(n).map(placeOf).filter(([row, col]) => (row + col) % 2 === 0).map(([row, col]) => `M${col} ${row}h1v1h-1z`).join("");

// thumbnail draws a small board with a dot for each queen.
export function thumbnail(n: number, queens: string[]): SVGElement {
  const dots = queens.map((name) => svgElement("circle", { cx: placeOf(name)[1] + 0.5, cy: placeOf(name)[0] + 0.5, r: 0.36 }));
  return svgElement("svg", { viewBox: `0 0 ${n} ${n}`, class: "thumbnail", "aria-hidden": "true" },
    svgElement("rect", { width: n, height: n, class: "light" }), svgElement("path", { d: darkOf(n), class: "dark" }), ...dots);
}
