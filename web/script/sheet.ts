// Sheets of paper: boards in lines, which need no colour, or in colours, each with its number, its rule
// and its link.

import { bordersOf, darkOf, piecesOn, type Shown } from "./board";
import { element, svgElement } from "./dom";
import { t } from "./language";
import { nameOf, placeOf, squaresOf } from "./model";
import { correction, generate } from "./vendor/lean-qr/nano.mjs";

// A Sheet has a name in parts, such as a number and a level, and lines of text below the board.
export interface Sheet { name: string[]; shown: Shown; torus: boolean; link: string; lines?: string[]; colour?: boolean }

function draw(shown: Shown, colour = false): SVGElement {
  const { n, regions = null, letters, names = [], crossed = [] } = shown;
  const all = Array.from({ length: n }, (_, i) => i);
  const edge = 0.05 * n + 0.1; // for the names of rows and columns
  const text = (x: number, y: number, words: string | number, size = edge / 2) =>
    svgElement("text", { x, y, "font-size": size }, new Text(String(words)));
  const path = (name: string, parts: string[]) => svgElement("path", { class: name, d: parts.join("") });
  const pieces = squaresOf(n).flatMap((name) => piecesOn(name, shown).map((piece) => {
    const [row, col] = placeOf(name);
    for (const [key, value] of Object.entries({ x: col, y: row, width: 1, height: 1 })) piece.setAttribute(key, String(value));
    return piece;
  }));
  return svgElement("svg", { viewBox: `${-edge} -0.05 ${n + edge + 0.05} ${n + edge + 0.05}`, "aria-hidden": "true" }, svgElement("g", { class: "drawn" },
    ...(colour && regions ? squaresOf(n).map(placeOf).map(([y, x]) => svgElement("rect", { x, y, width: 1, height: 1, fill: COLOURS[regions[y][x] % COLOURS.length] })) : []),
    path("dark", regions ? [] : [darkOf(n)]),
    path("thin", all.map((i) => `M${i} 0v${n}M0 ${i}h${n}`)),
    path("thick", [bordersOf(n, regions)]),
    path("cross", crossed.map(placeOf).map(([row, col]) => `M${col + 0.3} ${row + 0.3}l.4 .4m0-.4l-.4 .4`))),
    ...all.flatMap((i) => [text(-edge / 2, i + 0.5 + edge / 6, i + 1), text(i + 0.5, n + 0.7 * edge, nameOf(0, i)[0])]),
    ...(regions && letters ? squaresOf(n).map(placeOf).map(([row, col]) => text(col + 0.85, row + 0.28, names[regions[row][col]], 0.26)) : []),
    ...pieces);
}

const nameLine = ({ name, shown: { n } }: Sheet) => [...name, `${n}×${n}`].map((part) => part.replaceAll(" ", "\u00a0")).join(", ");

// sayRule says the rules in a line, without colours.
const sayRule = ({ shown, torus }: Sheet): string =>
  [t(shown.regions ? "sheets.rulesRegions" : "puzzle.rulesQueens"), ...(torus ? [t("puzzle.rulesTorus")] : [])].join(" ");

// codeOf draws a link as a QR code.
export function codeOf(link: string): SVGElement {
  const code = generate(link, { minCorrectionLevel: correction.M });
  const all = Array.from({ length: code.size }, (_, i) => i);
  const dark = all.flatMap((y) => all.filter((x) => code.get(x, y)).map((x) => `M${x} ${y}h1v1h-1z`));
  return svgElement("svg", { viewBox: `-2 -2 ${code.size + 4} ${code.size + 4}`, class: "code", role: "img", "aria-label": link }, svgElement("path", { d: dark.join("") }));
}

const longest = 60; // characters of a link that anybody would type

const addressOf = ({ link }: Sheet) => element("p", { className: "address" }, link.length > longest ? "" : link);

const solverLine = (set = "") => element("p", { className: "solver" }, element("span", {}, t("sheets.name")), ...(set ? [element("span", {}, set)] : []));

// single returns a sheet with one board.
export const single = (sheet: Sheet): HTMLElement => element("section", { className: "paper single" }, solverLine(),
  element("header", {}, element("h2", {}, nameLine(sheet)), codeOf(sheet.link)),
  draw(sheet.shown), element("p", {}, sayRule(sheet)), ...(sheet.lines ?? []).map((line) => element("p", {}, line)), addressOf(sheet));

const inPages = <T>(all: T[], most: number): T[][] => Array.from({ length: Math.ceil(all.length / most) }, (_, i) => all.slice(most * i, most * (i + 1)));

// several returns sheets of a set with up to so many puzzles, and a line for the name of who solves them.
export const several = (puzzles: Sheet[], most: number, set: string): HTMLElement[] => inPages(puzzles, most).map((page) =>
  element("section", { className: "paper" }, solverLine(set),
    ...[...new Set(page.map(sayRule))].map((rule) => element("p", {}, rule)), element("div", { className: `puzzles of-${most}` },
      ...page.map((sheet) => element("figure", {}, element("header", {}, element("figcaption", {}, nameLine(sheet), addressOf(sheet)), codeOf(sheet.link)), draw(sheet.shown, sheet.colour))))));

// gallery returns sheets of twelve boards, each with a word below the title.
export const gallery = (title: string, boards: { name: string; shown: Shown }[]): HTMLElement[] => inPages(boards, 12).map((page) =>
  element("section", { className: "paper" }, element("h2", {}, title), element("div", { className: "twelve" },
    ...page.map(({ name, shown }) => element("figure", {}, element("figcaption", {}, name), draw(shown))))));
