// Past puzzles of the days by month, what was solved, statistics, and games to go on with.

import { addressOf } from "./address.js";
import { dateOf, dayAddress, kinds, numberOf, sayDay, today } from "./days.js";
import { byId, element, say, title } from "./dom.js";
import { plural, sayTime } from "./model.js";
import { describe } from "./queens-puzzle.js";
import { known, streaks } from "./record.js";
import { load, watch } from "./store.js";

let [year, month] = [0, 0]; // on the screen

export async function open() {
  const now = dateOf(today());
  [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  title("Days");
  show();
}

export const leave = () => {};

/** @param {number} by */ function turn(by) {
  const to = new Date(Date.UTC(year, month + by));
  [year, month] = [to.getUTCFullYear(), to.getUTCMonth()];
  show();
}
byId("days-before").onclick = () => numberOf(year, month, 1) > 1 && turn(-1);
byId("days-after").onclick = () => numberOf(year, month + 1, 1) <= today() && turn(1);
watch((key) => key === "record" && !byId("days-view").hidden && show());

function show() {
  const { days, sorts } = known();
  const first = numberOf(year, month, 1);
  const now = today();
  say(byId("days-month"), dateOf(first).toLocaleDateString("en-GB", { month: "long", year: "numeric", timeZone: "UTC" }));
  byId("days-before").setAttribute("aria-disabled", first <= 1);
  byId("days-after").setAttribute("aria-disabled", numberOf(year, month + 1, 1) > now);
  const cells = Array.from({ length: numberOf(year, month + 1, 1) - first }, (_, i) => dayCell(first + i, days[first + i], now));
  const blank = (dateOf(first).getUTCDay() + 6) % 7; // weeks begin on Monday
  const all = [...Array.from({ length: blank }, () => element("td")), ...cells];
  byId("days-weeks").replaceChildren(...Array.from({ length: Math.ceil(all.length / 7) }, (_, i) => element("tr", {}, ...all.slice(7 * i, 7 * i + 7))));
  const streak = streaks();
  byId("days-streak").textContent = `${plural(Object.keys(days).length, "day")} solved. Streak: ${plural(streak.now, "day")}, at most ${streak.most}.`;
  const rows = Object.entries(sorts).sort().map(([sort, { count, total, best }]) =>
    element("tr", {}, element("th", { scope: "row" }, sort.replace(/^(\w+)( torus)? (\d+) (\w+)/, (_, kind, torus, n, level) => `${n}×${n} ${kind}${torus ?? ""}, ${level}`)),
      ...[String(count), best ? sayTime(best) : "–", sayTime(total / count)].map((text) => element("td", {}, text))));
  byId("days-sorts").replaceChildren(...rows);
  byId("days-none").hidden = rows.length > 0;
  const unfinished = load("games", []).filter((/** @type {any} */ game) => game.end === "" && game.at > 0);
  byId("days-open").replaceChildren(...unfinished.map(openItem));
  byId("days-open-none").hidden = unfinished.length > 0;
}

/** @type {(number: number, solved: Record<string, { seconds: number }> | undefined, now: number) => HTMLElement} */ function dayCell(number, solved, now) {
  const date = String(dateOf(number).getUTCDate());
  if (number < 1 || number > now) return element("td", { className: "future" }, date);
  const links = kinds.map((kind) => {
    const done = solved?.[kind];
    const link = element("a", { className: done ? "done" : "", href: addressOf("puzzle", dayAddress(number, kind)) }, done ? "✓" : kind === "regions" ? "▦" : "♛");
    link.setAttribute("aria-label", `#${number}, ${sayDay(number)}, ${kind === "regions" ? "coloured regions" : "queens given"}${done ? `, solved in ${sayTime(done.seconds)}` : ""}`);
    return link;
  });
  return element("td", { className: number === now ? "now" : "" }, element("span", {}, date), element("div", {}, ...links));
}

/** @type {(game: any) => HTMLElement} */ function openItem({ text, day, difficulty, placed }) {
  const kind = text.startsWith("n=") ? "queens" : "regions";
  const link = element("a", { href: addressOf("puzzle", day ? dayAddress(day, kind) : text) }, `${day ? `#${day}, ` : ""}${describe(text, difficulty)}`);
  return element("li", {}, link, ` – ${plural(placed, "queen")} placed`);
}
