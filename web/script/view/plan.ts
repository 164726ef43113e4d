// A plan for a lesson of 45 minutes, to print: questions, a table of the search to fill in, and what to expect.

import { element } from "../dom";
import { t } from "../language";
import { attack, nameOf } from "../model";
import { mount } from "../view";
import html from "./plan.html";

const parts = mount("plan", html, { print: HTMLButtonElement, table: HTMLTableElement, filled: HTMLTableElement });
parts.print.onclick = () => print();

const board = { n: 4, torus: false };

// placed lists the queens that the search places up to the first solution, each with the queens above it.
function placed(queens: string[] = []): string[][] {
  const found: string[][] = [];
  for (const square of freeBelow(queens)) {
    const next = [...queens, square];
    found.push(next, ...placed(next));
    if (found.at(-1)?.length === board.n) break;
  }
  return found;
}

// freeBelow returns the squares of the next row that no queen attacks.
const freeBelow = (queens: string[]): string[] => (queens.length === board.n ? []
  : Array.from({ length: board.n }, (_, col) => nameOf(queens.length, col)).filter((square) => !queens.some((queen) => attack(board, queen, square))));

const row = (...texts: string[]) => element("tr", {}, ...texts.map((text) => element("td", {}, text)));

for (const [i, queens] of placed().entries()) {
  const free = freeBelow(queens);
  const then = queens.length === board.n ? t("plan.found") : free.length > 0 ? t("plan.onwards", { square: free[0] }) : t("plan.deadEnd");
  parts.table.tBodies[0].append(row(String(i + 1), i === 0 ? queens[0] : "", "", ""));
  parts.filled.tBodies[0].append(row(String(i + 1), queens.at(-1) ?? "", free.join(", ") || "–", then));
}
