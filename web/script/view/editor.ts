// The editor of boards of regions.

import type { Difficulty, Inspection } from "../api";
import { Board } from "../board";
import { able, byId, element, fillSizes, say } from "../dom";
import { counter, newPuzzle } from "../engine";
import { ask, onSubmit, t, tried } from "../language";
import { colourNames, levels, placeOf, readBoard, writeRegions } from "../model";
import { sayRegion, sayUnits } from "../say";
import { share } from "../share";
import { load, save } from "../store";
import { addressOf, addView, linkOf, writeAddress } from "../view";
import { Fault } from "../words";
import html from "./editor.html";

addView({
  name: "editor", html,
  find: (text) => (text && text !== inspection?.text ? read(text) : regions),
  show(found: number[][]) {
    if (found !== regions) past = [];
    change(found);
  },
  leave: () => counter.cancel(),
  sheet: () => ({ name: [t("page.title")], shown: { n: regions.length, regions, names: names(), letters: true }, torus: false, link: location.href }),
});

const stripes = (n: number): number[][] => Array.from({ length: n }, (_, row) => Array(n).fill(row));

const board = new Board(byId("editor-board"), t, "editor.board", { press: (name) => stroke(name, true), stroke });
const shareBoard = share(byId("editor-share"));

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

byId("editor-level").append(...levels.map((level) => new Option(t(`level.${level}`), level)));
byId("editor-rows").onchange = () => paint(stripes(Number(byId("editor-rows").value)));
byId("editor-clear").onclick = () => paint(stripes(regions.length));
byId("editor-undo").onclick = () => {
  const before = past.pop();
  if (before) change(before);
};
byId("editor-make").onclick = tried(async () => {
  say(byId("editor-says"), t("puzzle.making"));
  try {
    const { text } = await newPuzzle({ kind: "regions", n: regions.length, torus: false, difficulty: byId("editor-level").value as Difficulty });
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
  const colour = Number(byId("editor-palette").querySelector<HTMLInputElement>("input:checked")?.value ?? 0);
  const [row, col] = placeOf(name);
  if (first) past.push(regions);
  if (regions[row][col] !== colour) change(painted(row, col, colour));
}

const painted = (row: number, col: number, colour: number): number[][] => regions.map((line, i) => (i === row ? line.with(col, colour) : line));

// change shows other regions, and asks the library what they are.
function change(changed: number[][]) {
  regions = changed;
  inspection = null;
  byId("editor-changes").replaceChildren();
  byId("editor-play").hidden = true;
  byId("editor-view").classList.remove("solved");
  counter.cancel();
  save("editor", regions);
  show();
  const asked = regions;
  ask(byId("editor-says"), byId("editor-says").textContent || t("state.waiting"), () => counter.inspect(asked), (found) => {
    if (regions !== asked) return;
    inspection = found;
    show();
    const { text, unique, change } = found;
    say(byId("editor-says"), sayInspection(found).join(" "));
    byId("editor-view").classList.toggle("solved", unique);
    byId("editor-play").hidden = !unique;
    byId("editor-play").href = addressOf("puzzle", text);
    byId("editor-changes").replaceChildren(...change.map(changeButton));
    shareBoard({ link: linkOf("editor", text), text, n: regions.length, attempt: { text, queens: [], crosses: [], letters: false } });
    writeAddress("editor", text);
  });
}

function sayInspection({ missing, parts, solvable, unique, difficulty, score, solutions, change }: Inspection): string[] {
  const board = { n: regions.length, names: names() };
  const units = missing.map((index) => ({ kind: "region", index }));
  const n = regions.length;
  if (n === 2 || n === 3) return [t("editor.small", { n })];
  if (missing.length > 0) return [t("editor.missing", { n: missing.length, regions: sayUnits(t, board, units, true) })];
  const said = [unique ? t("editor.unique", { level: t(`level.${difficulty}`), score }) : t(solvable ? "editor.several" : "editor.none")];
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
    byId("editor-undo").focus(); // since this button goes
  };
  return element("button", { type: "button", onclick }, t("editor.paint", { square, letter: names()[region] }));
}

// names returns the letters of the regions.
function names() {
  return [...writeRegions([stripes(regions.length).map((row) => row[0])])];
}

function show() {
  const n = regions.length;
  fillSizes(byId("editor-rows"), Math.min(3, n), Math.max(12, n), n);
  able(byId("editor-undo"), past.length > 0);
  const [one = [], two = []] = inspection?.solutions ?? [];
  const both = one.filter((name) => two.includes(name));
  const differ = [...one, ...two].filter((name) => !both.includes(name));
  const notes = Object.fromEntries(differ.map((name) => [name, one.includes(name) ? "1" : "2"]));
  board.show({ n, queens: [...one, ...two], given: both, regions, names: names(), letters: true, marked: differ, notes });
  const palette = byId("editor-palette");
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

onSubmit(byId("editor-open"), async () => paint(await read(byId("editor-notation").value)));
