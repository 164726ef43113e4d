// Package puzzle makes puzzles with given queens, rates how hard they are for a person, and solves
// them as a person does, with a reason for each step:
//
//	ctx := context.Background()
//	empty, _ := queens.New(8)
//	board, _ := puzzle.Generate(ctx, rand.New(rand.NewPCG(1, 2)), empty, puzzle.Medium)
//	for step := range puzzle.Deduce(ctx, board) {
//		fmt.Println(step) // first: A queen on a3 or b3 would leave rank 2 no square.
//	}
//
// A puzzle is a board with one solution and some queens given, each of which is needed. A person
// solves it step by step. If a row or a column has one open square left, its queen stands there. If
// a queen on a square would leave some row or column no open square, none stands there. Each
// [Deduction] is such a step, by a [Rule]. The hardest rule that a puzzle takes decides its
// [Difficulty].
//
// Puzzles of coloured regions are in package example.com/queens/regions. They share the difficulties,
// the ratings and the errors of this package.
package puzzle

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"example.com/queens"
	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/words"
	"example.com/queens/internal/work"
)

// ErrNoPuzzle says that there is no puzzle of the difficulty asked for, or that none was found.
var ErrNoPuzzle = errors.New("puzzle: no such puzzle")

// A Difficulty says how hard a puzzle is for a person: which rules of deduction it takes to solve
// it. Easier ones are less than harder ones.
type Difficulty uint8

// The difficulties of puzzles.
const (
	Easy Difficulty = iota
	Medium
	Hard
	Expert
)

// strongest has the strongest rule that a puzzle of each difficulty but Expert takes. The trials of
// a hard one take nothing but singles.
var strongest = [...]Rule{Easy: Single, Medium: Pin, Hard: Trial}

var difficultyWords = words.New("puzzle", "Difficulty", "easy", "medium", "hard", "expert")

// String returns the name of d: "easy", "medium", "hard" or "expert".
func (d Difficulty) String() string { return difficultyWords.Word(uint8(d)) }

// MarshalText returns the name of d. A value that is not one of the constants is an error.
func (d Difficulty) MarshalText() ([]byte, error) { return difficultyWords.Text(uint8(d)) }

// UnmarshalText reads the name of a difficulty, in upper or lower case. Anything else is an
// error, and leaves d as it is.
func (d *Difficulty) UnmarshalText(text []byte) error { return words.Read(difficultyWords, text, d) }

// A Rating says how hard a puzzle is for a person. [Rate] makes it.
type Rating struct {
	Difficulty Difficulty `json:"difficulty"` // by the hardest rule that it takes
	Score      int        `json:"score"`      // by all steps, from 0 to 100
	Steps      int        `json:"steps"`      // how many there are
}

// String returns r in words: "medium, score 43, 17 steps".
func (r Rating) String() string {
	return fmt.Sprintf("%v, score %d, %s", r.Difficulty, r.Score, words.Plural(r.Steps, "step"))
}

// Rate returns how hard b is as a puzzle, by the steps of [Deduce]. The difficulty is
// [Easy] if the rule [Single] is enough to place all queens, [Medium] if it takes [Pin] too,
// [Hard] if it takes a [Trial] in which singles follow, one after another, and [Expert] if it
// takes more than that: a trial with pins or with further trials in it.
//
// The score adds up the effort of all steps, and so compares puzzles of the same difficulty as
// well. A step is harder the more lines and squares a person must look at together, and easier the
// more steps by the same rule there are to find instead:
//
//	effort of a step = weight of its rule · lines · squares / steps of that rule to choose from
//	score            = [Score] of the sum of all efforts
//
// The weight of a single is 1, that of a pin or a trial 2. A single or a pin has one line, and one
// square more than Because has; a trial has the same, and adds the lines and the squares of its
// Steps. If the rules end before the board is solved, the score is 100.
//
// The error is [queens.ErrNoSolution] if there is no solution, and [queens.ErrNotUnique] if there
// are several. Easy and medium puzzles take O(n³) time; all other boards may take as long as
// [queens.Board.Unique] and Deduce. A cancelled context ends that within milliseconds, with the
// context's error.
func Rate(ctx context.Context, b *queens.Board) (r Rating, err error) {
	err = work.UntilDone(ctx, func(stop *atomic.Bool) error {
		s := newSheet(b, stop)
		rated := *s
		if r.Difficulty, err = rated.difficulty(func() error { _, err := b.Unique(ctx); return err }); err != nil {
			return err
		}
		effort, steps, err := s.effort()
		r.Score, r.Steps = Score(effort), steps
		return err
	})
	if err != nil {
		return Rating{}, err
	}
	return r, nil
}

// Score returns the score of a puzzle for the effort E of all its steps together: 100·E / (E + 30),
// rounded. [Rate] says what the effort of a step is. E may be infinite. Thirty is the effort of a
// medium puzzle of eight or nine rows. Package regions uses Score as well.
func Score(effort float64) int {
	const half = 30
	return int(math.Round(100 * (1 - half/(effort+half))))
}

// difficulty returns the difficulty of a sheet. If the rules up to Pin do not solve it, it calls
// unique, which says whether the board has one solution. It changes the sheet: a rule finds the
// same after weaker rules have been applied.
func (s *sheet) difficulty(unique func() error) (Difficulty, error) {
	for _, d := range []Difficulty{Easy, Medium} {
		switch s.applyRules(strongest[d], nil).verdict {
		case completed:
			return d, nil
		case refuted:
			return 0, queens.ErrNoSolution
		}
	}
	if err := unique(); err != nil {
		return 0, err
	}
	if s.applyRules(strongest[Hard], nil).verdict == completed {
		return Hard, nil
	}
	return Expert, nil
}

// effort returns the effort of all steps on a sheet, which is infinite if the rules end, and how
// many steps there are. It solves the sheet.
func (s *sheet) effort() (sum float64, steps int, err error) {
	for ; !s.solved(); steps++ {
		d, choices, err := s.next()
		if errors.Is(err, ErrRulesEnd) {
			return math.Inf(1), steps, nil
		} else if err != nil {
			return 0, 0, err
		}
		sum += d.effort(choices)
		s.apply(d)
	}
	return sum, steps, nil
}

// effort returns how hard it is to find a step by its rule, if there are so many of them to choose
// from.
func (d Deduction) effort(choices int) float64 {
	lines, squares, weight := 1+len(d.Steps), len(d.Because)+1, 1
	for _, step := range d.Steps {
		squares += len(step.Because) + 1
	}
	if d.Rule != Single {
		weight = 2
	}
	return float64(weight*lines*squares) / float64(choices)
}

// Generate returns a puzzle: b with further queens given, so that it has one solution and is of
// difficulty d. All further queens are needed: without any one of them there would be several
// solutions, or the puzzle would be harder. The given queens of b, its blocked squares and the torus
// stay. The choices are made with rng, and are the same on every machine; if rng is nil, the
// seed is drawn at random.
//
// The error is [queens.ErrNoSolution] if b has no solution. It is [ErrNoPuzzle] if b has no such
// puzzle, or if several thousand attempts do not find one, as may happen on boards with unusual
// constraints. Of the plain empty boards that have a solution, those of n = 0, 1 and 4 have only
// easy puzzles, that of n = 5 has no hard ones, and those of n = 6 to 8 have no expert ones. From n
// = 9 on there are puzzles of every difficulty.
//
// Generate draws a solution and takes queens away, one after another, and starts again if what
// remains is too easy. The time is exponential in n at worst, as is that of [queens.Board.Find] and
// [queens.Board.Unique]. A cancelled context ends it within milliseconds, with the context's error.
func Generate(ctx context.Context, rng *rand.Rand, b *queens.Board, d Difficulty) (*queens.Board, error) {
	if d > Expert {
		return nil, fmt.Errorf("puzzle: %v is not a difficulty", d)
	}
	if _, err := b.Find(ctx); err != nil {
		return nil, err
	}
	var made *queens.Board
	err := work.UntilDone(ctx, func(stop *atomic.Bool) error {
		p := puzzler{b, newSheet(b, stop), work.Rand(rng), d}
		given, err := p.generate(ctx)
		if err == nil {
			made, err = p.with(given)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return made, nil
}

// puzzleAttempts is how many puzzles are made at random. Expert ones of n = 9, the rarest on an
// empty board, are one in a few hundred.
const puzzleAttempts = 4000

// A puzzler makes puzzles of one board and one difficulty. The board has a solution.
type puzzler struct {
	board      *queens.Board
	start      *sheet // of the board
	rng        *rand.Rand
	difficulty Difficulty
}

// with returns the board with more queens given.
func (p puzzler) with(given queens.Placement) (*queens.Board, error) {
	return p.board.With(queens.Given(slices.Collect(given.Queens())...))
}

// sheetWith returns the sheet of the board with more queens given, some of them perhaps on it already.
func (p puzzler) sheetWith(given queens.Placement) *sheet {
	s := *p.start
	for queen := range given.Queens() {
		if s.wanting.rows>>queen.Row&1 != 0 {
			s.place(queen)
		}
	}
	return &s
}

// generate returns the given queens of a puzzle.
func (p puzzler) generate(ctx context.Context) (queens.Placement, error) {
	if p.tooEasy(nil) { // and easier still with more queens
		return nil, fmt.Errorf("%w: the board of n = %d has no %v one", ErrNoPuzzle, p.board.N(), p.difficulty)
	}
	for range puzzleAttempts {
		puzzle, err := p.draw(ctx)
		if err == nil {
			puzzle, err = p.reduce(ctx, puzzle)
		}
		if err != nil || !p.tooEasy(puzzle) {
			return puzzle, err
		}
	}
	return nil, fmt.Errorf("%w: found no %v one in %d attempts at the board of n = %d", ErrNoPuzzle, p.difficulty, puzzleAttempts, p.board.N())
}

// draw returns a random solution of a board that has one. Every solution has a chance. It asks
// the solver only whether there is a solution, since which one it finds may change.
func (p puzzler) draw(ctx context.Context) (queens.Placement, error) {
	b, s, solution := p.board, *p.start, queens.NewPlacement(p.board.N())
	for _, row := range p.rng.Perm(b.N()) {
		cols := slices.Collect(bitboard.Members(s.open[row]))
		p.rng.Shuffle(len(cols), func(i, j int) { cols[i], cols[j] = cols[j], cols[i] })
		for i, col := range cols {
			with, err := b.With(queens.Given(queens.Square{Row: row, Col: col}))
			if err == nil && i < len(cols)-1 { // the last one has a solution if the others have none
				_, err = with.Find(ctx)
			}
			if err == nil {
				b, solution[row] = with, col
				s.place(queens.Square{Row: row, Col: col})
				break
			}
			if !errors.Is(err, queens.ErrNoSolution) {
				return nil, err
			}
		}
	}
	return solution, nil
}

// reduce takes queens away from a puzzle that is not too hard, in random order, as long as it
// stays one. A queen that is needed is still needed with fewer others.
func (p puzzler) reduce(ctx context.Context, puzzle queens.Placement) (queens.Placement, error) {
	for _, row := range p.rng.Perm(len(puzzle)) {
		if p.start.wanting.rows>>row&1 == 0 {
			continue
		}
		fewer := slices.Clone(puzzle)
		fewer[row] = queens.Empty
		if ok, err := p.atMost(ctx, fewer); err != nil {
			return nil, err
		} else if ok {
			puzzle = fewer
		}
	}
	return puzzle, nil
}

// atMost reports whether the given queens leave one solution, and are not too hard.
func (p puzzler) atMost(ctx context.Context, given queens.Placement) (bool, error) {
	s := p.sheetWith(given)
	if p.difficulty < Hard {
		return s.applyRules(strongest[p.difficulty], nil).verdict == completed, nil
	}
	rated, err := s.difficulty(func() error {
		with, err := p.with(given)
		if err == nil {
			_, err = with.Unique(ctx)
		}
		return err
	})
	if errors.Is(err, queens.ErrNotUnique) {
		return false, nil
	}
	return err == nil && rated <= p.difficulty, err
}

// tooEasy reports whether given queens leave an easier puzzle.
func (p puzzler) tooEasy(given queens.Placement) bool {
	return p.difficulty > Easy && p.sheetWith(given).applyRules(strongest[p.difficulty-1], nil).verdict == completed
}
