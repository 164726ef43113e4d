// The form for another puzzle.

import type { PuzzleState } from "../../static/queens";
import type { Difficulty } from "../api";
import { fillSizes, partsOf } from "../dom";
import { maker, newPuzzle } from "../engine";
import { t } from "../language";
import type { Kind } from "../model";
import { load, save, type Wanted } from "../store";

// newPuzzleForm has the form choose as it was left, and returns what makes puzzles by it.
export function newPuzzleForm(section: HTMLElement) {
  const parts = partsOf(section, "puzzle", { form: HTMLFormElement, rows: HTMLSelectElement, torus: HTMLInputElement, wrap: HTMLElement });
  const { form, rows } = parts;
  const choice = (name: string) => form.elements.namedItem(name) as RadioNodeList;

  function chosen(): Wanted {
    const kind = choice("kind").value as Kind;
    const torus = kind === "queens" && parts.torus.checked;
    return { kind, n: Number(rows.value), torus, difficulty: choice("level").value as Difficulty };
  }

  function choose({ kind, n, torus, difficulty }: Wanted) {
    choice("kind").value = kind;
    fill(n);
    parts.torus.checked = torus;
    choice("level").value = difficulty;
  }

  function fill(n: number) {
    const kind = choice("kind").value as Kind;
    fillSizes(rows, ...SIZES[kind], n);
    parts.wrap.hidden = kind !== "queens";
    for (const level of form.querySelectorAll<HTMLInputElement>("[name=level]")) {
      level.nextElementSibling?.replaceChildren(t(`${kind}.${level.value as Difficulty}`));
    }
  }

  form.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === "kind") fill(Number(rows.value));
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
