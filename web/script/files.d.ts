// What the bundler makes of files that are no scripts.

declare module "*.txt" {
  const text: string;
  export default text;
}
declare module "*.css" {
  const text: string;
  export default text;
}
declare const PIECES: string;
declare const LANGUAGES: Record<string, string>;
