// The elements <queens-puzzle> and <queens-search>, for any page. See queens.d.ts.

export { QueensPuzzle } from "./queens-puzzle";
export { QueensSearch } from "./queens-search";
