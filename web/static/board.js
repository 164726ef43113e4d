import { element, svgElement, piece, fileName } from "./dom.js";

// A Board is a grid of squares. Each is a button; one at a time is a tab stop.
export class Board {
  #host;
  #label;
  #handlers;
  #n = 0;
  #squares = new Map(); // by name: { button, state }
  #ranks = [];
  #lines;
  #current = "a1";

  constructor(host, label, handlers = {}) {
    this.#host = host;
    this.#label = label;
    this.#handlers = handlers;
    host.addEventListener("keydown", (event) => this.#key(event));
    host.addEventListener("focusin", (event) => this.#moveTo(event.target.dataset?.square, false));
    host.addEventListener("click", (event) => this.#press(event, handlers.press));
    host.addEventListener("contextmenu", (event) => handlers.mark && this.#press(event, handlers.mark));
  }

  // show draws the board. Everything but n and queens is optional. If some queens are given,
  // the others are drawn as answers.
  show({ n, queens, given, blocked = [], crossed = [], attacked = [], lines = [], marked = [], row = -1 }) {
    if (n !== this.#n) this.#build(n);
    const sets = { queen: queens, given: given ?? [], blocked, crossed, attacked, marked };
    for (const key of Object.keys(sets)) sets[key] = new Set(sets[key]);
    const own = given ? "answer" : "queen";
    for (const [name, square] of this.#squares) this.#update(name, square, sets, own);
    this.#ranks.forEach((rank, i) => rank.classList.toggle("searched", i === row));
    this.#lines.replaceChildren(...lines.flatMap(([r1, c1, r2, c2]) => {
      const ends = { x1: c1 + 0.5, y1: n - r1 - 0.5, x2: c2 + 0.5, y2: n - r2 - 0.5 };
      return [svgElement("line", { ...ends, class: "edge" }), svgElement("line", ends)];
    }));
  }

  focus() {
    this.#squares.get(this.#current).button.focus();
  }

  #build(n) {
    this.#n = n;
    this.#squares.clear();
    this.#ranks = [];
    const grid = element("div", { role: "grid", "aria-label": this.#label, className: "grid" });
    for (let row = n - 1; row >= 0; row--) {
      const rank = element("div", { role: "row", className: "rank" });
      rank.dataset.rank = row + 1;
      for (let col = 0; col < n; col++) rank.append(this.#square(row, col));
      this.#ranks[row] = rank;
      grid.append(rank);
    }
    const files = element("div", { className: "files", "aria-hidden": "true" });
    for (let col = 0; col < n; col++) files.append(element("span", {}, fileName(col)));
    this.#lines = svgElement("svg", { class: "lines", viewBox: `0 0 ${n} ${n}`, "aria-hidden": "true" });
    grid.append(this.#lines);
    this.#host.style.setProperty("--n", n);
    this.#host.replaceChildren(grid, files);
    const kept = this.#squares.has(this.#current) ? this.#current : "a1";
    this.#current = kept;
    this.#squares.get(kept).button.tabIndex = 0;
  }

  #square(row, col) {
    const name = `${fileName(col)}${row + 1}`;
    const button = element("button", { type: "button", tabIndex: -1, className: (row + col) % 2 ? "light square" : "dark square" });
    button.dataset.square = name;
    if (!this.#handlers.press) button.setAttribute("aria-disabled", "true");
    this.#squares.set(name, { button, row, col, said: "" });
    return element("div", { role: "gridcell" }, button);
  }

  #update(name, square, sets, own) {
    const said = [name];
    for (const [word, where] of [["queen", sets.queen], ["given", sets.given], ["blocked", sets.blocked],
      ["crossed out", sets.crossed], ["attacked", sets.attacked], ["marked", sets.marked]]) {
      if (where.has(name)) said.push(word);
    }
    const text = said.join(", ");
    if (text === square.said) return;
    square.said = text;
    const { button } = square;
    button.setAttribute("aria-label", text);
    for (const [kind, where] of Object.entries(sets)) button.classList.toggle(kind, where.has(name));
    const pieces = [];
    if (sets.blocked.has(name)) pieces.push("blocked");
    if (sets.given.has(name)) pieces.push("given");
    if (sets.queen.has(name)) pieces.push(sets.given.has(name) ? "queen" : own);
    const shown = [...button.children].map((child) => child.getAttribute("class"));
    if (shown.join() !== pieces.join()) button.replaceChildren(...pieces.map(piece));
  }

  #press(event, handler) {
    const name = event.target.closest("[data-square]")?.dataset.square;
    if (!name) return;
    event.preventDefault();
    this.#moveTo(name, false);
    handler?.(name);
  }

  #key(event) {
    const here = this.#squares.get(event.target.dataset?.square);
    if (!here || event.altKey || event.metaKey) return;
    if (event.key.toLowerCase() === "x" && !event.ctrlKey) {
      this.#handlers.mark?.(event.target.dataset.square);
      return;
    }
    const last = this.#n - 1;
    const to = {
      ArrowUp: [Math.min(here.row + 1, last), here.col],
      ArrowDown: [Math.max(here.row - 1, 0), here.col],
      ArrowLeft: [here.row, Math.max(here.col - 1, 0)],
      ArrowRight: [here.row, Math.min(here.col + 1, last)],
      Home: [event.ctrlKey ? last : here.row, 0],
      End: [event.ctrlKey ? 0 : here.row, last],
      PageUp: [last, here.col],
      PageDown: [0, here.col],
    }[event.key];
    if (!to) return;
    event.preventDefault();
    this.#moveTo(`${fileName(to[1])}${to[0] + 1}`, true);
  }

  #moveTo(name, focus) {
    const square = this.#squares.get(name);
    if (!square) return;
    const before = this.#squares.get(this.#current);
    if (before) before.button.tabIndex = -1;
    this.#current = name;
    square.button.tabIndex = 0;
    if (focus) square.button.focus();
  }
}

const darkSquares = new Map(); // by n: the path of its dark squares

function darkPath(n) {
  if (!darkSquares.has(n)) {
    let path = "";
    for (let row = 0; row < n; row++) for (let col = row % 2; col < n; col += 2) path += `M${col} ${n - 1 - row}h1v1h-1z`;
    darkSquares.set(n, path);
  }
  return darkSquares.get(n);
}

// thumbnail draws a small board with a dot for each queen.
export function thumbnail(n, queens) {
  const dots = queens.map((name) =>
    svgElement("circle", { cx: name.charCodeAt(0) - 97 + 0.5, cy: n - Number(name.slice(1)) + 0.5, r: 0.36 }));
  return svgElement("svg", { viewBox: `0 0 ${n} ${n}`, class: "thumbnail", "aria-hidden": "true" },
    svgElement("rect", { width: n, height: n, class: "light" }), svgElement("path", { d: darkPath(n), class: "dark" }), ...dots);
}
