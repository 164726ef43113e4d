// Package queens works on the n-queens problem: to place n queens on an n×n
// chessboard so that none attacks another. Max Bezzel asked for it in 1848, for the
// eight queens of the chessboard ([bezzel]), and Franz Nauck answered in 1850 with all 92
// solutions ([nauck]).
//
// The package enumerates solutions, counts them, estimates their number and draws
// them at random; it completes given queens, classifies solutions by symmetry, traces
// the search for them step by step, constructs solutions of any size, and reads and
// draws boards. Keys such as [knuth] are references, listed at the head of the source
// file that the comment is in.
//
//	for p := range queens.Fundamental(8) {
//		fmt.Println(p, "stands for", len(p.Orbit()), "solutions")
//	}
//
// # Terms
//
// A placement puts at most one queen in each row; it may be partial or wrong.
// A solution is a placement with a queen in every row in which no queen attacks
// another along a row, column or diagonal. Lexicographic order goes by the column of
// the queen in row 0, then in row 1 and so on.
//
// A board may have constraints: given queens, which are in every solution; blocked
// squares, where no queen may stand; and wrapped diagonals, on a torus. An empty board
// has no queens given and no squares blocked, and a plain board is no torus. A square
// is open if it is neither blocked nor attacked by a given queen.
//
// The square has eight symmetries: the rotations and reflections that map it onto
// itself. What a symmetry makes of a solution is its image. The orbit of a solution
// is the set of its images, and its stabilizer is the set of the symmetries that
// leave it as it is; the sizes of the two multiply to 8. The lexicographically
// least solution of an orbit is called fundamental. The 8×8 board has 92
// solutions, in 11 orbits of 8 and one of 4: 12 fundamental ones.
//
// # Orientation
//
// Rows and columns count from 0 in Go values and in JSON. In other text they count
// from 1, or are the ranks and files of chess: row 0 is rank 1, column 0 is file a.
// Diagrams have row 0 on top unless told otherwise. Placement{1, 3, 0, 2} is
//
//	          column
//	        0  1  2  3
//	row 0   .  Q  .  .    b1
//	    1   .  .  .  Q    d2        vector  2 4 1 3
//	    2   Q  .  .  .    a3        FEN     2Q1/Q3/3Q/1Q2
//	    3   .  .  Q  .    c4
//
// and is itself a solution, the first of the two of its board.
//
// # The API by task
//
// A board with constraints is a [Board]. [New] makes one of its size and options:
// queens [Given] beforehand, squares [Blocked], edges wrapped around, [Toroidal].
// [NewFrom] makes one of a placement, [ParseBoard] of text, and [Board.With] of
// another Board. Its methods solve it:
//
//   - solutions, one after another: [Board.Solutions], or once for each orbit,
//     [Board.Fundamental]; without constraints, range over [All] or [Fundamental]
//   - one solution, or that there is none: [Board.Find]; the only one, as of a
//     puzzle: [Board.Unique]
//   - how many: [Board.Count], or with the orbits of each size, [Board.Census];
//     without constraints, [Count]
//   - about how many, where they are too many to count: [Board.Estimate]
//   - solutions drawn at random, all equally likely: [Board.Sampler]
//   - the search of the textbooks, step by step: [Board.Steps]
//   - a count on many machines: [Board.Tasks] and [Task], and [Board.Census] with [KnownTotal]
//   - whether an answer is right on this board, and what is wrong with it:
//     [Board.Check], [Board.Conflicts]
//
// What may take long takes a context and ends soon after it is cancelled, with its
// error; a loop over solutions just ends, and can be left at any time. [Workers] and
// [OnProgress] say how counts, estimates and samplers run.
//
// A solution of the empty board of any size, a million too, comes from [Construct],
// and a varied one from [ConstructRandom]. A [Placement] is turned, reflected and compared by
// [Placement.Transform], [Placement.Canonical], [Placement.Orbit] and
// [Placement.Stabilizer], read by [Parse], and written or drawn by
// [Placement.String], [Placement.FEN], [Placement.Diagram], [Placement.WriteSVG] and
// [WriteGallery]; boards with constraints by [Board.String], [Board.Diagram] and
// [Board.WriteSVG].
//
// # What it does not do
//
// Answers are computed, never looked up. Solvers take boards of up to [MaxN]
// rows; the time for all solutions, or for their number, grows five- to tenfold
// with each row, so that a count takes milliseconds at n = 14, minutes at n = 20
// and days beyond n = 23 or so. Placements, their notations and their symmetries
// have no such limit, nor have [Construct] and [ConstructRandom] within memory.
package queens

// References:
//
//	[bezzel]  Max Bezzel, as "Schachfreund". Zwei Schachfragen. Berliner
//	          Schachzeitung 3, page 363. 1848.
//	[nauck]   Franz Nauck. Illustrirte Zeitung 15, page 182. 1850.
