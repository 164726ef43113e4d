// The form for another puzzle.

import type { Difficulty } from "../api";
import { byId, fillSizes } from "../dom";
import { maker, newPuzzle } from "../engine";
import { t } from "../language";
import type { Kind } from "../model";
import type { PuzzleState } from "../queens-puzzle";
import { load, save, type Wanted } from "../store";

// newPuzzleForm has the form choose as it was left, and returns what makes puzzles by it.
export function newPuzzleForm() {
  const form = byId("puzzle-form");
  const choice = (name: string) => form.elements.namedItem(name) as RadioNodeList;

  function chosen(): Wanted {
    const kind = choice("kind").value as Kind;
    const torus = kind === "queens" && byId("puzzle-torus").checked;
    return { kind, n: Number(byId("puzzle-rows").value), torus, difficulty: choice("level").value as Difficulty };
  }

  function choose({ kind, n, torus, difficulty }: Wanted) {
    choice("kind").value = kind;
    fill(n);
    byId("puzzle-torus").checked = torus;
    choice("level").value = difficulty;
  }

  function fill(n: number) {
    const kind = choice("kind").value as Kind;
    fillSizes(byId("puzzle-rows"), ...SIZES[kind], n);
    byId("puzzle-wrap").hidden = kind !== "queens";
    for (const level of form.querySelectorAll<HTMLInputElement>("[name=level]")) {
      level.nextElementSibling?.replaceChildren(t(`${kind}.${level.value as Difficulty}`));
    }
  }

  form.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === "kind") fill(Number(byId("puzzle-rows").value));
    save("wish", chosen());
  });
  choose(load("wish"));

  return {
    // like makes the form match a puzzle.
    like({ kind, n, torus, difficulty }: Pick<PuzzleState, "kind" | "n" | "torus" | "difficulty">) {
      choose({ kind, n, torus, difficulty });
    },
    make() {
      maker.cancel();
      return newPuzzle(chosen());
    },
  };
}
