// The search for solutions, step by step: the element, and what belongs to this page around it.

import type { SearchState } from "../api";
import { able, byId, element, fillSizes } from "../dom";
import { t } from "../language";
import { conflicts, countOf, writePosition } from "../model";
import { readPosition, resized } from "../position";
import type { Start } from "../queens-search";
import "../queens-search";
import { copy } from "../share";
import { addView, writeAddress } from "../view";
import { Fault } from "../words";
import html from "./search.html";

const speeds = [1, 2, 5, 10, 30, 100, 1000, 10_000]; // steps per second

addView({
  name: "search", html,
  async find(text): Promise<Start | null> {
    if (!text && search.state) return null; // as it was left
    const [, step] = /(?:^| )step=(\S+)/.exec(text) ?? [];
    const position = await readPosition(text.replace(/(^| )step=\S+/g, "").trim() || "n=8");
    const [pair] = conflicts(position, position.queens).pairs;
    if (pair) throw new Fault("attack", { squares: pair });
    return { position, step: countOf(step) };
  },
  show: (start: Start | null) => start && begin(start),
  leave: () => search.stop(),
  sheet: () => ({
    name: [t("search.title")], shown: search.shown, torus: search.start.position.torus, link: location.href,
    lines: [search.shown.says, counts.map((key) => `${t(`search.${key}`)}: ${t.number(search.state?.[key] ?? 0)}`).join(" · ")],
  }),
});

const search = byId("search");
const counts = ["tried", "placed", "deadEnds", "solutions"] as const;

fillSizes(byId("search-rows"), 1, MOST_ROWS, 8);
byId("search-rows").onchange = () => restart({ position: resized(search.start.position, Number(byId("search-rows").value)) });
byId("search-torus").onchange = () => restart({ position: { ...search.start.position, torus: byId("search-torus").checked } });
byId("search-dead-end").onclick = () => search.runTo("dead end");
byId("search-solution").onclick = () => search.runTo("solution");
byId("search-end").onclick = () => search.runTo("");
byId("search-speed").max = String(speeds.length - 1);
byId("search-speed").oninput = showSpeed;
byId("search-copy").onclick = () => copy(byId("search-address").value, t("share.link"), byId("search-copy-says"), byId("search-address"));
showSpeed();
document.addEventListener("keydown", (event) => search.checkVisibility() && search.keys(event));

function showSpeed() {
  const slider = byId("search-speed");
  search.speed = speeds[Number(slider.value)];
  const words = t("search.perSecond", { n: search.speed });
  slider.setAttribute("aria-valuetext", words);
  byId("search-speed-words").textContent = words;
}

const restart = (changes: Partial<Start>) => begin({ ...search.start, step: 0, ...changes });

function begin(start: Start) {
  byId("search-rows").value = String(start.position.n);
  byId("search-torus").checked = start.position.torus;
  return search.open(start);
}

search.addEventListener("queens-step", () => {
  if (!search.state) return;
  showRows(search.state);
  for (const id of ["search-dead-end", "search-solution", "search-end"] as const) able(byId(id), search.state.next !== "");
  if (search.running) return;
  const { steps } = search.state;
  writeAddress("search", writePosition(search.start.position) + (steps > 0 ? ` step=${steps}` : ""));
  byId("search-address").value = location.href;
});

// showRows draws how many queens were placed in each row.
function showRows({ byRow }: SearchState) {
  const most = Math.max(1, ...byRow);
  const rows = byRow.map((placed, row) => {
    const bar = element("span", { className: "bar" });
    bar.style.setProperty("--share", String(placed / most));
    return element("tr", {}, element("th", { scope: "row" }, `${row + 1}`), element("td", {}, t.number(placed)), element("td", { "aria-hidden": "true" }, bar));
  });
  byId("search-by-row").replaceChildren(...rows);
}
