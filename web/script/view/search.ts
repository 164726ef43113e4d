// The search for solutions, step by step: the element, and what belongs to this page around it.

import type { SearchState } from "../api";
import { able, element, fillSizes } from "../dom";
import { t } from "../language";
import { conflicts, countOf, writePosition } from "../model";
import { readPosition, resized } from "../position";
import { QueensSearch, type Start } from "../queens-search";
import { copy } from "../share";
import { addView, mount, writeAddress } from "../view";
import { Fault } from "../words";
import html from "./search.html";

const speeds = [1, 2, 5, 10, 30, 100, 1000, 10_000]; // steps per second

const parts = mount("search", html, {
  search: QueensSearch, rows: HTMLSelectElement, torus: HTMLInputElement, options: HTMLDetailsElement, deadEnd: HTMLButtonElement, solution: HTMLButtonElement,
  end: HTMLButtonElement, speed: HTMLInputElement, copy: HTMLButtonElement, address: HTMLInputElement, copySays: HTMLElement, speedWords: HTMLElement,
  byRow: HTMLElement,
});

addView({
  name: "search",
  async find(text, options): Promise<Start | null> {
    if (!text && search.state) return null; // as it was left
    const position = await readPosition(text || "n=8");
    const [pair] = conflicts(position, position.queens).pairs;
    if (pair) throw new Fault("attack", { squares: pair });
    return { position, step: countOf(options.step) };
  },
  show: (start: Start | null) => start && begin(start),
  leave: () => search.stop(),
  sheet: () => ({
    name: [t("search.title")], shown: search.shown, torus: search.start.position.torus, link: location.href,
    lines: [search.shown.says, counts.map((key) => `${t(`search.${key}`)}: ${t.number(search.state?.[key] ?? 0)}`).join(" · ")],
  }),
});

const { search } = parts;
const counts = ["tried", "placed", "deadEnds", "solutions"] as const;

fillSizes(parts.rows, 1, MOST_ROWS, 8);
parts.rows.onchange = () => restart({ position: resized(search.start.position, Number(parts.rows.value)) });
parts.torus.onchange = () => restart({ position: { ...search.start.position, torus: parts.torus.checked } });
parts.deadEnd.onclick = () => search.runTo("dead end");
parts.solution.onclick = () => search.runTo("solution");
parts.end.onclick = () => search.runTo("");
parts.speed.max = String(speeds.length - 1);
parts.speed.oninput = showSpeed;
parts.copy.onclick = () => copy(parts.address.value, t("share.link"), parts.copySays, parts.address);
showSpeed();
document.addEventListener("keydown", (event) => search.checkVisibility() && search.keys(event));

function showSpeed() {
  const slider = parts.speed;
  search.speed = speeds[Number(slider.value)];
  const words = t("search.perSecond", { n: search.speed });
  slider.setAttribute("aria-valuetext", words);
  parts.speedWords.textContent = words;
}

const restart = (changes: Partial<Start>) => begin({ ...search.start, step: 0, ...changes });

function begin(start: Start) {
  const { position } = start;
  parts.rows.value = String(position.n);
  parts.torus.checked = position.torus;
  parts.options.open ||= position.torus;
  return search.open(start);
}

search.addEventListener("queens-step", () => {
  if (!search.state) return;
  showRows(search.state);
  for (const button of [parts.deadEnd, parts.solution, parts.end]) able(button, search.state.next !== "");
  if (search.running) return;
  writeAddress("search", writePosition(search.start.position), { step: search.state.steps });
  parts.address.value = location.href;
});

// showRows draws how many queens were placed in each row.
function showRows({ byRow }: SearchState) {
  const most = Math.max(1, ...byRow);
  const rows = byRow.map((placed, row) => {
    const bar = element("span", { className: "bar" });
    bar.style.setProperty("--share", String(placed / most));
    return element("tr", {}, element("th", { scope: "row" }, `${row + 1}`), element("td", {}, t.number(placed)), element("td", { "aria-hidden": "true" }, bar));
  });
  parts.byRow.replaceChildren(...rows);
}
