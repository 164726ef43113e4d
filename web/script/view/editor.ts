// The editor of boards of regions.

import { addressOf } from "../address";
import type { Difficulty, Inspection } from "../api";
import { Board } from "../board";
import { able, element, fillSizes, say } from "../dom";
import { counter, newPuzzle } from "../engine";
import { ask, onSubmit, t, tried } from "../language";
import { colourNames, levels, placeOf, readBoard, writeRegions } from "../model";
import { sayRegion, sayUnits } from "../say";
import { share } from "../share";
import { load, save } from "../store";
import { addView, mount, linkOf, writeAddress } from "../view";
import { Fault } from "../words";
import html from "./editor.html";

const parts = mount("editor", html, {
  board: HTMLElement, share: HTMLElement, level: HTMLSelectElement, rows: HTMLSelectElement, clear: HTMLButtonElement, undo: HTMLButtonElement,
  make: HTMLButtonElement, says: HTMLElement, palette: HTMLFieldSetElement, changes: HTMLElement, play: HTMLAnchorElement, open: HTMLFormElement,
  notation: HTMLTextAreaElement,
});

addView({
  name: "editor",
  find: (text) => (text && text !== inspection?.text ? read(text) : regions),
  show(found: number[][]) {
    if (found !== regions) past = [];
    change(found);
  },
  leave: () => counter.cancel(),
  sheet: () => ({ name: [t("page.title")], shown: { n: regions.length, regions, names: names(), letters: true }, torus: false, link: location.href }),
});

const stripes = (n: number): number[][] => Array.from({ length: n }, (_, row) => Array(n).fill(row));

const board = new Board(parts.board, t, "editor.board", { press: (name) => stroke(name, true), stroke });
const shareBoard = share(parts.share);

let regions = load("editor") ?? stripes(6); // the number of the region of each square, row by row
let past: number[][][] = [];
let inspection: Inspection | null = null; // what the library says of the regions
show();

async function read(text: string): Promise<number[][]> {
  const plain = readBoard(text)?.regions;
  if (plain) return plain;
  const [letters] = await counter.formats({ text, queens: [], crosses: [], letters: false });
  const found = readBoard(letters.text.split("\n").filter((line) => !line.includes("=")).join("/"));
  if (!found?.regions) throw new Fault("notRegions");
  return found.regions;
}

parts.level.append(...levels.map((level) => new Option(t(`level.${level}`), level)));
parts.rows.onchange = () => paint(stripes(Number(parts.rows.value)));
parts.clear.onclick = () => paint(stripes(regions.length));
parts.undo.onclick = () => {
  const before = past.pop();
  if (before) change(before);
};
parts.make.onclick = tried(async () => {
  say(parts.says, t("puzzle.making"));
  try {
    const { text } = await newPuzzle({ kind: "regions", n: regions.length, torus: false, difficulty: parts.level.value as Difficulty });
    paint(await read(text));
  } catch (error) {
    change(regions); // says again what there is
    throw error;
  }
});

function paint(changed: number[][]) {
  past.push(regions);
  change(changed);
}

// stroke paints a square; a drag is one step.
function stroke(name: string, first: boolean) {
  const colour = Number(parts.palette.querySelector<HTMLInputElement>("input:checked")?.value ?? 0);
  const [row, col] = placeOf(name);
  if (first) past.push(regions);
  if (regions[row][col] !== colour) change(painted(row, col, colour));
}

const painted = (row: number, col: number, colour: number): number[][] => regions.map((line, i) => (i === row ? line.with(col, colour) : line));

// change shows other regions, and asks the library what they are.
function change(changed: number[][]) {
  regions = changed;
  inspection = null;
  parts.changes.replaceChildren();
  parts.play.hidden = true;
  parts.section.classList.remove("solved");
  counter.cancel();
  save("editor", regions);
  show();
  const asked = regions;
  ask(parts.says, parts.says.textContent || t("state.waiting"), () => counter.inspect(asked), (found) => {
    if (regions !== asked) return;
    inspection = found;
    show();
    const { text, unique, change } = found;
    say(parts.says, sayInspection(found).join(" "));
    parts.section.classList.toggle("solved", unique);
    parts.play.hidden = !unique;
    parts.play.href = addressOf("puzzle", text);
    parts.changes.replaceChildren(...change.map(changeButton));
    shareBoard({ link: linkOf("editor", text), text, n: regions.length, attempt: { text, queens: [], crosses: [], letters: false } });
    writeAddress("editor", text);
  });
}

function sayInspection({ missing, parts, solvable, unique, difficulty, solutions, change }: Inspection): string[] {
  const board = { n: regions.length, names: names() };
  const units = missing.map((index) => ({ kind: "region", index }));
  const n = regions.length;
  if (n === 2 || n === 3) return [t("editor.small", { n })];
  if (missing.length > 0) return [t("editor.missing", { n: missing.length, regions: sayUnits(t, board, units, true) })];
  const said = [unique ? t("editor.unique", { level: t(`level.${difficulty}`) }) : t(solvable ? "editor.several" : "editor.none")];
  if (solutions.length === 2) said.push(t("editor.two"));
  if (change.length > 0) said.push(t("editor.change", { squares: change }));
  return [...said, ...parts.map(({ region, count }) => t("editor.parts", { n: count, region: sayRegion(t, board, region, true) }))];
}

function changeButton(square: string) {
  const [row, col] = placeOf(square);
  const beside = [[row - 1, col], [row + 1, col], [row, col - 1], [row, col + 1]].map(([i, j]) => regions[i]?.[j]);
  const region = beside.find((each) => each !== undefined && each !== regions[row][col]) ?? 0;
  const onclick = () => {
    paint(painted(row, col, region));
    parts.undo.focus(); // since this button goes
  };
  return element("button", { type: "button", onclick }, t("editor.paint", { square, letter: names()[region] }));
}

// names returns the letters of the regions.
function names() {
  return [...writeRegions([stripes(regions.length).map((row) => row[0])])];
}

function show() {
  const n = regions.length;
  fillSizes(parts.rows, Math.min(3, n), Math.max(12, n), n);
  able(parts.undo, past.length > 0);
  const [one = [], two = []] = inspection?.solutions ?? [];
  const both = one.filter((name) => two.includes(name));
  const differ = [...one, ...two].filter((name) => !both.includes(name));
  const notes = Object.fromEntries(differ.map((name) => [name, one.includes(name) ? "1" : "2"]));
  board.show({ n, queens: [...one, ...two], given: both, regions, names: names(), letters: true, marked: differ, notes });
  const palette = parts.palette;
  if (palette.querySelectorAll("input").length === n) return;
  palette.querySelectorAll("label").forEach((label) => label.remove());
  names().forEach((letter, i) => {
    const input = element("input", { type: "radio", name: "editor-colour", value: `${i}`, checked: i === 0 });
    input.setAttribute("aria-label", t("editor.swatch", { letter, colour: t(`colour.${colourNames[i % colourNames.length]}`) }));
    const label = element("label", { className: "swatch" }, input, element("span", {}, letter));
    label.style.setProperty("--swatch", COLOURS[i % COLOURS.length]);
    palette.append(label);
  });
}

onSubmit(parts.open, async () => paint(await read(parts.notation.value)));
