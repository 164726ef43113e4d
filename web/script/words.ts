// What the page says, in the reader's language: the texts of a catalogue in words/, filled in.
// English is always there, for those whose catalogue cannot be fetched.
//
// A text has values in braces: {n} is a number as the language writes it, {squares} a list
// joined by "and", {squares:or} one joined by "or". {Units} is {units} with a capital letter.
// A text with several forms has them by the plural categories of the number n.

import all from "./words/en.json"; // as it is bundled, what a player needs
import type { Difficulty } from "./api";
import { element } from "./dom";
import { fileOf, once } from "./files";

export type Key = keyof typeof all;
export type Values = Record<string, unknown>;
type Texts = Record<string, string | Record<string, string>>;

// The English texts, to which more-words.ts adds those that a player does not need.
export const english: Texts = { ...all };

// Words say texts by their keys, and dates and numbers.
export interface Words {
  (key: Key, values?: Values): string;
  language: string;
  date(date: Date, style: Intl.DateTimeFormatOptions): string;
  number(number: number): string;
}

// A Fault is an error that a reader may see: a key of the catalogues, after "fault.".
export class Fault extends Error {
  values: Values;

  constructor(code: string, values: Values = {}) {
    super(code);
    this.values = values;
  }
}

export function sayFault(t: Words, error: unknown): string {
  if (!(error instanceof Fault)) {
    reportError(error); // a mistake of the page
    return t("fault.broken");
  }
  const { difficulty } = error.values;
  return t(`fault.${error.message}` as Key, { ...error.values, difficulty: difficulty && t(`level.${difficulty as Difficulty}`) });
}

// rounded returns an estimate as it is said.
export const rounded = (estimate: number) => Number(estimate.toPrecision(2));

// canAskAgain reports whether the same question may have an answer another time.
export const canAskAgain = (error: unknown) => error instanceof Fault && ["library", "forbidden", "stopped", "day", "view"].includes(error.message);

// sayFailed says an error in a region, with a button to ask again if that may help.
export function sayFailed(t: Words, region: Element, error: unknown, again: () => unknown) {
  const button = element("button", { type: "button", onclick: again }, t("state.again"));
  region.replaceChildren(sayFault(t, error), ...(canAskAgain(error) ? [" ", button] : []));
}

// languageOf returns the first of the wanted languages that there is a catalogue for.
export const languageOf = (...wanted: (string | null | undefined)[]): string =>
  wanted.map((each) => each?.toLowerCase().split("-")[0] ?? "").find((each) => Object.hasOwn(LANGUAGES, each)) ?? "en";

const fetchWords: (language: string) => Promise<Words> = once(async (language) => {
  const response = await fetch(fileOf(`${language}.json`), { signal: AbortSignal.timeout(10_000) });
  return wordsFrom(language, await response.json());
});

const englishWords = wordsFrom("en", english);

// wordsOf returns the words of a language, in English if they cannot be fetched.
export const wordsOf = async (language: string): Promise<Words> => (language === "en" ? englishWords : fetchWords(language).catch(() => englishWords));

function wordsFrom(language: string, texts: Texts): Words {
  const locale = String(texts.locale);
  const plural = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale, { useGrouping: "min2" });
  const lists = { and: new Intl.ListFormat(locale, { type: "conjunction" }), or: new Intl.ListFormat(locale, { type: "disjunction" }) };
  const show = (value: unknown, joined: "and" | "or"): string => {
    if (Array.isArray(value)) return lists[joined].format(value.map((each) => show(each, joined)));
    return typeof value === "number" ? numbers.format(value) : String(value);
  };
  const t = (key: Key, values: Values = {}) => {
    const text = texts[key] ?? english[key];
    const form = typeof text === "object" ? text[plural.select(Number(values.n))] ?? text.other : text;
    return form.replace(/\{(\w)(\w*)(:or)?\}/g, (_, first, rest, or) => {
      const small = first.toLowerCase();
      const said = show(values[small + rest], or ? "or" : "and");
      return first === small ? said : said[0].toLocaleUpperCase(locale) + said.slice(1);
    });
  };
  return Object.assign(t, {
    language,
    date: (date: Date, style: Intl.DateTimeFormatOptions) =>
      date.toLocaleDateString(locale, { ...style, timeZone: "UTC" }).replace(/ (?=\p{L}\.$)/u, "\u00a0"),
    number: numbers.format,
  });
}
