// Past puzzles of the days by month, what was solved, statistics, and games to go on with.

import { addressOf } from "./address.js";
import { dateOf, dayAddress, kinds, numberOf, sayDay, today } from "./days.js";
import { byId, element, say } from "./dom.js";
import { t, title } from "./language.js";
import { sayTime } from "./model.js";
import { known, streaks } from "./record.js";
import { describe } from "./say.js";
import { load, watch } from "./store.js";

let [year, month] = [0, 0]; // on the screen

/** @typedef {import("./words.js").Key} Key */

/** @param {string} text */ const capital = (text) => text[0].toLocaleUpperCase(t.language) + text.slice(1);
byId("days-names").append(...Array.from({ length: 7 }, (_, i) => element("th", { scope: "col" }, t.date(new Date(Date.UTC(2026, 5, 1 + i)), { weekday: "short" })))); // from a Monday

export async function open() {
  const now = dateOf(today());
  [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  title(t("view.days"));
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
  say(byId("days-month"), capital(t.date(dateOf(first), { month: "long", year: "numeric" })));
  byId("days-before").setAttribute("aria-disabled", first <= 1);
  byId("days-after").setAttribute("aria-disabled", numberOf(year, month + 1, 1) > now);
  const cells = Array.from({ length: numberOf(year, month + 1, 1) - first }, (_, i) => dayCell(first + i, days[first + i], now));
  const blank = (dateOf(first).getUTCDay() + 6) % 7; // weeks begin on Monday
  const all = [...Array.from({ length: blank }, () => element("td")), ...cells];
  byId("days-weeks").replaceChildren(...Array.from({ length: Math.ceil(all.length / 7) }, (_, i) => element("tr", {}, ...all.slice(7 * i, 7 * i + 7))));
  const streak = streaks();
  byId("days-streak").textContent = `${t("days.solved", { n: Object.keys(days).length })} ${t("days.streak", { n: streak.now, most: streak.most })}`;
  const rows = Object.entries(sorts).sort().map(([sort, { count, total, best }]) =>
    element("tr", {}, element("th", { scope: "row" }, sortName(sort)),
      ...[t.number(count), best ? sayTime(best) : "–", sayTime(total / count)].map((text) => element("td", {}, text))));
  byId("days-sorts").replaceChildren(...rows);
  byId("days-none").hidden = rows.length > 0;
  const unfinished = load("games", []).filter((/** @type {any} */ game) => game.end === "" && game.at > 0);
  byId("days-open").replaceChildren(...unfinished.map(openItem));
  byId("days-open-none").hidden = unfinished.length > 0;
}

/** @param {string} sort as the record has it, such as "queens torus 8 easy" */ function sortName(sort) {
  const words = sort.split(" ");
  const [n, level] = words.slice(-2);
  return t(/** @type {Key} */ (`name.${words[words.length - 3]}`), { n: Number(n), level: t(/** @type {Key} */ (`level.${level}`)) });
}

/** @type {(number: number, solved: Record<string, { seconds: number }> | undefined, now: number) => HTMLElement} */ function dayCell(number, solved, now) {
  const date = String(dateOf(number).getUTCDate());
  if (number < 1 || number > now) return element("td", { className: "future" }, date);
  const links = kinds.map((kind) => {
    const done = solved?.[kind];
    const link = element("a", { className: done ? "done" : "", href: addressOf("puzzle", dayAddress(number, kind)) }, done ? "✓" : kind === "regions" ? "▦" : "♛");
    link.setAttribute("aria-label", t(done ? "days.dayDone" : "days.day", { number, date: sayDay(t, number), kind: t(`kind.${kind}`), time: done && sayTime(done.seconds) }));
    return link;
  });
  return element("td", { className: number === now ? "now" : "" }, element("span", {}, date), element("div", {}, ...links));
}

/** @type {(game: any) => HTMLElement} */ function openItem({ text, day, difficulty, placed }) {
  const kind = text.startsWith("n=") ? "queens" : "regions";
  const name = describe(t, text, difficulty);
  const link = element("a", { href: addressOf("puzzle", day ? dayAddress(day, kind) : text) }, day ? `#${day}, ${name}` : name);
  return element("li", {}, link, ` – ${t("days.placed", { n: placed })}`);
}
