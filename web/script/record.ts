// The record of the days that were solved, and of the times by size and level.

import { today } from "./days";
import { kinds, readBoard, type Kind } from "./model";
import { load, pack, read, save, type Known, type Saved, type Solved, type Sort } from "./store";
import { Fault } from "./words";

type Puzzle = Pick<Saved, "text" | "difficulty">;

export const known = () => load("record");
export const solvedOn = (number: number, kind: Kind): Solved | undefined => known().days[number]?.[kind];

function sortOf({ text, difficulty }: Puzzle): string {
  const board = readBoard(text);
  return `${board?.kind}${board?.torus ? " torus" : ""} ${board?.n} ${difficulty}`;
}

// statisticsOf returns what is known of puzzles of the same size and level.
export const statisticsOf = (puzzle: Puzzle): Sort | undefined => known().sorts[sortOf(puzzle)];

// enter enters a solved game, and reports whether its time is the best of its sort. A time with
// help is never the best.
export function enter(saved: Saved): boolean {
  const { days, sorts } = known();
  const { seconds, help, day, late, text } = saved;
  const kind = readBoard(text)?.kind ?? "regions";
  const sort = sortOf(saved);
  const { count, total, best } = sorts[sort] ?? { count: 0, total: 0, best: 0 };
  const isBest = help === 0 && !(best > 0 && best <= seconds);
  save("record", {
    days: day > 0 ? { ...days, [day]: { [kind]: { seconds, help, late }, ...days[day] } } : days, // the first time stays
    sorts: { ...sorts, [sort]: { count: count + 1, total: total + seconds, best: isBest ? seconds : best } },
  });
  return isBest && best > 0;
}

// latestUnsolved returns the latest puzzle of a day that is not solved.
export function latestUnsolved() {
  const { days } = known();
  for (let day = today(); day >= 1; day--) {
    for (const kind of kinds) if (!days[day]?.[kind]) return { day, kind };
  }
  return null;
}

// A day counts if one of its puzzles was begun on that day.
const counts = (day: Known["days"][string]) => Object.values(day).some(({ late }) => !late);

// streaks returns how many days in a row were solved, up to today or else yesterday, and the
// most there ever were.
export function streaks() {
  let [last, length, most] = [0, 0, 0];
  for (const [name, day] of Object.entries(known().days)) { // in order, as the keys are numbers
    if (!counts(day)) continue;
    length = Number(name) === last + 1 ? length + 1 : 1;
    last = Number(name);
    most = Math.max(most, length);
  }
  return { now: last >= today() - 1 ? length : 0, most };
}

// The record as a file is as it is kept here.
export const recordFile = () => pack(known());

// addRecord adds the record in a file, every part of which must be as a record has it. Nothing is lost
// or counted twice: of two times for a day, that of the day itself stays, or else the one that was here;
// of two statistics, the one with more games.
export function addRecord(text: string) {
  const theirs = read("record", text);
  if (!theirs || pack(theirs) !== JSON.stringify(JSON.parse(text)) || Object.keys(theirs.days).some((day) => /^0/.test(day) || Number(day) > today() + 1)) throw new Fault("record");
  const { days, sorts } = structuredClone(known());
  for (const [day, kinds] of Object.entries(theirs.days)) {
    for (const [kind, solved] of Object.entries(kinds) as [Kind, Solved][]) {
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
