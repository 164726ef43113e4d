// Boards, rules and hints in the words of a language.

import { colours, placeOf, readBoard } from "./model.js";

/** @typedef {import("./words.js").Words} Words */
/** @typedef {import("./words.js").Key} Key */
/** @typedef {import("./model.js").Board} Board */
/** @typedef {import("./api").Unit} Unit */
/** @typedef {import("./api").Reason} Reason */
/** @typedef {{ says: string, because: string[], then: string[] }} Saying a sentence, the squares that are its reason, and those that follow */

const mostNamed = 8; // squares in a sentence

/** @type {(t: Words, text: string, difficulty: string) => string} such as "8×8 coloured regions, easy" */ export function describe(t, text, difficulty) {
  const board = readBoard(text);
  if (!board) return text;
  const kind = board.torus ? "torus" : board.kind;
  return t(`name.${kind}`, { n: board.n, level: t(/** @type {Key} */ (`level.${difficulty}`)) });
}

/** @type {(t: Words, board: Pick<Board, "n" | "names">, region: number, letters: boolean) => { kind: "region" | "colour", name: string }} */ function regionOf(t, { n, names }, region, letters) {
  if (letters || n > colours.length) return { kind: "region", name: names[region] };
  return { kind: "colour", name: t(/** @type {Key} */ (`colour.${colours[region][0]}`)) };
}

/** @type {(t: Words, board: Pick<Board, "n" | "names">, region: number, letters: boolean) => string} such as "the blue region" */ export function sayRegion(t, board, region, letters) {
  const { kind, name } = regionOf(t, board, region, letters);
  return t(`unit.${kind}`, { name });
}

// sayUnits names units, or says where with the forms "inUnit".
/** @type {(t: Words, board: Pick<Board, "n" | "names">, units: Unit[], letters: boolean, form?: "unit" | "inUnit") => string[]} such as "rows 1 and 2" */ export function sayUnits(t, board, units, letters, form = "unit") {
  /** @type {Map<string, string[]>} */ const kinds = new Map();
  for (const { kind, index } of units) {
    const named = kind === "region" ? regionOf(t, board, index, letters) : { kind, name: kind === "row" ? String(index + 1) : String.fromCharCode(97 + index) };
    kinds.set(named.kind, [...(kinds.get(named.kind) ?? []), named.name]);
  }
  return [...kinds].map(([kind, names]) => t(/** @type {Key} */ (`${form}${names.length > 1 ? "s" : ""}.${kind}`), { name: names[0], names }));
}

// sayConflict says which rule two queens break.
/** @type {(t: Words, board: Board, a: string, b: string, letters: boolean) => string} */ export function sayConflict(t, board, a, b, letters) {
  const [row, col] = placeOf(a);
  const [row2, col2] = placeOf(b);
  const region = board.regions?.[row][col];
  const unit = row === row2 ? { kind: "row", index: row } : col === col2 ? { kind: "column", index: col }
    : region !== undefined && region === board.regions?.[row2][col2] ? { kind: "region", index: region } : null;
  if (unit) return t("conflict.unit", { a, b, in: sayUnits(t, board, [unit], letters, "inUnit") });
  return t(board.regions ? "conflict.touch" : "conflict.diagonal", { a, b });
}

const squares = (/** @type {Words} */ t, /** @type {string[]} */ names) => (names.length > mostNamed ? t("square.many") : names);

// sayReason gives the reason for a step in sentences, those of a trial one after another.
/** @type {(t: Words, board: Board, reason: Reason, letters: boolean) => string[]} */ function sayReason(t, board, { rule, units, within, queens, crosses, steps }, letters) {
  const values = { in: sayUnits(t, board, units, letters, "inUnit"), squares: squares(t, [...queens, ...crosses]) };
  switch (rule.replace("queens-", "")) {
    case "trial":
      if (steps.length === 0) return [t("rule.nested", values)];
      return [t("rule.trial", values), ...steps.flatMap((step) => {
        const said = sayReason(t, board, step, letters);
        return step.crosses.length > 0 && step.rule !== "queens-trial" ? [...said, t("step.out", { squares: squares(t, step.crosses) })] : said;
      })];
    case "single": return [t("rule.single", values)];
    case "pin": return [t("rule.pin", values)];
    case "search": return [t("rule.search", values)];
    case "contradiction": return [t("rule.contradiction", values)];
  }
  return [t("rule.within", { ...values, within: sayUnits(t, board, within, letters, "inUnit") })];
}

// sayHint says a hint a third at a time: where to look, why, and what follows.
/** @type {(t: Words, board: Board, hint: Reason, letters: boolean) => Saying[]} */ export function sayHint(t, board, hint, letters) {
  const { units, within, because, queens, crosses, steps } = hint;
  const reason = [...steps.flatMap((step) => step.queens), ...because];
  const follows = [...queens, ...crosses];
  const then = queens.length > 0 ? t("then.queen", { squares: queens })
    : crosses.length > mostNamed ? t("then.many") : t("then.cross", { n: crosses.length, squares: crosses });
  return [
    { says: t("hint.look", { units: sayUnits(t, board, [...units, ...within], letters) }), because, then: [] },
    { says: sayReason(t, board, hint, letters).join(" "), because: reason, then: crosses },
    { says: then, because: reason, then: follows },
  ];
}
