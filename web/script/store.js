// What the page remembers on this machine, in local storage: options, games and records. This
// is the only module that reads or writes it. Every value is kept with the version of its form
// and checked when it is read; only what does not fit is dropped. Other tabs hear of every
// change.

import { readBoard } from "./model.js";

const prefix = "queens ";
const version = 2;
const mostGames = 60;

/** @typedef {{ text: string, difficulty: string, day: number, marks: string, past: string[], future: string[], seconds: number, help: number, checks: number, end: string, recorded: boolean, gaveUp: boolean, late: boolean, at: number }} Saved */

// A form returns a value as it should be, or undefined.
/** @typedef {(value: any) => any} Form */

/** @type {(...allowed: any[]) => Form} */ const oneOf = (...allowed) => (value) => (allowed.includes(value) ? value : undefined);
/** @type {Form} */ const number = (value) => (Number.isFinite(value) && value >= 0 ? value : undefined);
/** @type {Form} */ const text = (value) => (typeof value === "string" ? value : undefined);
const flag = oneOf(true, false);
const kind = oneOf("regions", "queens");
const level = oneOf("easy", "medium", "hard", "expert");

/** @type {(form: Form) => Form} */
const listOf = (form) => (value) => (Array.isArray(value) ? value.map(form).filter((each) => each !== undefined) : undefined);

/** @type {(key: RegExp, form: Form) => Form} */ const mapOf = (key, form) => (value) => {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value).map(([name, each]) => [name, key.test(name) ? form(each) : undefined]);
  return Object.fromEntries(entries.filter(([, each]) => each !== undefined));
};

// shape is the form of an object. A field without a default must fit.
/** @type {(fields: Record<string, [Form, any?]>) => Form} */ const shape = (fields) => (value) => {
  if (!isObject(value)) return undefined;
  /** @type {Record<string, any>} */ const made = {};
  for (const [name, [form, otherwise]] of Object.entries(fields)) {
    made[name] = form(value[name]) ?? otherwise;
    if (made[name] === undefined) return undefined;
  }
  return made;
};

const isObject = (/** @type {any} */ value) => typeof value === "object" && value !== null && !Array.isArray(value);

const game = shape({
  text: [text], difficulty: [level], day: [number, 0], marks: [text], past: [listOf(text), []], future: [listOf(text), []],
  seconds: [number, 0], help: [number, 0], checks: [number, 0], end: [oneOf("", "solved", "given up"), ""], recorded: [flag, false], gaveUp: [flag, false], late: [flag, true], at: [number, 0],
});

/** @type {Record<string, Form>} */ const forms = {
  language: text,
  course: listOf(text),
  options: shape({ rules: [flag, true], shade: [flag, false], ruled: [flag, false], letters: [flag, false], time: [flag, true] }),
  wish: shape({ kind: [kind, "regions"], n: [number, 8], torus: [flag, false], difficulty: [level, "easy"] }),
  editor: (value) => {
    const rows = listOf(listOf(number))(value);
    const n = rows?.length;
    return n >= 1 && n <= 20 && rows.every((/** @type {number[]} */ row) => row.length === n && row.every((region) => region < n)) ? rows : undefined;
  },
  record: shape({
    days: [mapOf(/^\d+$/, mapOf(/^(regions|queens)$/, shape({ seconds: [number], help: [number, 0], late: [flag, false] }))), {}],
    sorts: [mapOf(/^(regions|queens)( torus)? \d{1,2} (easy|medium|hard|expert)$/, shape({ count: [number], total: [number], best: [number, 0] })), {}],
  }),
  games: listOf(shape({ text: [text], difficulty: [level], day: [number, 0], at: [number, 0], placed: [number, 0], end: [text, ""] })),
  game: (value) => {
    const made = game(value);
    const n = made && readBoard(made.text)?.n;
    const whole = (/** @type {string} */ marks) => n && marks.length === n * n && /^[.xq]*$/.test(marks);
    return made && [made.marks, ...made.past, ...made.future].every(whole) ? made : undefined;
  },
};

/** @param {any} value as it is kept */ export const pack = (value) => JSON.stringify({ version, value });

/** @type {(key: string, stored: string | null) => any} */ export function read(key, stored) {
  try {
    const kept = JSON.parse(stored ?? "null");
    return kept?.version === version ? forms[key.split(" ")[0]](kept.value) : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} key */ function stored(key) {
  try {
    return read(key, localStorage.getItem(prefix + key));
  } catch {
    return undefined; // storage is forbidden
  }
}

/** @type {(key: string, otherwise?: any) => any} */ export const load = (key, otherwise) => stored(key) ?? forms[key](otherwise ?? {}) ?? otherwise;

let complain = () => {};

// onTrouble sets what is called, once, if nothing can be kept.
/** @param {() => void} say */ export function onTrouble(say) {
  complain = say;
}

/** @type {(key: string, value: any) => void} */ export function save(key, value) {
  try {
    localStorage.setItem(prefix + key, pack(value));
  } catch {
    complain();
    complain = () => {};
  }
}

// watch calls a function with the key and the new value of each change in another tab.
/** @type {(heard: (key: string, value: any) => void) => void} */ export function watch(heard) {
  addEventListener("storage", ({ key, newValue }) => {
    const name = key?.startsWith(prefix) ? key.slice(prefix.length) : "";
    const value = forms[name.split(" ")[0]] && read(name, newValue);
    if (value !== undefined) heard(name, value);
  });
}

/** @type {(text: string) => Saved | null} */ export function loadGame(text) {
  const found = stored(`game ${text}`);
  return found?.text === text ? found : null;
}

// saveGame keeps a game, unless another tab has kept a later move. The games have an index,
// with the last one played first.
/** @type {(saved: Saved, placed: number) => void} */ export function saveGame(saved, placed) {
  const { text, difficulty, day, at, end } = saved;
  if ((loadGame(text)?.at ?? 0) > at) return;
  const games = [{ text, difficulty, day, at, placed, end }, ...load("games", []).filter((/** @type {Saved} */ each) => each.text !== text)];
  for (const old of games.splice(mostGames)) localStorage.removeItem(`${prefix}game ${old.text}`);
  save(`game ${text}`, saved);
  save("games", games);
}
