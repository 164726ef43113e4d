// Sheets of paper: boards in lines, which need no colour, each with its number, its rule and its
// link.

import { bordersOf, darkOf, piecesOn, type Shown } from "./board";
import { sayDay } from "./days";
import { element, svgElement } from "./dom";
import { t } from "./language";
import { nameOf, placeOf, squaresOf } from "./model";
import type { Key } from "./words";

// A Sheet has a name in parts, such as a number and a level.
export interface Sheet { name: string[]; shown: Shown; torus: boolean; link: string }

function draw(shown: Shown): SVGElement {
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
    path("dark", regions ? [] : [darkOf(n)]),
    path("thin", all.map((i) => `M${i} 0v${n}M0 ${i}h${n}`)),
    path("thick", [bordersOf(n, regions)]),
    path("cross", crossed.map(placeOf).map(([row, col]) => `M${col + 0.3} ${row + 0.3}l.4 .4m0-.4l-.4 .4`))),
    ...all.flatMap((i) => [text(-edge / 2, i + 0.5 + edge / 6, i + 1), text(i + 0.5, n + 0.7 * edge, nameOf(0, i)[0])]),
    ...(regions && letters ? squaresOf(n).map(placeOf).map(([row, col]) => text(col + 0.85, row + 0.28, names[regions[row][col]], 0.26)) : []),
    ...pieces);
}

export const titleOf = (day: number, otherwise: string, level: string): string[] =>
  [...(day ? [t("puzzle.number", { number: day }), sayDay(t, day)] : [otherwise]), t(`level.${level}` as Key)];

const nameLine = ({ name, shown: { n } }: Sheet) => [...name, `${n}×${n}`].map((part) => part.replaceAll(" ", "\u00a0")).join(" · ");

// sayRule says the rules in a line, without colours.
const sayRule = ({ shown, torus }: Sheet): string =>
  [t(shown.regions ? "sheets.rulesRegions" : "puzzle.rulesQueens"), ...(torus ? [t("puzzle.rulesTorus")] : [])].join(" ");

// single returns a sheet with one board.
export const single = (sheet: Sheet): HTMLElement =>
  element("section", { className: "paper single" }, element("h2", {}, nameLine(sheet)), draw(sheet.shown), element("p", {}, sayRule(sheet)), element("p", { className: "address" }, sheet.link));

const inPages = (sheets: Sheet[], most: number): Sheet[][] => Array.from({ length: Math.ceil(sheets.length / most) }, (_, i) => sheets.slice(most * i, most * (i + 1)));

// several sheets of six puzzles of one kind
export const several = (puzzles: Sheet[]): HTMLElement[] => inPages(puzzles, 6).map((page) =>
  element("section", { className: "paper" }, element("p", {}, sayRule(page[0])), element("div", { className: "six" },
    ...page.map((sheet) => element("figure", {}, element("figcaption", {}, nameLine(sheet)), draw(sheet.shown), element("p", { className: "address" }, sheet.link))))));

// answers returns sheets of twelve answers.
export const answers = (solved: Sheet[]): HTMLElement[] => inPages(solved, 12).map((page) =>
  element("section", { className: "paper" }, element("h2", {}, t("sheets.answers")), element("div", { className: "twelve" },
    ...page.map(({ name, shown }) => element("figure", {}, element("figcaption", {}, name[0]), draw(shown))))));
