// Package queens works on the n-queens problem: to place n queens on an n×n
// chessboard so that none attacks another. It enumerates solutions, counts
// them, estimates their number and draws them at random, completes given queens,
// sorts solutions by symmetry, traces the search for them step by step,
// constructs solutions of any size, and reads and draws boards.
//
// # I have a puzzle
//
// [Parse] reads it, here with queens given on b4 and d5 of the chessboard, and
// [New] makes a [Solver] of its board. There may also be squares [Blocked], and
// wrapped edges, [Toroidal].
//
//	p, err := queens.Parse(". . . 2 4 . . .")
//	…
//	s, err := queens.New(len(p), queens.Given(slices.Collect(p.Queens())...))
//	…
//	solution, ok := s.Find()
//
// A Solver has
//
//   - a solution: [Solver.Find]
//   - the solution, if there is exactly one: [Solver.Unique]
//   - all of them: [Solver.Solutions]
//   - how many: [Solver.Count], or roughly, [Solver.Estimate]
//   - one by lot: [Solver.Sample]
//   - a picture with the given queens marked, with an answer or without:
//     [Solver.WriteSVG]
//
// An answer that has the given queens is right if it is [Placement.Solved];
// [Placement.Conflicts] says what attacks what. To make a puzzle, take queens off
// a solution for as long as the others have it for their only one.
//
// # Terms
//
// A placement puts at most one queen in each row; it may be partial or wrong.
// A solution is a placement with a queen in every row in which no queen attacks
// another along a row, column or diagonal. The square has eight symmetries: the
// rotations and reflections that map it onto itself. The orbit of a solution is
// the set of its images under them, and its stabilizer is the set of those that
// leave it as it is; the sizes of the two multiply to 8. The lexicographically
// least solution of an orbit is called fundamental. The 8×8 board has 92
// solutions, in 11 orbits of 8 and one of 4: 12 fundamental ones.
//
// # Orientation
//
// Rows and columns count from 0 in Go values. In text they count from 1, or are
// the ranks and files of chess: row 0 is rank 1, column 0 is file a. Diagrams
// have row 0 on top unless told otherwise. Placement{1, 3, 0, 2} is
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
// # I want to …
//
//   - see all solutions, or the first few: range over [All]
//   - see them once for each orbit: range over [Fundamental]
//   - know how many there are: [Count], or with how many orbits of each size:
//     [Solver.Census]
//   - know about how many there are, where they are too many to count:
//     [Solver.Estimate]
//   - draw solutions at random, all equally likely: [Solver.Sample]
//   - put queens on the board first, block squares, or wrap the edges around:
//     [New] with [Given], [Blocked], [Toroidal], and the methods of [Solver]
//   - have one solution for any n at once, a million too: [Construct]; a varied
//     one: [Random]
//   - complete a board, or learn that nobody can: [Solver.Find]
//   - know whether a puzzle has exactly one solution: [Solver.Unique], and the
//     example Puzzle for how to make one
//   - check an answer: [Placement.Solved], and [Placement.Conflicts] for what
//     attacks what
//   - turn, reflect and compare boards: [Placement.Transform],
//     [Placement.Canonical], [Placement.Orbit], [Placement.Stabilizer]
//   - read a board from text: [Parse]
//   - print or draw one: [Placement.String], [Placement.FEN],
//     [Placement.Diagram], [Placement.WriteSVG], [Solver.WriteSVG],
//     [WriteGallery]
//   - show how backtracking works: [Solver.Steps]
//   - watch a long count, or bound its goroutines: [OnProgress], [Workers]
//   - spread a count over many machines: [Solver.Tasks] and [Task], and
//     [Solver.CensusOf] for the orbits
//
// A first program:
//
//	for p := range queens.Fundamental(8) {
//		fmt.Println(p, "stands for", len(p.Orbit()), "solutions")
//	}
//
// All iterators can be used again and again, stop when the loop does, and hand
// out placements that are the caller's to keep and to change.
//
// # What it does not do
//
// Answers are computed, never looked up. Solvers take boards of up to [MaxN]
// rows; the time for all solutions, or for their number, grows five- to ninefold
// with each row, so that a count takes milliseconds at n = 14, minutes at n = 20
// and days beyond n = 23 or so. Placements, their notations and their symmetries
// have no such limit, nor have [Construct] and [Random] within memory.
//
// # References
//
//   - [bezzel] Max Bezzel ("Schachfreund"), Zwei Schachfragen, Berliner
//     Schachzeitung 3 (1848), p. 363: the problem.
//   - [nauck] Franz Nauck, Illustrirte Zeitung 15 (1850), p. 182: all 92
//     solutions, and the question which of them have queens on b4 and d5.
//   - [gauss] Carl Friedrich Gauss and Heinrich Christian Schumacher, letters of
//     September 1850, in their Briefwechsel, vol. 6 (1865): solving it by
//     permutations of the columns.
//   - [pauls] E. Pauls, Das Maximalproblem der Damen auf dem Schachbrete, Deutsche
//     Schachzeitung 29 (1874), pp. 129–134 and 257–267: a solution for every n but
//     2 and 3.
//   - [polya] Georg Pólya, Über die "doppelt-periodischen" Lösungen des
//     n-Damen-Problems, in W. Ahrens, Mathematische Unterhaltungen und Spiele,
//     2nd ed., vol. 2 (1918), pp. 364–374: the toroidal board.
//   - [hoffman] E. J. Hoffman, J. C. Loessi and R. C. Moore, Constructions for the
//     Solution of the m Queens Problem, Mathematics Magazine 42 (1969), pp. 66–72.
//   - [wirth] Niklaus Wirth, Program Development by Stepwise Refinement,
//     Communications of the ACM 14 (1971), pp. 221–227.
//   - [dijkstra] Edsger W. Dijkstra, Notes on Structured Programming, in O.-J.
//     Dahl, E. W. Dijkstra and C. A. R. Hoare, Structured Programming (1972).
//   - [knuth] Donald E. Knuth, Estimating the Efficiency of Backtrack Programs,
//     Mathematics of Computation 29 (1975), pp. 121–136.
//   - [jerrum] Mark R. Jerrum, Leslie G. Valiant and Vijay V. Vazirani, Random
//     Generation of Combinatorial Structures from a Uniform Distribution,
//     Theoretical Computer Science 43 (1986), pp. 169–188.
//   - [bernhardsson] Bo Bernhardsson, Explicit Solutions to the n-Queens Problem
//     for All n, SIGART Bulletin 2 (1991), p. 7.
//   - [sosic] Rok Sosič and Jun Gu, Efficient Local Search with Conflict
//     Minimization: A Case Study of the n-Queens Problem, IEEE Transactions on
//     Knowledge and Data Engineering 6 (1994), pp. 661–668.
//   - [gomes] Carla P. Gomes, Bart Selman and Henry Kautz, Boosting Combinatorial
//     Search through Randomization, AAAI-98 (1998), pp. 431–437.
//   - [fearnhead] Paul Fearnhead and Peter Clifford, On-line Inference for Hidden
//     Markov Models via Particle Filters, Journal of the Royal Statistical Society B
//     65 (2003), pp. 887–899: populations drawn from all their continuations.
//   - [wdeg] Frédéric Boussemart, Fred Hemery, Christophe Lecoutre and Lakhdar
//     Sais, Boosting Systematic Search by Weighting Constraints, ECAI 2004, pp.
//     146–150.
//   - [gent] Ian P. Gent, Christopher Jefferson and Peter Nightingale, Complexity
//     of n-Queens Completion, Journal of Artificial Intelligence Research 59
//     (2017), pp. 815–848: the hardest boards; problems 079 and 080 of CSPLib.
//   - [oeis] The On-Line Encyclopedia of Integer Sequences: A000170, the numbers
//     of solutions; A002562, of fundamental solutions.
package queens
