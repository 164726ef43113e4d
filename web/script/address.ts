// The addresses of the page: what follows "#". This module alone knows how they are written.
//
//   nothing, day                 today's puzzle
//   day/328, day/328/queens      a puzzle of another day
//   puzzle BOARD                 any other puzzle
//   days/2026-10                 a month
//   learn/set2/3                 the third board of a lesson
//   BOARD                        a board to try
//   solutions BOARD number=60 fundamental
//
// A view has a name, then a text, which is mostly that of a board as the library writes it, and
// options: words, or words with a value.

import { countOf, kinds, type Kind } from "./model";
import { Fault } from "./words";

// The options of each view.
const grammar = {
  puzzle: [], days: [], learn: [], editor: [], board: [], teachers: [], plan: [],
  search: ["step"],
  solutions: ["number", "fundamental", "image"],
  sheets: ["kind", "count", "from", "rows", "level", "seed", "on", "colour", "answers"],
  set: ["kind", "count", "from", "rows", "level", "seed", "at"],
} satisfies Record<string, string[]>;

export type ViewName = keyof typeof grammar;
export type Options = Record<string, string | number | boolean>; // false, 0 and "" are as none

const withSlash: ViewName[] = ["days", "learn"];
const isView = (name: string): name is ViewName => Object.hasOwn(grammar, name);

export function addressOf(view: ViewName, text = "", options: Options = {}): string {
  if (view === "puzzle" && /^(day|$)/.test(text)) return `#${text}`;
  if (withSlash.includes(view)) return `#${view}${text && "/"}${text}`;
  const words = Object.entries(options).map(([name, value]) => value && (value === true ? name : `${name}=${value}`));
  return `#${encodeURI([view !== "board" && view, text, ...words].filter(Boolean).join(" "))}`;
}

// readAddress reads an address in any form that a reader may type.
export function readAddress(address: string): { view: ViewName; text: string; options: Record<string, string> } {
  let text = address.replace("#", "");
  try {
    text = decodeURIComponent(text);
  } catch {
    // It is not encoded, so take it as it is.
  }
  text = text.trim();
  if (/^(day\/.*|day)?$/.test(text)) return { view: "puzzle", text, options: {} };
  const [, name, rest = ""] = /^(\w+)(?:[\s/]+(.*))?$/s.exec(text) ?? [];
  const view = isView(name) ? name : "board";
  const known: string[] = grammar[view];
  const options: Record<string, string> = {};
  const others = (isView(name) ? rest : text).replace(/(?<!\S)(\w+)(?:=(\S*))?(?!\S) */g, (word, option, value = "true") => {
    if (!known.includes(option)) return word;
    options[option] = value;
    return "";
  });
  return { view, text: others.trim(), options };
}

export const dayAddress = (number: number, kind: Kind): string => `day/${number}${kind === "queens" ? "/queens" : ""}`;

// readDay returns which puzzle of a day a text names, today's if it has no number, or null if it names
// another puzzle.
export function readDay(text: string): { day?: number; kind: Kind } | null {
  const [word, number, name] = text.split("/");
  if (text !== "" && word !== "day") return null;
  const kind = kinds.find((each) => each === (name || "regions"));
  if (!kind) throw new Fault("kind", { kind: name });
  const day = number ? countOf(number, 6) : undefined;
  if (day === 0) throw new Fault("number", { number });
  return { day, kind };
}
