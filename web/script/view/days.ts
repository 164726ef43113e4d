// Past puzzles of the days by month, what was solved, statistics, and games to go on with.

import { dateOf, dayAddress, numberOf, puzzleOf, sayDay, sortOf, today } from "../days";
import { able, byId, element, say } from "../dom";
import { onFile, t } from "../language";
import { kinds, levels, sayTime, type Kind } from "../model";
import { addRecord, known, recordFile, streaks } from "../record";
import { describe } from "../say";
import { saveFile } from "../share";
import { load, watch, type Listed, type Solved } from "../store";
import { addressOf, addView, title, writeAddress } from "../view";
import type { Key } from "../words";
import html from "./days.html";

addView({
  name: "days", html, slash: true,
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
const weeks = byId("days-weeks");

const capital = (text: string) => text[0].toLocaleUpperCase(t.language) + text.slice(1);
const monday = Date.UTC(2026, 5, 1);
for (let i = 0; i < 7; i++) byId("days-names").append(element("th", { scope: "col" }, t.date(new Date(monday + i * 86_400_000), { weekday: "short" })));

const monthAfter = (by: number) => new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + by));
const firstOf = (date: Date) => numberOf(date.getUTCFullYear(), date.getUTCMonth(), 1);

// turn shows another month, and keeps it in the address.
function turn(by: number) {
  month = monthAfter(by);
  writeAddress("days", month.toISOString().slice(0, 7));
  show();
}
byId("days-before").onclick = () => firstOf(month) > 1 && turn(-1);
byId("days-after").onclick = () => firstOf(monthAfter(1)) <= today() && turn(1);

byId("days-save").onclick = () =>
  saveFile(recordFile(), "application/json", `queens-${dateOf(today()).toISOString().slice(0, 10)}.json`, byId("days-file-says"), "days.saved");
byId("days-read").onclick = () => byId("days-file").click();
onFile(byId("days-file"), "record", async (file) => {
  addRecord(await file.text());
  show();
  say(byId("days-file-says"), t("days.read", { file: file.name }));
});
watch("record", () => weeks.checkVisibility() && show());

function show() {
  const { days, sorts } = known();
  const first = firstOf(month);
  const after = firstOf(monthAfter(1));
  const now = today();
  const name = capital(t.date(month, { month: "long", year: "numeric" }));
  title(name);
  say(byId("days-month"), name);
  able(byId("days-before"), first > 1);
  able(byId("days-after"), after <= now);
  const unfinished = load("games").filter((game) => game.end === "" && game.at > 0);
  const begun = new Set(unfinished.map(addressOfGame));
  const cells = Array.from({ length: after - first }, (_, i) => dayCell(first + i, days[first + i], now, begun));
  const blank = (month.getUTCDay() + 6) % 7; // weeks begin on Monday
  const all = [...Array.from({ length: blank }, () => element("td")), ...cells];
  weeks.replaceChildren(...Array.from({ length: Math.ceil(all.length / 7) }, (_, i) => element("tr", {}, ...all.slice(7 * i, 7 * i + 7))));
  const links = [...weeks.querySelectorAll("a")];
  moveTo(links.find((link) => link.hash === stop) ?? weeks.querySelector<HTMLAnchorElement>(".now a") ?? links[0]);
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
  const { n, level } = sortOf(number);
  const links = kinds.map((kind) => {
    const done = solved?.[kind];
    const href = addressOf("puzzle", dayAddress(number, kind));
    const [className, sign, key] = done ? ["done", "✓", "days.dayDone"] : begun.has(href) ? ["begun", "◐", "days.dayBegun"] : ["", kind === "regions" ? "▦" : "♛", "days.day"];
    const link = element("a", { className, href }, sign);
    const name = t(`name.${kind}`, { n, level: t(`level.${level}`) });
    link.setAttribute("aria-label", t(key as Key, { number, date: sayDay(t, number), name, time: done && sayTime(done.seconds) }));
    puzzleOf(number, kind).then(({ score }) => {
      link.ariaLabel += `, ${t("days.score", { score })}`;
      link.append(element("small", {}, ` ${score}`));
    }).catch(() => {}); // it stays without
    return link;
  });
  const sort = element("small", { "aria-hidden": "true" }, `${n}×${n}`, element("wbr"), element("span", {}, "•".repeat(levels.indexOf(level) + 1)));
  return element("td", { className: number === now ? "now" : "" }, element("span", {}, date), sort, element("div", {}, ...links));
}

const addressOfGame = ({ text, day }: Listed) => addressOf("puzzle", day ? dayAddress(day, text.startsWith("n=") ? "queens" : "regions") : text);

function openItem(game: Listed): HTMLElement {
  const { text, day, difficulty, placed } = game;
  const name = describe(t, text, difficulty);
  const link = element("a", { href: addressOfGame(game) }, day ? `#${day}, ${name}` : name);
  return element("li", {}, link, ` – ${t("days.placed", { n: placed })}`);
}
