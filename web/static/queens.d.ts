// Types of queens.js, which defines the elements <queens-puzzle> and <queens-search>.

/** What is known of a puzzle. */
export interface PuzzleState {
  /** The board, as the page writes it. */
  text: string;
  kind: "regions" | "queens";
  n: number;
  /** Diagonals go on across the edges. */
  torus: boolean;
  difficulty: "easy" | "medium" | "hard" | "expert";
  /** The number of the puzzle of the day, or 0. */
  day: number;
  /** Squares with queens, given ones too, such as "b4". */
  queens: string[];
  /** Squares that are crossed out. */
  crosses: string[];
  seconds: number;
  /** How many hints and checks were taken. */
  help: number;
  /** How many of these were checks. */
  checks: number;
  /** How it ended, or "" while it goes on. */
  end: "" | "solved" | "given up";
  /** The player has seen the solution. */
  shown: boolean;
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
  /** What is known of the puzzle, once there is one. */
  readonly state: PuzzleState | null;
  /** The address of the puzzle on the page that this script is from. */
  readonly link: string;

  addEventListener(type: "queens-change", listener: (event: CustomEvent<PuzzleState>) => void): void;
  addEventListener(type: "queens-solved", listener: (event: CustomEvent<PuzzleState>) => void): void;
  addEventListener(type: "queens-open", listener: (event: Event) => void): void;
  addEventListener<K extends keyof HTMLElementEventMap>(type: K, listener: (this: HTMLElement, event: HTMLElementEventMap[K]) => any, options?: boolean | AddEventListenerOptions): void;
}

export interface SearchState {
  /** Steps taken. */
  steps: number;
  /** Squares tried, queens placed, dead ends and solutions so far. */
  tried: number;
  placed: number;
  deadEnds: number;
  solutions: number;
  queens: string[];
  /** What the last step did: "place", "reject", "remove", "found", or "" at the start. */
  op: string;
  /** What the next step does, or "" at the end. */
  next: string;
}

/**
 * A search for solutions, step by step. Its attribute `n` is the number of rows, or the text of a board
 * such as "8 torus given=b4"; `step` is where it begins; `lang` is as that of a puzzle.
 */
export interface QueensSearch extends HTMLElement {
  /** Steps a second when it plays. */
  speed: number;
  readonly state: SearchState | null;
  step(steps: number): Promise<void> | undefined;
  play(): Promise<void>;
  runTo(goal: "" | "solution" | "dead end"): Promise<void>;
  stop(): void;

  addEventListener(type: "queens-step", listener: (event: CustomEvent<SearchState>) => void): void;
  addEventListener<K extends keyof HTMLElementEventMap>(type: K, listener: (this: HTMLElement, event: HTMLElementEventMap[K]) => any, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "queens-search": QueensSearch;
    "queens-puzzle": QueensPuzzle;
  }
}
