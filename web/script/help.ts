// Help for a player, in steps that become clearer with each press: a hint says where to look, why, and what
// follows, and then does it; of marks that are wrong it says that there are some, where, and then takes them
// away.

import type { Calls, Hint } from "./api";
import { library } from "./engine";
import type { Game } from "./game";
import { sayHint, sayWrong, type Saying } from "./say";
import type { Key, Words } from "./words";

// A Stage is what is said of a step, the squares that it lights up, and the label of the button for more.
export interface Stage extends Saying { button: Key; wrong?: string[]; rule?: string }

const plain: Omit<Stage, "says"> = { because: [], then: [], button: "puzzle.hint" };

// Wait says that an answer is awaited, or why it does not come.
type Wait = <T>(answer: Promise<T>) => Promise<T | undefined>;

// Help is about the marks of a game until they change. A question about them is asked once, however often the
// player presses the button meanwhile.
export class Help {
  #game;
  #wait;
  #stages: Stage[] = []; // to come
  #then = ""; // the marks after the last of them
  #asked = ""; // the question that waits, and its marks
  #checked = ""; // marks that count as checked

  constructor(game: Game, wait: Wait) {
    this.#game = game;
    this.#wait = wait;
  }

  forget() {
    this.#stages = [];
    this.#then = this.#checked = "";
  }

  // hint returns the next stage of a hint, or does what the last one said and returns null.
  async hint(t: Words, letters: boolean): Promise<Stage | null | undefined> {
    const game = this.#game;
    if (!this.#then) {
      const found = await this.#ask("hint");
      if (!found) return undefined;
      game.saved.help++;
      if (!found.rule && found.clear.length === 0) return { ...plain, says: t("puzzle.noStep") };
      this.#begin(found, found.clear.length > 0 ? this.#wrong(t, found.clear, letters) : stagesOf(t, game, found, letters));
    }
    const stage = this.#stages.shift();
    if (stage) return stage;
    game.set(this.#then);
    return null;
  }

  // check returns what is to be said of the marks. The same marks count once.
  async check(t: Words, letters: boolean): Promise<Stage | undefined> {
    const { saved, board, queens } = this.#game;
    const wrong = await this.#ask("check");
    if (!wrong) return undefined;
    if (this.#checked !== saved.marks) {
      saved.checks++;
      saved.help++;
    }
    this.forget();
    this.#checked = saved.marks;
    const n = queens.length - board.given.length;
    if (wrong.length === 0) return { ...plain, says: n === 0 ? t("puzzle.rightNone") : t("puzzle.right", { n, left: board.n - queens.length }) };
    this.#begin({ clear: wrong, queens: [], crosses: [] }, this.#wrong(t, wrong, letters));
    return this.#stages.shift();
  }

  #begin({ clear, queens, crosses }: Pick<Hint, "clear" | "queens" | "crosses">, stages: Stage[]) {
    const game = this.#game;
    this.#stages = stages;
    this.#then = game.with(clear, ".", game.with(crosses, "x", game.with(queens, "q")));
  }

  #wrong(t: Words, wrong: string[], letters: boolean): Stage[] {
    const [some, where] = sayWrong(t, this.#game.board, wrong, this.#game.squares("q"), letters);
    return [{ ...plain, says: some, button: "puzzle.where" }, { ...plain, says: where, wrong, button: "puzzle.clear" }];
  }

  // #ask returns the answer to a question, unless it has been asked already, or the player goes on or asks
  // another meanwhile.
  async #ask<K extends "hint" | "check">(name: K): Promise<Calls[K]["answer"] | undefined> {
    const { saved } = this.#game;
    const asked = `${name} ${saved.marks}`;
    if (asked === this.#asked) return undefined;
    this.#asked = asked;
    const found = await this.#wait<Calls[K]["answer"]>(library[name](this.#game.attempt(false)));
    if (asked !== this.#asked) return undefined;
    this.#asked = "";
    return saved === this.#game.saved && asked === `${name} ${saved.marks}` && !saved.end ? found : undefined;
  }
}

function stagesOf(t: Words, { board }: Game, hint: Hint, letters: boolean): Stage[] {
  const buttons: Key[] = ["puzzle.why", "puzzle.so", "puzzle.do"];
  return sayHint(t, board, hint, letters).map((saying, i) => ({ ...saying, button: buttons[i], rule: hint.rule }));
}
