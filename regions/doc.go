// Package regions solves, explains, rates, makes and draws Queens puzzles with coloured regions:
//
//	ctx := context.Background()
//	b, _ := regions.ParseBoard("AAABB/AABBB/CADDB/CCEEE/CCCCC")
//	for step := range b.Deduce(ctx) {
//		fmt.Println(step) // first: All open squares of region D are in row 3, so a3, b3 and e3 are ruled out.
//	}
//	solution, _ := b.Unique(ctx)
//	fmt.Print(b.Diagram(solution))
//
// An n×n board is divided into n regions. Place one queen in each row, each column and each region so
// that no two touch, not even at a corner. Along longer diagonals queens do not attack each other.
// LinkedIn publishes one puzzle a day under the name Queens; Star Battle with one star is the same
// puzzle, and older.
//
// # The puzzle
//
// Rows, columns and regions are called units. A board of n rows has 3n of them, and a solution has
// one queen in each. A queen attacks the other squares of its units and the squares that it
// touches. A square is open if no queen stands on it or attacks it and it is not blocked. This is a
// board of 5 rows with its only solution:
//
//	    a   b   c   d   e
//	  +---+---+---+---+---+
//	1 | A   A   A | ♛   B |       AAABB
//	  |       +---+       |
//	2 | ♛   A | B   B   B |       AABBB
//	  +---+   +---+---+   |
//	3 | C | A | ♛   D | B |       CADDB
//	  |   +---+---+---+---+
//	4 | C   C | E   E   ♛ |       CCEEE
//	  |       +---+---+---+
//	5 | C   ♛   C   C   C |       CCCCC
//	  +---+---+---+---+---+
//
// It can be solved without guessing. If a unit has only one open square left, its queen stands
// there ([Single]). If all open squares of region D are in row 3, the queen of row 3 is on one
// of them, and the rest of the row is ruled out ([Point]); likewise if the open squares of two
// regions are all in two rows ([Set2]), or those of three in three ([Set3]). A square whose
// queen would leave some unit without an open square is ruled out ([Pin]). Where none of this
// helps, a queen is tried until something is impossible ([Trial]).
//
// [Board.Deduce] takes these steps, always the easiest there is, and says why. [Board.Rate]
// goes by the hardest rule that is needed: single squares and points are enough for easy
// boards, medium ones take pins or sets of two, hard ones sets of three or four, and expert
// ones trials. Its score, 0 to 100, adds up how hard all steps are to find.
//
// # Text, and names
//
// Rows and columns count from 0 in Go values. In text, rows count from 1 from the top and columns
// are letters from a, so that [queens.Square]{Row: 0, Col: 2} is "c1", to the right of a1 and b1.
// Regions are numbered from 0, and are A, B, … in text. [ParseBoard] and [New] number them in the
// order of their letters or values. A solution is a [queens.Placement], which holds the column of
// the queen in each row.
//
// What a player has put down is part of a board: queens are given queens, which every solution
// must have, and crosses are blocked squares, where none may stand. All functions respect them,
// and [Board.String], [Board.MarshalText] and [Board.MarshalJSON] write them, so that a text
// carries the whole board; only [Board.Link] leaves them out.
//
// # The API by task
//
//   - A board: [New] makes one from numbers, [ParseBoard] from text in any common form,
//     [ReadBoards] reads one after another from a file, and [Generate] needs nothing but a size
//     and a difficulty. [Board.String], [Board.MarshalJSON] and [Board.Link] write it. [Board.Canonical]
//     tells whether two are the same puzzle.
//   - A player's board: [Board.With] puts queens and crosses on it, as [Given] and [Blocked].
//     [Board.Attacks] says whether two queens exclude each other, [Board.Conflicts] finds those
//     that do, and [Board.Check] says whether the puzzle is solved.
//   - A hint: the first step of [Board.Deduce] on the player's board. Its [Unit] values say where
//     to look, its squares why, and [Deduction.String] all of it in a sentence. First make sure
//     that no queen and no cross of the player contradicts the solution: steps that follow from a
//     mistake may be wrong. The package example named Game shows how.
//   - Today's answer: [Board.Unique], which fails if there is none or more than one;
//     [Board.Find], if any will do; [Board.Another], for what else fits; [Board.Solutions] for
//     all, [Board.Count] for how many.
//   - A picture: [Board.WriteSVG], or [SVGStyle] with letters or the marks of a hint;
//     in text, [Board.Diagram].
//
// Whatever may take long takes a context, ends soon after the context is cancelled and returns
// its error. Boards are immutable, and safe for concurrent use.
//
// # What it does not do
//
// Boards have at most [MaxN] rows, and one queen in each unit: Star Battles with two stars are
// another puzzle. Beyond 20 rows there are boards, though hardly puzzles, that take too long for any
// method here.
package regions
