// What the page remembers on this machine, in local storage: options, games and records. This
// is the only module that reads or writes it. Every value is kept with the version of its form
// and checked when it is read; only what does not fit is dropped. Other tabs hear of every
// change.

import { readBoard } from "./model";

const prefix = "queens ";
const version = 2;
const mostGames = 60;

export interface Saved { text: string; difficulty: string; day: number; marks: string; past: string[]; future: string[]; seconds: number; help: number; checks: number; end: string; recorded: boolean; gaveUp: boolean; late: boolean; at: number }
// A form returns a value as it should be, or undefined.
export type Form = (value: any) => any;

const oneOf = (...allowed: any[]): Form => (value) => (allowed.includes(value) ? value : undefined);
const number: Form = (value) => (Number.isFinite(value) && value >= 0 ? value : undefined);
const text: Form = (value) => (typeof value === "string" ? value : undefined);
const flag = oneOf(true, false);
const kind = oneOf("regions", "queens");
const level = oneOf("easy", "medium", "hard", "expert");

const listOf = (form: Form): Form => (value) => (Array.isArray(value) ? value.map(form).filter((each) => each !== undefined) : undefined);

const mapOf = (key: RegExp, form: Form): Form => (value) => {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value).map(([name, each]) => [name, key.test(name) ? form(each) : undefined]);
  return Object.fromEntries(entries.filter(([, each]) => each !== undefined));
};

// shape is the form of an object. A field without a default must fit.
const shape = (fields: Record<string, [Form, any?]>): Form => (value) => {
  if (!isObject(value)) return undefined;
  const made: Record<string, any> = {};
  for (const [name, [form, otherwise]] of Object.entries(fields)) {
    made[name] = form(value[name]) ?? otherwise;
    if (made[name] === undefined) return undefined;
  }
  return made;
};

const isObject = (value: any) => typeof value === "object" && value !== null && !Array.isArray(value);

const game = shape({
  text: [text], difficulty: [level], day: [number, 0], marks: [text], past: [listOf(text), []], future: [listOf(text), []],
  seconds: [number, 0], help: [number, 0], checks: [number, 0], end: [oneOf("", "solved", "given up"), ""], recorded: [flag, false], gaveUp: [flag, false], late: [flag, true], at: [number, 0],
});

const forms: Record<string, Form> = {
  language: text,
  course: listOf(text),
  options: shape({ rules: [flag, true], shade: [flag, false], ruled: [flag, false], letters: [flag, false], time: [flag, true] }),
  wish: shape({ kind: [kind, "regions"], n: [number, 8], torus: [flag, false], difficulty: [level, "easy"] }),
  editor: (value) => {
    const rows = listOf(listOf(number))(value);
    const n = rows?.length;
    return n >= 1 && n <= 20 && rows.every((row: number[]) => row.length === n && row.every((region) => region < n)) ? rows : undefined;
  },
  record: shape({
    days: [mapOf(/^\d+$/, mapOf(/^(regions|queens)$/, shape({ seconds: [number], help: [number, 0], late: [flag, false] }))), {}],
    sorts: [mapOf(/^(regions|queens)( torus)? \d{1,2} (easy|medium|hard|expert)$/, shape({ count: [number], total: [number], best: [number, 0] })), {}],
  }),
  games: listOf(shape({ text: [text], difficulty: [level], day: [number, 0], at: [number, 0], placed: [number, 0], end: [text, ""] })),
  game: (value) => {
    const made = game(value);
    const n = made && readBoard(made.text)?.n;
    const whole = (marks: string) => n && marks.length === n * n && /^[.xq]*$/.test(marks);
    return made && [made.marks, ...made.past, ...made.future].every(whole) ? made : undefined;
  },
};

// pack as it is kept
export const pack = (value: any) => JSON.stringify({ version, value });

export function read(key: string, stored: string | null): any {
  try {
    const kept = JSON.parse(stored ?? "null");
    return kept?.version === version ? forms[key.split(" ")[0]](kept.value) : undefined;
  } catch {
    return undefined;
  }
}

function stored(key: string) {
  try {
    return read(key, localStorage.getItem(prefix + key));
  } catch {
    return undefined; // storage is forbidden
  }
}

export const load = (key: string, otherwise?: any): any => stored(key) ?? forms[key](otherwise ?? {}) ?? otherwise;

let complain = () => {};

// onTrouble sets what is called, once, if nothing can be kept.
export function onTrouble(say: () => void) {
  complain = say;
}

export function save(key: string, value: any) {
  try {
    localStorage.setItem(prefix + key, pack(value));
  } catch {
    complain();
    complain = () => {};
  }
}

// watch calls a function with the key and the new value of each change in another tab.
export function watch(heard: (key: string, value: any) => void) {
  addEventListener("storage", ({ key, newValue }) => {
    const name = key?.startsWith(prefix) ? key.slice(prefix.length) : "";
    const value = forms[name.split(" ")[0]] && read(name, newValue);
    if (value !== undefined) heard(name, value);
  });
}

export function loadGame(text: string): Saved | null {
  const found = stored(`game ${text}`);
  return found?.text === text ? found : null;
}

// saveGame keeps a game, unless another tab has kept a later move. The games have an index,
// with the last one played first.
export function saveGame(saved: Saved, placed: number) {
  const { text, difficulty, day, at, end } = saved;
  if ((loadGame(text)?.at ?? 0) > at) return;
  const games = [{ text, difficulty, day, at, placed, end }, ...load("games", []).filter((each: Saved) => each.text !== text)];
  for (const old of games.splice(mostGames)) localStorage.removeItem(`${prefix}game ${old.text}`);
  save(`game ${text}`, saved);
  save("games", games);
}
