// Past puzzles of the days by month, what was solved, statistics, and games to go on with.

import { addressOf, dayAddress } from "../address";
import { dateOf, numberOf, planOf, sayDay, today } from "../days";
import { able, element, say } from "../dom";
import { onFile, t } from "../language";
import { kinds, levels, sayTime, type Kind } from "../model";
import { addRecord, known, recordFile, streaks } from "../record";
import { describe } from "../say";
import { saveFile } from "../share";
import { load, watch, type Listed, type Solved } from "../store";
import { addView, mount, title, writeAddress } from "../view";
import type { Key } from "../words";
import html from "./days.html";

const parts = mount("days", html, {
  weeks: HTMLElement, names: HTMLElement, before: HTMLButtonElement, after: HTMLButtonElement, save: HTMLButtonElement, fileSays: HTMLElement,
  read: HTMLButtonElement, file: HTMLInputElement, month: HTMLElement, streak: HTMLElement, sorts: HTMLElement, none: HTMLElement, open: HTMLElement,
  openNone: HTMLElement,
});

addView({
  name: "days",
  find(text) {
    const [, ...asked] = /^(\d{4})-(\d{2})$/.exec(text)?.map(Number) ?? [];
    const now = dateOf(today());
    const at = asked.length > 0 ? numberOf(asked[0], asked[1] - 1, 1) : 0;
    return at >= 1 && at <= today() ? dateOf(at) : new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  },
  show(found: Date) {
    month = found;
    show();
  },
});

let month = dateOf(1); // on the screen: its first day
let stop = ""; // the address of the link that is the tab stop of the month
const weeks = parts.weeks;

const capital = (text: string) => text[0].toLocaleUpperCase(t.language) + text.slice(1);
const monday = Date.UTC(2026, 5, 1);
for (let i = 0; i < 7; i++) parts.names.append(element("th", { scope: "col" }, t.date(new Date(monday + i * 86_400_000), { weekday: "short" })));

const monthAfter = (by: number) => new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + by));
const firstOf = (date: Date) => numberOf(date.getUTCFullYear(), date.getUTCMonth(), 1);

// turn shows another month, and keeps it in the address.
function turn(by: number) {
  month = monthAfter(by);
  writeAddress("days", month.toISOString().slice(0, 7));
  show();
}
parts.before.onclick = () => firstOf(month) > 1 && turn(-1);
parts.after.onclick = () => firstOf(monthAfter(1)) <= today() && turn(1);

parts.save.onclick = () =>
  saveFile(recordFile(), "application/json", `queens-${dateOf(today()).toISOString().slice(0, 10)}.json`, parts.fileSays, "days.saved");
parts.read.onclick = () => parts.file.click();
onFile(parts.file, "record", async (file) => {
  addRecord(await file.text());
  show();
  say(parts.fileSays, t("days.read", { file: file.name }));
});
watch("record", () => weeks.checkVisibility() && show());

function show() {
  const { days, sorts } = known();
  const first = firstOf(month);
  const after = firstOf(monthAfter(1));
  const now = today();
  const name = capital(t.date(month, { month: "long", year: "numeric" }));
  title(name);
  say(parts.month, name);
  able(parts.before, first > 1);
  able(parts.after, after <= now);
  const unfinished = load("games").filter((game) => game.end === "" && game.at > 0);
  const begun = new Set(unfinished.map(addressOfGame));
  const cells = Array.from({ length: after - first }, (_, i) => dayCell(first + i, days[first + i], now, begun));
  const blank = (month.getUTCDay() + 6) % 7; // weeks begin on Monday
  const all = [...Array.from({ length: blank }, () => element("td")), ...cells];
  weeks.replaceChildren(...Array.from({ length: Math.ceil(all.length / 7) }, (_, i) => element("tr", {}, ...all.slice(7 * i, 7 * i + 7))));
  const links = [...weeks.querySelectorAll("a")];
  moveTo(links.find((link) => link.hash === stop) ?? weeks.querySelector<HTMLAnchorElement>(".now a") ?? links[0]);
  const streak = streaks();
  parts.streak.textContent = `${t("days.solved", { n: Object.keys(days).length })} ${t("days.streak", { n: streak.now, most: streak.most })}`;
  const rows = Object.entries(sorts).sort().map(([sort, { count, total, best }]) =>
    element("tr", {}, element("th", { scope: "row" }, sortName(sort)),
      ...[t.number(count), best ? sayTime(best) : "–", sayTime(total / count)].map((text) => element("td", {}, text))));
  parts.sorts.replaceChildren(...rows);
  parts.none.hidden = rows.length > 0;
  parts.open.replaceChildren(...unfinished.map(openItem));
  parts.openNone.hidden = unfinished.length > 0;
}

// moveTo makes a link the only tab stop of the month.
function moveTo(link: HTMLAnchorElement) {
  for (const each of weeks.querySelectorAll("a")) each.tabIndex = each === link ? 0 : -1;
  stop = link.hash;
}
weeks.addEventListener("focusin", ({ target }) => target instanceof HTMLAnchorElement && moveTo(target));
weeks.addEventListener("keydown", (event) => {
  const { target, key, ctrlKey, altKey, metaKey } = event;
  if (altKey || metaKey || !(target instanceof HTMLAnchorElement)) return;
  const links = [...weeks.querySelectorAll("a")]; // two a day
  const row = ctrlKey ? links : [...(target.closest("tr")?.querySelectorAll("a") ?? [])];
  const at = (by: number) => links[links.indexOf(target) + by];
  const moves: Record<string, HTMLAnchorElement | undefined> =
    { ArrowLeft: at(-1), ArrowRight: at(1), ArrowUp: at(-14), ArrowDown: at(14), Home: row[0], End: row.at(-1) };
  if (!moves[key]) return;
  event.preventDefault();
  moves[key].focus();
});

// sortName names a sort of the record, such as "queens torus 8 easy".
function sortName(sort: string) {
  const words = sort.split(" ");
  const [n, level] = words.slice(-2);
  return t(`name.${words[words.length - 3]}` as Key, { n: Number(n), level: t(`level.${level}` as Key) });
}

function dayCell(number: number, solved: Partial<Record<Kind, Solved>> | undefined, now: number, begun: Set<string>): HTMLElement {
  const date = String(dateOf(number).getUTCDate());
  if (number < 1 || number > now) return element("td", { className: "future" }, date);
  const { n, level } = planOf(number);
  const links = kinds.map((kind) => {
    const done = solved?.[kind];
    const href = addressOf("puzzle", dayAddress(number, kind));
    const [className, sign, key] = done ? ["done", ...(done.late ? ["✓", "days.dayLate"] : ["★", "days.dayDone"])] : begun.has(href) ? ["begun", "◐", "days.dayBegun"] : ["", kind === "regions" ? "▦" : "♛", "days.day"];
    const link = element("a", { className, href }, sign);
    const name = t(`name.${kind}`, { n, level: t(`level.${level}`) });
    link.setAttribute("aria-label", t(key as Key, { number, date: sayDay(t, number), name, time: done && sayTime(done.seconds) }));
    return link;
  });
  const plan = element("small", { "aria-hidden": "true" }, `${n}×${n}`, element("wbr"), element("span", {}, "•".repeat(levels.indexOf(level) + 1)));
  return element("td", { className: number === now ? "now" : "" }, element("span", {}, date), plan, element("div", {}, ...links));
}

const addressOfGame = ({ text, day }: Listed) => addressOf("puzzle", day ? dayAddress(day, text.startsWith("n=") ? "queens" : "regions") : text);

function openItem(game: Listed): HTMLElement {
  const { text, day, difficulty, placed } = game;
  const name = describe(t, text, difficulty);
  const link = element("a", { href: addressOfGame(game) }, day ? `#${day}, ${name}` : name);
  return element("li", {}, link, ` – ${t("days.placed", { n: placed })}`);
}
