// The record of the days that were solved and of the best times.

import { load, save } from "./store.js";
import { library } from "./engine.js";

// today returns the date of the player's clock, such as "2026-11-22".
export function today() {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

// sayDay returns "22 November 2026".
export const sayDay = (day) =>
  new Date(`${day}T12:00:00`).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });

export function sayTime(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

const keyOf = ({ kind, n, torus, difficulty }) => `${kind}${torus ? " torus" : ""} ${n} ${difficulty}`;

const known = () => ({ days: {}, best: {}, ...load("record", {}) });

export const solvedOn = (day, kind) => known().days[day]?.[kind];

export const bestOf = (puzzle) => known().best[keyOf(puzzle)];

export const streak = () => library.ask("streak", { days: Object.keys(known().days), date: today() });

// record enters a solved game, and reports whether it is the best time of its sort. Hints
// cost the time its place.
export function record({ puzzle, day, seconds, hints }) {
  const { days, best } = known();
  if (day) days[day] = { ...days[day], [puzzle.kind]: seconds };
  const key = keyOf(puzzle);
  const before = best[key];
  const isBest = hints === 0 && !(before <= seconds);
  if (isBest) best[key] = seconds;
  save("record", { days, best });
  return isBest && before !== undefined;
}
