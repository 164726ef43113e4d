// Package queens solves the n-queens problem: place n queens on an n×n chessboard so that no two of
// them attack each other. Max Bezzel posed it in 1848 for the eight queens of the ordinary
// chessboard, and in 1850 Franz Nauck gave all 92 solutions.
//
// The package enumerates and counts solutions; it completes partial placements, classifies
// solutions by symmetry, traces the textbook search step by step, constructs solutions of any size,
// and reads and draws boards. Beside it are the packages puzzle, which makes puzzles, rates them
// and solves them as a person does; sample, which draws random solutions and estimates how many
// there are; tasks, which spreads a long count over many machines; and regions, for boards of
// coloured regions.
//
// Boards are square, and a solution has one queen in each row: there are no rectangular boards, no
// other pieces, and no other numbers of queens. The package computes its answers, and has no table
// of known counts.
//
//	for p := range queens.Fundamental(8) {
//		fmt.Println(p, "stands for", len(p.Orbit()), "solutions")
//	}
//
// # Terms
//
// A placement puts at most one queen in each row. It may be incomplete, and its queens may attack
// each other. A solution is a placement with a queen in every row and no two queens in the same
// column or on the same diagonal. Solutions are ordered lexicographically: by the column of the
// queen in row 0, then by the column of the queen in row 1, and so on.
//
// A board may have constraints: given queens, which every solution contains; blocked squares,
// on which no queen may stand; and diagonals that wrap around the edges, which make it
// toroidal. An empty board has no given queens and no blocked squares. A plain board is not
// toroidal. A square is open if it is not blocked and no given queen attacks it.
//
// The square has eight symmetries: the rotations and reflections that map it onto itself. Each of
// them turns a solution into its image, which is a solution as well. The images of a solution form
// its orbit, and the symmetries that leave it unchanged form its stabilizer; the sizes of the two
// multiply to 8. The lexicographically least solution of an orbit is called fundamental. The 92
// solutions of the 8×8 board form 11 orbits of 8 and one of 4, so that 12 of them are fundamental.
//
// # Orientation
//
// Rows and columns are numbered from 0 in Go values and in the JSON of a Placement. In all
// other text they are numbered from 1, or named as the ranks and files of chess: row 0 is rank
// 1, column 0 is file a. Diagrams show row 0 at the top unless told otherwise. Placement{1, 3,
// 0, 2} is
//
//	          column
//	        0  1  2  3
//	row 0   .  Q  .  .    b1
//	    1   .  .  .  Q    d2        vector  2 4 1 3
//	    2   Q  .  .  .    a3        FEN     2Q1/Q3/3Q/1Q2
//	    3   .  .  Q  .    c4
//
// and is a solution, the first of the two on the 4×4 board.
//
// # Finding your way
//
// A [Placement] needs no board: it can be judged on its own, transformed, read and drawn.
//
//   - is it a solution, and if not, why: [Placement.Solved], [Placement.Valid],
//     [Placement.Check], [Placement.Conflicts]
//   - its images: [Placement.Transform], [Placement.Orbit], [Placement.Stabilizer],
//     [Placement.Canonical], [Placement.IsFundamental]
//   - text and pictures: [ParsePlacement] reads one, [ReadPlacements] all in a stream;
//     [Placement.String], [Placement.FEN], [Placement.Diagram], [Placement.WriteSVG],
//     [WriteGallery]
//   - a solution of any size, even a million: [Construct], or a different one each time,
//     [ConstructRandom], or one with given queens, [Placement.Complete]
//
// A [Board] has a size and constraints. [New] makes one, from any of [Given], [Blocked] and
// [Toroidal]; [NewFrom] makes one from a placement, [ParseBoard] from text, [ReadBoards] many
// from a stream of it, and [Board.With] one from another board.
//
//   - every solution in turn: [Board.Solutions], or one from each orbit,
//     [Board.Fundamental]; without constraints, range over [All] or [Fundamental]
//   - the first solution, where there are too many to list: [Board.First]
//   - one solution: [Board.Find]; another one, [Board.Another]; the only one, as in a
//     puzzle, [Board.Unique]
//   - the number of solutions: [Board.Count] or, without constraints, [Count]; together
//     with the sizes of their orbits, [Board.Census]
//   - the textbook search, step by step: [Board.Steps]
//   - is a placement a solution of this board, and if not, why: [Board.Check],
//     [Board.Conflicts]; do two squares attack each other: [Board.Attacks]
//   - its symmetries: [Board.Symmetries], [Board.Orbit]
//   - its parts, text and pictures: [Board.Given], [Board.Blocked], [Board.Toroidal],
//     [Board.String], [Board.Diagram], [Board.WriteSVG]; is it the same as another:
//     [Board.Equal]
//
// Four packages stand beside this one:
//
//   - example.com/queens/puzzle makes and rates puzzles, and solves them as a person does
//   - example.com/queens/regions has the puzzle of coloured regions
//   - example.com/queens/sample draws random solutions, and estimates how many there are
//   - example.com/queens/tasks cuts a long count into tasks for many machines
//
// # Contexts, errors and panics
//
// A function that may take long takes a context, and returns the context's error soon after it is
// cancelled. [All], [Fundamental] and [Board.Steps] take none: only leaving the loop ends them
// early. An iterator that may end early yields values with errors: the error is nil as long as the
// iterator goes on, and at an early end it comes last, with the zero value, and says why. Only
// readers of text go on after an error. The options [Workers] and [OnProgress] set how a call runs.
//
// A *rand.Rand is one of math/rand/v2. If it is nil, the seed is drawn at random.
//
// Programs branch on an error with [errors.Is] and [ErrNoSolution], [ErrNotUnique], [ErrGiven] or
// [ErrOverflow]; [errors.As] finds the line in a [ParseError], and the queens in an [AttackError].
//
// What cannot return an error panics:
//
//   - [All] and [Fundamental], if there is no board of the size;
//   - [NewPlacement], if the size is negative;
//   - [Symmetry.Apply], [Symmetry.Compose], [Symmetry.Inverse] and [Placement.Transform], if a
//     [Symmetry] is not one of the eight;
//   - [Placement.Transform] and the methods that use it, if the image cannot be a Placement;
//   - methods of nil pointers, except for [Board.Equal].
//
// # Common mistakes
//
//   - for p := range b.Solutions(ctx) drops the error: a listing that was cut short looks like a
//     whole one. Write for p, err := range, and look at err first.
//   - make(Placement, n) has a queen on column 0 of every row; [NewPlacement] has none.
//   - A Placement is a slice: compare two with [slices.Equal]; as the key of a map take its String.
//     Print the placements of a list one by one: fmt.Println of the list does not show where one
//     ends and the next begins.
//   - [Placement.Check] judges a placement of any size. Where only one size is right, as in an
//     exercise, ask [Board.Check].
//   - [ReadPlacements] does not say in which line a placement stands. Where each line of a text is
//     one answer, read the lines and give each to [ParsePlacement].
//   - Vectors count columns from 1, JSON and Go values from 0: the text "2 4 1 3" is the array
//     [1,3,0,2].
//   - The first row of a diagram is row 0, unless its style says RankUp, and the first row of a FEN
//     is the last row.
//   - A Board never changes. With returns another one, and an iterator keeps to the board that it
//     was made from. Only [Board.UnmarshalText] and decoders replace the value of a Board variable:
//     call them before other goroutines use it.
//
// # Limits
//
// Boards have at most [MaxN] rows. The time to list or count all solutions grows five- to tenfold
// with each row; BENCHMARKS.md has figures. Placements and their symmetries have no such limit:
// [Construct] and [ConstructRandom] make up to 2²⁷ rows, and [ParsePlacement] reads as many.
//
// # References
//
//   - M. Bezzel, as "Schachfreund". In Berliner Schachzeitung 3, page 363. 1848.
//   - F. Nauck. Briefwechsel mit Allen für Alle. Illustrirte Zeitung 15, no. 377, page 182. 1850.
package queens
