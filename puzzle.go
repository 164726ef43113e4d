package queens

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"example.com/queens/internal/bitset"
	"example.com/queens/internal/rating"
	"example.com/queens/internal/words"
	"example.com/queens/internal/work"
)

// ErrNoPuzzle says that there is no puzzle of the difficulty asked for, or that none was found.
var ErrNoPuzzle = errors.New("queens: no such puzzle")

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

var difficultyWords = words.New("queens", "Difficulty", "easy", "medium", "hard", "expert")

// String returns the name of d: "easy", "medium", "hard" or "expert".
func (d Difficulty) String() string { return difficultyWords.Word(uint8(d)) }

// MarshalText returns the name of d. A value that is not one of the constants is an error.
func (d Difficulty) MarshalText() ([]byte, error) { return difficultyWords.Text(uint8(d)) }

// UnmarshalText reads the name of a difficulty, in upper or lower case. Anything else is an
// error, and leaves d as it is.
func (d *Difficulty) UnmarshalText(text []byte) error { return words.Read(difficultyWords, text, d) }

// UnmarshalJSON reads a difficulty as UnmarshalText does, from a string. Null is an error.
func (d *Difficulty) UnmarshalJSON(data []byte) error {
	return words.ReadName(data, "queens: difficulty", d)
}

// A Rating says how hard a puzzle is for a person. [Board.Rate] makes it.
type Rating struct {
	Difficulty Difficulty `json:"difficulty"` // by the hardest rule that it takes
	Score      int        `json:"score"`      // by all steps, from 0 to 100
	Steps      int        `json:"steps"`      // how many there are
}

// UnmarshalJSON reads a rating as encoding/json writes it. It is an error if anything is
// missing, or if the score is not in 0 to 100, and r does not change.
func (r *Rating) UnmarshalJSON(data []byte) error {
	const what = "queens: rating"
	var read struct {
		Difficulty *Difficulty `json:"difficulty"`
		Score      *int        `json:"score"`
		Steps      *int        `json:"steps"`
	}
	if err := cmp.Or(words.ReadObject(data, what, &read), words.Missing(what, "difficulty", read.Difficulty),
		words.Missing(what, "score", read.Score), words.Missing(what, "steps", read.Steps)); err != nil {
		return err
	}
	if *read.Score < 0 || *read.Score > 100 || *read.Steps < 0 {
		return fmt.Errorf("%s of score %d in %d steps, want 0 to 100 in 0 or more", what, *read.Score, *read.Steps)
	}
	*r = Rating{*read.Difficulty, *read.Score, *read.Steps}
	return nil
}

// String returns r in words: "medium, score 43, 17 steps".
func (r Rating) String() string {
	return fmt.Sprintf("%v, score %d, %s", r.Difficulty, r.Score, words.Plural(r.Steps, "step"))
}

// Rate returns how hard b is as a puzzle, by the steps of [Board.Deduce]. The difficulty is
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
// The error is [ErrNoSolution] if there is no solution, and [ErrNotUnique] if there are
// several. Easy and medium puzzles take microseconds, and others a few milliseconds at n = 20
// if they were made for people; all boards may take as long as [Board.Unique] and Deduce. A
// cancelled context ends that within milliseconds, with the context's error.
func (b *Board) Rate(ctx context.Context, opts ...Option) (r Rating, err error) {
	if _, err = newTeam(opts); err != nil {
		return r, err
	}
	if err = ctx.Err(); err != nil {
		return r, err
	}
	d, err := puzzler{board: b, opts: opts}.rate(ctx, b.given)
	if err != nil {
		return r, err
	}
	effort := 0.0
	err = untilDone(ctx, func(stop *atomic.Bool) error {
		for s := newSheet(b.start, b.given, stop); !s.solved(); r.Steps++ {
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
	for _, step := range append(d.Steps, d) {
		lines += len(step.Lines)
		squares += len(step.Because) + 1
	}
	weight := 1
	if d.Rule != Single {
		weight = 2
	}
	return rating.Effort(weight, lines, squares, choices)
}

// Puzzle returns a puzzle: b with further queens given, so that it has one solution and is of
// difficulty d. All of those queens are needed: without any one of them there would be several
// solutions, or it would be harder. The given queens of b, its blocked squares and the torus
// stay. The choices are made with rng, and are the same on every machine; if rng is nil, the
// seed is drawn at random.
//
// The error is [ErrNoSolution] if b has no solution. It is [ErrNoPuzzle] if b has no such
// puzzle: of the plain empty boards that have a solution, those of n = 0, 1 and 4 have only
// easy puzzles, n = 5 has no hard ones, those of n = 6 to 8 have no expert ones, and all from
// n = 9 on have all. On a board with unusual constraints a puzzle may be too rare to be found
// in several thousand attempts.
//
// Puzzle draws a solution and takes queens away, one after another, and starts again if what
// remains is too easy. That takes a millisecond or two at n = 20, and up to a few dozen for
// an expert puzzle; at n = 9, where they are rare, a tenth of a second. Giving up takes half
// a second at n = 8. The time is exponential in n at worst, as is that of [Board.Find] and
// [Board.Unique]. A cancelled context ends it within milliseconds, with the context's error.
func (b *Board) Puzzle(ctx context.Context, rng *rand.Rand, d Difficulty, opts ...Option) (*Board, error) {
	if d > Expert {
		return nil, fmt.Errorf("queens: %v is not a difficulty", d)
	}
	if _, err := b.Find(ctx, opts...); err != nil {
		return nil, err
	}
	puzzle, err := puzzler{b, orRandom(rng), d, opts}.make(ctx)
	if err != nil {
		return nil, err
	}
	return b.With(Given(slices.Collect(puzzle.Queens())...))
}

// puzzleAttempts is how many puzzles are made at random. Expert ones of n = 9, the rarest on an
// empty board, are one in a few hundred.
const puzzleAttempts = 4000

// A puzzler makes puzzles of one board and one difficulty. The board has a solution.
type puzzler struct {
	board      *Board
	rng        *rand.Rand
	difficulty Difficulty
	opts       []Option // of searches for solutions
}

// make returns the given queens of a puzzle.
func (p puzzler) make(ctx context.Context) (Placement, error) {
	if easier, err := p.easier(ctx, p.board.given); err != nil {
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
func (p puzzler) draw(ctx context.Context) (Placement, error) {
	b := p.board
	for _, row := range p.rng.Perm(b.N()) {
		cols := slices.Collect(bitset.Members(b.start.open[row]))
		p.rng.Shuffle(len(cols), func(i, j int) { cols[i], cols[j] = cols[j], cols[i] })
		for i, col := range cols {
			with, err := b.With(Given(Square{row, col}))
			if err == nil && i < len(cols)-1 { // the last one has a solution if the others have none
				_, err = with.Find(ctx, p.opts...)
			}
			if err == nil {
				b = with
				break
			}
			if !errors.Is(err, ErrNoSolution) {
				return nil, err
			}
		}
	}
	return slices.Clone(b.given), nil
}

// reduce takes queens away from a puzzle that is not too hard, in random order, as long as it
// stays one. A queen that is needed is still needed with fewer others.
func (p puzzler) reduce(ctx context.Context, puzzle Placement) (Placement, error) {
	for _, row := range p.rng.Perm(len(puzzle)) {
		if puzzle[row] == p.board.given[row] {
			continue
		}
		fewer := slices.Clone(puzzle)
		fewer[row] = Empty
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
func (p puzzler) atMost(ctx context.Context, given Placement) (bool, error) {
	if p.difficulty < Hard {
		return p.board.applyRules(ctx, given, p.difficulty) == completed, ctx.Err()
	}
	rated, err := p.rate(ctx, given)
	if errors.Is(err, ErrNotUnique) {
		return false, nil
	}
	return err == nil && rated <= p.difficulty, err
}

// easier reports whether given queens leave a puzzle that is too easy.
func (p puzzler) easier(ctx context.Context, given Placement) (bool, error) {
	return p.difficulty > Easy && p.board.applyRules(ctx, given, p.difficulty-1) == completed, ctx.Err()
}

// rate returns the difficulty of the board with all the given queens, or ErrNoSolution or
// ErrNotUnique.
func (p puzzler) rate(ctx context.Context, given Placement) (Difficulty, error) {
	b := p.board
	for d := Easy; d < Hard; d++ {
		switch b.applyRules(ctx, given, d) {
		case completed:
			return d, nil
		case refuted:
			return 0, ErrNoSolution
		}
	}
	with, err := b.With(Given(slices.Collect(given.Queens())...))
	if err != nil {
		return 0, err
	}
	if _, err = with.Unique(ctx, p.opts...); err != nil {
		return 0, err
	}
	if b.applyRules(ctx, given, Hard) == completed {
		return Hard, nil
	}
	return Expert, ctx.Err()
}

// applyRules applies the rules that puzzles of difficulty d take, which is not Expert, until ctx
// ends. The easier difficulties stand in the order of their rules.
func (b *Board) applyRules(ctx context.Context, given Placement, d Difficulty) verdict {
	stop, release := work.StopWith(ctx)
	defer release()
	_, _, v := newSheet(b.start, given, stop).applyRules(Rule(d), new([]conclusion))
	return v
}
