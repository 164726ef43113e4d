// Package puzzle makes puzzles with given queens, rates how hard they are for a person, and solves
// them as a person does, with a reason for each step.
//
//	empty, _ := queens.New(8)
//	board, err := puzzle.Generate(ctx, rng, empty, puzzle.Medium)
//	for step, err := range puzzle.Deduce(ctx, board) {
//		fmt.Println(step, err) // Rank 6 has one open square left, a6. <nil>
//	}
//
// A puzzle is a board with one solution, such as [queens.Board.Unique] returns, on which no given
// queen is needless. Its difficulty is that of the hardest [Rule] that it takes to solve it. Puzzles
// of coloured regions are in package example.com/queens/regions.
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
	"example.com/queens/internal/bitset"
	"example.com/queens/internal/rating"
	"example.com/queens/internal/words"
	"example.com/queens/internal/work"
)

// ErrNoPuzzle says that there is no puzzle of the difficulty asked for, or that none was found.
var ErrNoPuzzle = errors.New("puzzle: no such puzzle")

// ErrRulesEnd says that the rules of Deduce lead no further on a board that is not solved, and that
// it is not known to have several solutions.
var ErrRulesEnd = errors.New("puzzle: the rules end here")

// A Difficulty says how hard a puzzle is for a person: which rules of deduction it takes to
// solve it. The easier one is less than the harder.
type Difficulty uint8

// The difficulties of puzzles.
const (
	Easy Difficulty = iota
	Medium
	Hard
	Expert
)

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
// The score adds up the effort of all steps, and so orders puzzles of one difficulty, too.
// A step is the harder, the more squares one must look at at once, and the easier, the more
// others like it there are to find instead:
//
//	effort of a step = weight of its rule · lines · squares / steps of that rule to choose from
//	score            = 100·E / (E + 30), where E is the effort of all steps
//
// The weight of a single is 1, that of a pin or a trial 2. The squares are those of Because,
// and one more; a trial has the lines and the squares of all steps in it. If the rules end
// before the board is solved, the score is 100.
//
// The error is [queens.ErrNoSolution] if there is no solution, and [queens.ErrNotUnique] if there are
// several. Easy and medium puzzles take O(n³) time; all
// other boards may take as long as [queens.Board.Unique] and Deduce. A
// cancelled context ends that within milliseconds, with the context's error.
func Rate(ctx context.Context, b *queens.Board) (r Rating, err error) {
	if err = ctx.Err(); err != nil {
		return r, err
	}
	start, given := newSheet(b), placed(b)
	d, err := puzzler{board: b, start: start, given: given}.rate(ctx, given)
	if err != nil {
		return r, err
	}
	effort := 0.0
	err = work.UntilDone(ctx, func(stop *atomic.Bool) error {
		for s := start.until(stop); !s.solved(); r.Steps++ {
			step, err := s.deduce()
			if errors.Is(err, ErrRulesEnd) {
				effort = math.Inf(1)
				return nil
			} else if err != nil {
				return err
			}
			effort += step.effort(s.choices)
			s.apply(step)
		}
		return nil
	})
	if err != nil {
		return Rating{}, err
	}
	return Rating{d, rating.Score(effort), r.Steps}, nil
}

// effort returns what it takes to find a step, with as many like it to choose from.
func (d Deduction) effort(choices int) float64 {
	lines, squares := 0, 0
	for _, step := range append(slices.Clip(d.Steps), d) {
		lines++
		squares += len(step.Because) + 1
	}
	weight := 1
	if d.Rule != Single {
		weight = 2
	}
	return rating.Effort(weight, lines, squares, choices)
}

// Generate returns a puzzle: b with further queens given, so that it has one solution and is of
// difficulty d. All of those queens are needed: without any one of them there would be several
// solutions, or it would be harder. The given queens of b, its blocked squares and the torus
// stay. The choices are made with rng, and are the same on every machine; if rng is nil, the
// seed is drawn at random.
//
// The error is [queens.ErrNoSolution] if b has no solution. It is [ErrNoPuzzle] if b has no such
// puzzle: of the plain empty boards that have a solution, those of n = 0, 1 and 4 have only
// easy puzzles, n = 5 has no hard ones, those of n = 6 to 8 have no expert ones, and all from
// n = 9 on have all. On a board with unusual constraints a puzzle may be too rare to be found
// in several thousand attempts.
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
	p := puzzler{board: b, start: newSheet(b), given: placed(b), rng: work.Rand(rng), difficulty: d}
	made, err := p.generate(ctx)
	if err != nil {
		return nil, err
	}
	return p.with(made)
}

// placed returns the given queens of a board.
func placed(b *queens.Board) queens.Placement {
	p := queens.NewPlacement(b.N())
	for queen := range b.Given() {
		p[queen.Row] = queen.Col
	}
	return p
}

// puzzleAttempts is how many puzzles are made at random. Expert ones of n = 9, the rarest on an
// empty board, are one in a few hundred.
const puzzleAttempts = 4000

// A puzzler makes puzzles of one board and one difficulty. The board has a solution.
type puzzler struct {
	board      *queens.Board
	start      *sheet           // of the board
	given      queens.Placement // on the board
	rng        *rand.Rand
	difficulty Difficulty
}

// with returns the board with more queens given.
func (p puzzler) with(given queens.Placement) (*queens.Board, error) {
	return p.board.With(queens.Given(slices.Collect(given.Queens())...))
}

// sheetWith returns the sheet of the board with more queens given, some of them on it already.
func (p puzzler) sheetWith(given queens.Placement) *sheet {
	s := *p.start
	for queen := range given.Queens() {
		if p.given[queen.Row] == queens.Empty {
			s.place(queen)
		}
	}
	return &s
}

// generate returns the given queens of a puzzle.
func (p puzzler) generate(ctx context.Context) (queens.Placement, error) {
	if easier, err := p.easier(ctx, p.given); err != nil {
		return nil, err
	} else if easier { // and easier still with more queens
		return nil, fmt.Errorf("%w: the board of n = %d has no %v one", ErrNoPuzzle, p.board.N(), p.difficulty)
	}
	for range puzzleAttempts {
		solution, err := p.draw(ctx)
		if err != nil {
			return nil, err
		}
		puzzle, err := p.reduce(ctx, solution)
		if err != nil {
			return nil, err
		}
		if easier, err := p.easier(ctx, puzzle); err != nil || !easier {
			return puzzle, err
		}
	}
	return nil, fmt.Errorf("%w: found no %v one in %d attempts at the board of n = %d", ErrNoPuzzle, p.difficulty, puzzleAttempts, p.board.N())
}

// draw returns a random solution of a board that has one. Every solution has a chance. It asks
// the solver only whether there is a solution, since which one it finds may change.
func (p puzzler) draw(ctx context.Context) (queens.Placement, error) {
	b, left, solution := p.board, *p.start, slices.Clone(p.given)
	for _, row := range p.rng.Perm(b.N()) {
		cols := slices.Collect(bitset.Members(left.open[row]))
		p.rng.Shuffle(len(cols), func(i, j int) { cols[i], cols[j] = cols[j], cols[i] })
		for i, col := range cols {
			with, err := b.With(queens.Given(queens.Square{Row: row, Col: col}))
			if err == nil && i < len(cols)-1 { // the last one has a solution if the others have none
				_, err = with.Find(ctx)
			}
			if err == nil {
				b, solution[row] = with, col
				left.place(queens.Square{Row: row, Col: col})
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
		if puzzle[row] == p.given[row] {
			continue
		}
		fewer := slices.Clone(puzzle)
		fewer[row] = queens.Empty
		ok, err := p.atMost(ctx, fewer)
		if err != nil {
			return nil, err
		}
		if ok {
			puzzle = fewer
		}
	}
	return puzzle, nil
}

// atMost reports whether the given queens leave one solution, and are not too hard.
func (p puzzler) atMost(ctx context.Context, given queens.Placement) (bool, error) {
	if p.difficulty < Hard {
		return p.sheetWith(given).verdict(ctx, p.difficulty) == completed, ctx.Err()
	}
	rated, err := p.rate(ctx, given)
	if errors.Is(err, queens.ErrNotUnique) {
		return false, nil
	}
	return err == nil && rated <= p.difficulty, err
}

// easier reports whether given queens leave a puzzle that is too easy.
func (p puzzler) easier(ctx context.Context, given queens.Placement) (bool, error) {
	return p.difficulty > Easy && p.sheetWith(given).verdict(ctx, p.difficulty-1) == completed, ctx.Err()
}

// rate returns the difficulty of the board with all the given queens, or queens.ErrNoSolution or
// queens.ErrNotUnique.
func (p puzzler) rate(ctx context.Context, given queens.Placement) (Difficulty, error) {
	s := p.sheetWith(given)
	for d := Easy; d < Hard; d++ {
		switch s.verdict(ctx, d) {
		case completed:
			return d, nil
		case refuted:
			return 0, queens.ErrNoSolution
		}
	}
	with, err := p.with(given)
	if err != nil {
		return 0, err
	}
	if _, err = with.Unique(ctx); err != nil {
		return 0, err
	}
	if s.verdict(ctx, Hard) == completed {
		return Hard, nil
	}
	return Expert, ctx.Err()
}

// verdict applies the rules that puzzles of difficulty d take, which is not Expert, to a copy of
// s until ctx ends. The easier difficulties stand in the order of their rules.
func (s *sheet) verdict(ctx context.Context, d Difficulty) verdict {
	stop, release := work.StopWith(ctx)
	defer release()
	_, _, v := s.until(stop).applyRules(Rule(d), new([]conclusion))
	return v
}
