// Sheets of paper: boards in lines, which need no colour, each with its number, its rule and its
// link.

import { bordersOf, darkOf, piecesOn } from "./board.js";
import { sayDay } from "./days.js";
import { element, svgElement } from "./dom.js";
import { t } from "./language.js";
import { nameOf, placeOf, squaresOf } from "./model.js";

/** @typedef {{ name: string[], shown: import("./board.js").Shown, torus: boolean, link: string }} Sheet a name in parts, such as a number and a level */

/** @type {(shown: import("./board.js").Shown) => SVGElement} */ function draw(shown) {
  const { n, regions = null, letters, names = [], crossed = [] } = shown;
  const all = Array.from({ length: n }, (_, i) => i);
  const edge = 0.05 * n + 0.1; // for the names of rows and columns
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string | number} */ words, size = edge / 2) =>
    svgElement("text", { x, y, "font-size": size }, new Text(String(words)));
  const path = (/** @type {string} */ name, /** @type {string[]} */ parts) => svgElement("path", { class: name, d: parts.join("") });
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

/** @type {(day: number, otherwise: string, level: string) => string[]} */ export const titleOf = (day, otherwise, level) =>
  [...(day ? [t("puzzle.number", { number: day }), sayDay(t, day)] : [otherwise]), t(/** @type {import("./words.js").Key} */ (`level.${level}`))];

/** @param {Sheet} sheet */ const nameLine = ({ name, shown: { n } }) => [...name, `${n}×${n}`].map((part) => part.replaceAll(" ", "\u00a0")).join(" · ");

/** @type {(sheet: Sheet) => string} the rules in a line, without colours */ const sayRule = ({ shown, torus }) =>
  [t(shown.regions ? "sheets.rulesRegions" : "puzzle.rulesQueens"), ...(torus ? [t("puzzle.rulesTorus")] : [])].join(" ");

/** @type {(sheet: Sheet) => HTMLElement} a sheet with one board */ export const single = (sheet) =>
  element("section", { className: "paper single" }, element("h2", {}, nameLine(sheet)), draw(sheet.shown), element("p", {}, sayRule(sheet)), element("p", { className: "address" }, sheet.link));

/** @type {(sheets: Sheet[], most: number) => Sheet[][]} */ const inPages = (sheets, most) => Array.from({ length: Math.ceil(sheets.length / most) }, (_, i) => sheets.slice(most * i, most * (i + 1)));

/** @type {(puzzles: Sheet[]) => HTMLElement[]} sheets of six puzzles of one kind */ export const several = (puzzles) => inPages(puzzles, 6).map((page) =>
  element("section", { className: "paper" }, element("p", {}, sayRule(page[0])), element("div", { className: "six" },
    ...page.map((sheet) => element("figure", {}, element("figcaption", {}, nameLine(sheet)), draw(sheet.shown), element("p", { className: "address" }, sheet.link))))));

/** @type {(solved: Sheet[]) => HTMLElement[]} sheets of twelve answers */ export const answers = (solved) => inPages(solved, 12).map((page) =>
  element("section", { className: "paper" }, element("h2", {}, t("sheets.answers")), element("div", { className: "twelve" },
    ...page.map(({ name, shown }) => element("figure", {}, element("figcaption", {}, name[0]), draw(shown))))));
