// Past puzzles of the days by month, what was solved, statistics, and games to go on with.

import { addressOf } from "./address";
import { dateOf, dayAddress, kinds, levels, numberOf, sayDay, sortOf, today } from "./days";
import { byId, element, say } from "./dom";
import { onFile, t, title } from "./language";
import { sayTime } from "./model";
import { addRecord, known, recordFile, streaks } from "./record";
import { describe } from "./say";
import { saveFile } from "./share";
import { load, watch } from "./store";
import type { Key } from "./words";

let [year, month] = [0, 0]; // on the screen
let stop = ""; // the address of the link that is the tab stop of the month
const weeks = byId("days-weeks");

const capital = (text: string) => text[0].toLocaleUpperCase(t.language) + text.slice(1);
byId("days-names").append(...Array.from({ length: 7 }, (_, i) => element("th", { scope: "col" }, t.date(new Date(Date.UTC(2026, 5, 1 + i)), { weekday: "short" })))); // from a Monday

export async function open() {
  const now = dateOf(today());
  [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  title(t("view.days"));
  show();
}

export const leave = () => {};

function turn(by: number) {
  const to = new Date(Date.UTC(year, month + by));
  [year, month] = [to.getUTCFullYear(), to.getUTCMonth()];
  show();
}
byId("days-before").onclick = () => numberOf(year, month, 1) > 1 && turn(-1);
byId("days-after").onclick = () => numberOf(year, month + 1, 1) <= today() && turn(1);

byId("days-save").onclick = () => saveFile(recordFile(), "application/json", `queens-${dateOf(today()).toISOString().slice(0, 10)}.json`, byId("days-file-says"), "days.saved");
byId("days-read").onclick = () => byId("days-file").click();
onFile("days-file", "record", async (file) => {
  addRecord(await file.text());
  show();
  say(byId("days-file-says"), t("days.read", { file: file.name }));
});
watch((key) => key === "record" && !byId("days-view").hidden && show());

function show() {
  const { days, sorts } = known();
  const first = numberOf(year, month, 1);
  const now = today();
  say(byId("days-month"), capital(t.date(dateOf(first), { month: "long", year: "numeric" })));
  byId("days-before").setAttribute("aria-disabled", first <= 1);
  byId("days-after").setAttribute("aria-disabled", numberOf(year, month + 1, 1) > now);
  const unfinished = load("games", []).filter((game: any) => game.end === "" && game.at > 0);
  const begun = new Set<string>(unfinished.map(addressOfGame));
  const cells = Array.from({ length: numberOf(year, month + 1, 1) - first }, (_, i) => dayCell(first + i, days[first + i], now, begun));
  const blank = (dateOf(first).getUTCDay() + 6) % 7; // weeks begin on Monday
  const all = [...Array.from({ length: blank }, () => element("td")), ...cells];
  weeks.replaceChildren(...Array.from({ length: Math.ceil(all.length / 7) }, (_, i) => element("tr", {}, ...all.slice(7 * i, 7 * i + 7))));
  const links = [...weeks.querySelectorAll("a")] as HTMLAnchorElement[];
  moveTo(links.find((link) => link.hash === stop) ?? weeks.querySelector(".now a") ?? links[0]);
  const streak = streaks();
  byId("days-streak").textContent = `${t("days.solved", { n: Object.keys(days).length })} ${t("days.streak", { n: streak.now, most: streak.most })}`;
  const rows = Object.entries(sorts).sort().map(([sort, { count, total, best }]) =>
    element("tr", {}, element("th", { scope: "row" }, sortName(sort)),
      ...[t.number(count), best ? sayTime(best) : "–", sayTime(total / count)].map((text) => element("td", {}, text))));
  byId("days-sorts").replaceChildren(...rows);
  byId("days-none").hidden = rows.length > 0;
  byId("days-open").replaceChildren(...unfinished.map(openItem));
  byId("days-open-none").hidden = unfinished.length > 0;
}

// moveTo makes a link the only tab stop of the month.
function moveTo(link: any) {
  for (const each of weeks.querySelectorAll("a")) each.tabIndex = each === link ? 0 : -1;
  stop = link?.hash ?? "";
}
weeks.addEventListener("focusin", ({ target }: any) => moveTo(target));
weeks.addEventListener("keydown", (event: any) => {
  const { target, key, ctrlKey, altKey, metaKey } = event;
  if (altKey || metaKey) return;
  const links = [...weeks.querySelectorAll("a")]; // two a day
  const row = ctrlKey ? links : [...target.closest("tr").querySelectorAll("a")];
  const at = (by: number) => links[links.indexOf(target) + by];
  const moves: Record<string, any> = { ArrowLeft: at(-1), ArrowRight: at(1), ArrowUp: at(-14), ArrowDown: at(14), Home: row[0], End: row.at(-1) };
  if (!moves[key]) return;
  event.preventDefault();
  moves[key].focus();
});

// sortName names a sort of the record, such as "queens torus 8 easy".
function sortName(sort: string) {
  const words = sort.split(" ");
  const [n, level] = words.slice(-2);
  return t((`name.${words[words.length - 3]}` as Key), { n: Number(n), level: t(`level.${level}` as Key) });
}

function dayCell(number: number, solved: Record<string, { seconds: number }> | undefined, now: number, begun: Set<string>): HTMLElement {
  const date = String(dateOf(number).getUTCDate());
  if (number < 1 || number > now) return element("td", { className: "future" }, date);
  const { n, level } = sortOf(number);
  const links = kinds.map((kind) => {
    const done = solved?.[kind];
    const href = addressOf("puzzle", dayAddress(number, kind));
    const [className, sign, key] = done ? ["done", "✓", "days.dayDone"] : begun.has(href) ? ["begun", "◐", "days.dayBegun"] : ["", kind === "regions" ? "▦" : "♛", "days.day"];
    const link = element("a", { className, href }, sign);
    const name = t(`name.${kind}`, { n, level: t(`level.${level}`) });
    link.setAttribute("aria-label", t((key as Key), { number, date: sayDay(t, number), name, time: done && sayTime(done.seconds) }));
    return link;
  });
  const sort = element("small", { "aria-hidden": "true" }, `${n}×${n}`, element("wbr"), element("span", {}, "•".repeat(levels.indexOf(level) + 1)));
  return element("td", { className: number === now ? "now" : "" }, element("span", {}, date), sort, element("div", {}, ...links));
}

const kindOf = ({ text }: any) => (text.startsWith("n=") ? "queens" : "regions");
const addressOfGame = (game: any) => addressOf("puzzle", game.day ? dayAddress(game.day, kindOf(game)) : game.text);

function openItem(game: any): HTMLElement {
  const { text, day, difficulty, placed } = game;
  const name = describe(t, text, difficulty);
  const link = element("a", { href: addressOfGame(game) }, day ? `#${day}, ${name}` : name);
  return element("li", {}, link, ` – ${t("days.placed", { n: placed })}`);
}
