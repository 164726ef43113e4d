// What the page remembers on this machine, in local storage: options, games and records. This
// is the only module that reads or writes it. Every value is kept with the version of its form
// and checked when it is read. A part that does not fit is dropped; of a whole that cannot be read a
// copy stays, and the page says so. What cannot be kept, for lack of room or because storage is forbidden,
// lasts as long as the page. Other tabs hear of every change.

import type { Difficulty, PuzzleRequest } from "./api";
import { kinds, levels, readBoard, type Kind } from "./model";
import type { Key } from "./words";

const prefix = "queens ";
const version = 2;
const mostGames = 60;

// Saved is a game as it is kept.
export interface Saved {
  text: string;
  difficulty: Difficulty;
  day: number; // or 0
  marks: string;
  past: string[];
  future: string[];
  seconds: number;
  help: number; // hints and checks
  checks: number;
  trial: string; // the marks where a trial began, or ""
  end: "" | "solved" | "given up";
  recorded: boolean;
  gaveUp: boolean;
  late: boolean; // it was begun after its day
  at: number; // the time of the last move
}

export type Listed = Pick<Saved, "text" | "difficulty" | "day" | "at" | "end"> & { placed: number };
export interface Options { rules: boolean; shade: boolean; ruled: boolean; letters: boolean; time: boolean }
export type Wanted = Omit<PuzzleRequest, "seed">;
export interface Solved { seconds: number; help: number; late: boolean }
export interface Sort { count: number; total: number; best: number }
export interface Known { days: Record<string, Partial<Record<Kind, Solved>>>; sorts: Record<string, Sort> }

// A Form returns a value as it should be, or undefined.
type Form<T> = (value: unknown) => T | undefined;

const oneOf = <T>(...allowed: T[]): Form<T> => (value) => allowed.find((each) => each === value);
const number: Form<number> = (value) => (Number.isFinite(value) && (value as number) >= 0 ? (value as number) : undefined);
const text: Form<string> = (value) => (typeof value === "string" ? value : undefined);
const flag = oneOf(true, false);
const kind = oneOf(...kinds);
const level = oneOf(...levels);
const end = oneOf<Saved["end"]>("", "solved", "given up");
const isKnown = <T>(value: T | undefined): value is T => value !== undefined;

const listOf = <T>(form: Form<T>): Form<T[]> => (value) => (Array.isArray(value) ? value.map(form).filter(isKnown) : undefined);

const mapOf = <T>(key: RegExp, form: Form<T>): Form<Record<string, T>> => (value) => {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value).map(([name, each]) => [name, key.test(name) ? form(each) : undefined]);
  return Object.fromEntries(entries.filter(([, each]) => each !== undefined));
};

// shape is the form of an object. A field without a default must fit. Each value has a default of its own.
const shape = <T extends object>(fields: { [K in keyof T]: [Form<T[K]>, T[K]?] }): Form<T> => (value) => {
  if (!isObject(value)) return undefined;
  const made: Partial<T> = {};
  for (const name of Object.keys(fields) as (keyof T & string)[]) {
    const [form, otherwise] = fields[name];
    made[name] = form(value[name]) ?? structuredClone(otherwise);
    if (made[name] === undefined) return undefined;
  }
  return made as T;
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

const game = shape<Saved>({
  text: [text], difficulty: [level], day: [number, 0], marks: [text], past: [listOf(text), []], future: [listOf(text), []], seconds: [number, 0],
  help: [number, 0], checks: [number, 0], trial: [text, ""], end: [end, ""], recorded: [flag, false], gaveUp: [flag, false], late: [flag, true], at: [number, 0],
});

const solved = shape<Solved>({ seconds: [number], help: [number, 0], late: [flag, false] });

const forms = {
  language: text,
  course: listOf(text),
  options: shape<Options>({ rules: [flag, true], shade: [flag, false], ruled: [flag, false], letters: [flag, false], time: [flag, true] }),
  wish: shape<Wanted>({ kind: [kind, "regions"], n: [number, 8], torus: [flag, false], difficulty: [level, "easy"] }),
  editor: (value: unknown) => {
    const rows = listOf(listOf(number))(value) ?? [];
    const n = rows.length;
    return n >= 1 && n <= MOST_ROWS && rows.every((row) => row.length === n && row.every((region) => region < n)) ? rows : undefined;
  },
  record: shape<Known>({
    days: [mapOf(/^\d+$/, mapOf(/^(regions|queens)$/, solved)), {}],
    sorts: [mapOf(/^(regions|queens)( torus)? \d{1,2} (easy|medium|hard|expert)$/, shape<Sort>({ count: [number], total: [number], best: [number, 0] })), {}],
  }),
  games: listOf(shape<Listed>({ text: [text], difficulty: [level], day: [number, 0], at: [number, 0], placed: [number, 0], end: [end, ""] })),
  game: (value: unknown) => {
    const made = game(value);
    const n = made && readBoard(made.text)?.n;
    const whole = (marks: string) => n && marks.length === n * n && /^[.xq]*$/.test(marks);
    return made && [made.marks, made.trial || made.marks, ...made.past, ...made.future].every(whole) ? made : undefined;
  },
};

type Name = keyof typeof forms;
type Value<K extends Name> = NonNullable<ReturnType<(typeof forms)[K]>>;

// pack returns a value as it is kept.
export const pack = (value: unknown) => JSON.stringify({ version, value });

// read returns the value that is kept under a name, if it is as it should be.
export function read<K extends Name>(name: K, stored: string | null): Value<K> | undefined {
  try {
    const kept = JSON.parse(stored ?? "null");
    return kept?.version === version ? (forms[name](kept.value) as Value<K>) : undefined;
  } catch {
    return undefined;
  }
}

// The texts of values that could not be kept, by their keys.
const unkept = new Map<string, string>();

function textOf(key: string): string | null {
  try {
    return unkept.get(key) ?? localStorage.getItem(prefix + key);
  } catch {
    return null; // storage is forbidden
  }
}

// stored returns what is kept under a key, which begins with a name.
function stored<K extends Name>(name: K, key: string, text = textOf(key)): Value<K> | undefined {
  const value = read(name, text);
  if (text !== null && value === undefined) {
    report("page.unreadable", `${prefix}unreadable ${key}`);
    write(`unreadable ${key}`, text);
  }
  return value;
}

// Values by their names, and the texts that they were parsed from or written as. They are shared, so
// nobody may change one.
const parsed = new Map<Name, { text: string | null; value: unknown }>();

// load returns what is kept, or else what there is at the beginning: defaults, an empty list, or nothing.
export function load<K extends "language" | "editor">(name: K): Value<K> | undefined;
export function load<K extends Name>(name: K): Value<K>;
export function load<K extends Name>(name: K) {
  const text = textOf(name);
  if (parsed.get(name)?.text !== text || !parsed.has(name)) parsed.set(name, { text, value: stored(name, name, text) ?? forms[name]({}) ?? forms[name]([]) });
  return parsed.get(name)?.value;
}

// A Trouble is a key of the catalogues, and the key of what it is about in storage.
type Hear = (trouble: Key, key: string) => void;

const troubles = new Map<string, Parameters<Hear>>();
let hear: Hear = () => {};

// onTrouble sets what is told, once each, of values that can neither be kept nor read.
export function onTrouble(hears: Hear) {
  hear = hears;
  for (const trouble of troubles.values()) hear(...trouble);
}

function report(trouble: Key, key: string) {
  if (troubles.has(trouble + key)) return;
  troubles.set(trouble + key, [trouble, key]);
  hear(trouble, key);
}

export function save<K extends Name>(name: K, value: Value<K>) {
  parsed.set(name, { text: write(name, pack(value)), value });
}

function write(key: string, text: string): string {
  try {
    keep(key, text);
    unkept.delete(key);
  } catch {
    unkept.set(key, text);
    report("page.full", "");
  }
  return text;
}

// keep stores a text. If there is no room for it, other games make way, the one that was played longest ago first.
function keep(key: string, text: string): void {
  try {
    localStorage.setItem(prefix + key, text);
  } catch (error) {
    const games = load("games");
    const old = (error as Error).name === "QuotaExceededError" && games.findLast((each) => key !== `game ${each.text}`);
    if (!old) throw error;
    forget(old.text);
    localStorage.setItem(`${prefix}games`, pack(games.filter((each) => each !== old)));
    keep(key, text);
  }
}

function forget(text: string) {
  unkept.delete(`game ${text}`);
  try {
    localStorage.removeItem(`${prefix}game ${text}`);
  } catch {
    // storage is forbidden, so it has no game
  }
}

// watch calls a function when another tab has changed something of a name.
export function watch<K extends Name>(name: K, heard: (value: Value<K>) => void) {
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== prefix + name && !key?.startsWith(`${prefix}${name} `)) return;
    unkept.delete(key.slice(prefix.length));
    const value = read(name, newValue);
    if (value !== undefined) heard(value);
  });
}

export function loadGame(text: string): Saved | undefined {
  const found = stored("game", `game ${text}`);
  return found?.text === text ? found : undefined;
}

// saveGame keeps a game, unless another tab has kept a later move. The games have an index,
// with the last one played first.
export function saveGame(saved: Saved, placed: number) {
  const { text, difficulty, day, at, end } = saved;
  if ((loadGame(text)?.at ?? 0) > at) return;
  write(`game ${text}`, pack(saved));
  const games = [{ text, difficulty, day, at, placed, end }, ...load("games").filter((each) => each.text !== text)];
  for (const old of games.splice(mostGames)) forget(old.text);
  save("games", games);
}
