// What the bundler makes of files that are no scripts.

declare module "*.css" {
  const text: string;
  export default text;
}
declare module "*.json?more" {
  const texts: Record<string, string | Record<string, string>>;
  export default texts;
}
declare module "*.html" {
  const text: string;
  export default text;
}
declare const COLOURS: string[];
declare const PIECES: string;
declare const LANGUAGES: Record<string, string>;
declare const FILES: Record<string, string>;
declare const DAYS: number;
declare const DAYS_IN_PART: number;
declare const MOST_ROWS: number;
declare const SIZES: Record<import("./model").Kind, [number, number]>; // the least and the most rows of a new puzzle
declare const FIRST_DAY: number; // in milliseconds
declare const WEEK: { n: number; level: import("./api").Difficulty }[]; // beginning with Sunday
