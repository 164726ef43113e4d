// Types of queens-puzzle.js, which defines the element <queens-puzzle>.

/** What a player has done on the board. */
export interface QueensChange {
  /** Squares with queens, given ones too, such as "b4". */
  queens: string[];
  /** Squares that are crossed out. */
  crosses: string[];
}

export interface QueensSolved {
  seconds: number;
  /** How many hints and checks were taken. */
  help: number;
  /** The number of the puzzle of the day, or 0. */
  day: number;
  kind: "regions" | "queens";
}

/**
 * A puzzle to play. Its attribute `puzzle` says which, as after the # of an address of the
 * page: "" or "day" for today's, "day/328", "day/328/queens", or a board as text, such as
 * "AAABB/AABBB/CADDB/CCEEE/CCCCC" or "n=8 given=b4,d5". Its attribute `lang` is the language that
 * it speaks, such as "it" or "es-MX". Without it, that is the language of the nearest element around
 * it that has one; if it does not know that language, the first of the browser's that it knows, or English.
 */
export interface QueensPuzzle extends HTMLElement {
  /** Shows a puzzle. It fails if there is none of that name. */
  open(puzzle: string): Promise<void>;
  undo(): void;
  redo(): void;
  restart(): void;
  /** Shows the solution. */
  giveUp(): Promise<void>;
  /** The address of the puzzle on the page that this script is from. */
  readonly link: string;

  addEventListener(type: "queens-change", listener: (event: CustomEvent<QueensChange>) => void): void;
  addEventListener(type: "queens-solved", listener: (event: CustomEvent<QueensSolved>) => void): void;
  addEventListener(type: "queens-open", listener: (event: Event) => void): void;
  addEventListener<K extends keyof HTMLElementEventMap>(type: K, listener: (this: HTMLElement, event: HTMLElementEventMap[K]) => any, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "queens-puzzle": QueensPuzzle;
  }
}
