// The record of the days that were solved, and of the times by size and level.

import { today } from "./days.js";
import { readBoard } from "./model.js";
import { load, pack, read, save } from "./store.js";
import { Fault } from "./words.js";

/** @typedef {{ seconds: number, help: number, late: boolean }} Solved */
/** @typedef {import("./store.js").Saved} Saved */

/** @typedef {{ days: Record<string, Record<string, Solved>>, sorts: Record<string, { count: number, total: number, best: number }> }} Known */

/** @type {() => Known} */ export const known = () => load("record");
/** @type {(number: number, kind: string) => Solved | undefined} */ export const solvedOn = (number, kind) => known().days[number]?.[kind];

/** @type {(saved: Saved) => string} */ function sortOf({ text, difficulty }) {
  const board = readBoard(text);
  return `${board?.kind}${board?.torus ? " torus" : ""} ${board?.n} ${difficulty}`;
}

/** @type {(saved: Saved) => number | undefined} */ export const bestOf = (saved) => known().sorts[sortOf(saved)]?.best || undefined;

// record enters a solved game, and reports whether its time is the best of its sort. A time with
// help is never the best.
/** @type {(saved: Saved) => boolean} */ export function record(saved) {
  const record = known();
  const { seconds, help, day, late, text } = saved;
  const kind = readBoard(text)?.kind ?? "regions";
  if (day > 0) record.days[day] = { [kind]: { seconds, help, late }, ...record.days[day] }; // the first time stays
  const sort = sortOf(saved);
  const { count, total, best } = record.sorts[sort] ?? { count: 0, total: 0, best: 0 };
  const isBest = help === 0 && !(best > 0 && best <= seconds);
  record.sorts[sort] = { count: count + 1, total: total + seconds, best: isBest ? seconds : best };
  save("record", record);
  return isBest && best > 0;
}

// A day counts if one of its puzzles was begun no later than that day.
const counts = (/** @type {Record<string, Solved> | undefined} */ day) => Object.values(day ?? {}).some(({ late }) => !late);

/**
 * streaks returns how many days in a row were solved, up to today or else yesterday, and the
 * most there ever were.
 */
export function streaks() {
  const { days } = known();
  let now = today();
  if (!counts(days[now])) now--;
  const length = (/** @type {number} */ from) => {
    let count = 0;
    while (counts(days[from - count])) count++;
    return count;
  };
  return { now: length(now), most: Math.max(0, ...Object.keys(days).map((day) => length(Number(day)))) };
}

// The record as a file is as it is kept here.
export const recordFile = () => pack(known());

// addRecord adds the record in a file, every part of which must be as a record has it. Nothing is lost
// or counted twice: of two times for a day, that of the day itself stays, or else the one that was here;
// of two statistics, the one with more games.
/** @param {string} text */ export function addRecord(text) {
  /** @type {Known | undefined} */ const theirs = read("record", text);
  if (!theirs || pack(theirs) !== JSON.stringify(JSON.parse(text)) || Object.keys(theirs.days).some((day) => /^0/.test(day) || Number(day) > today() + 1)) throw new Fault("record");
  const { days, sorts } = known();
  for (const [day, kinds] of Object.entries(theirs.days)) {
    for (const [kind, solved] of Object.entries(kinds)) {
      const mine = days[day]?.[kind];
      if (!mine || (mine.late && !solved.late)) days[day] = { ...days[day], [kind]: solved };
    }
  }
  for (const [sort, one] of Object.entries(theirs.sorts)) {
    const mine = sorts[sort] ?? one;
    const longer = mine.count < one.count ? one : mine;
    sorts[sort] = { ...longer, best: mine.best && one.best ? Math.min(mine.best, one.best) : mine.best || one.best };
  }
  save("record", { days, sorts });
}
