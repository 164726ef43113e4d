package queens

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
)

// ErrNoPuzzle says that there is no puzzle of the difficulty asked for, or that none was
// found.
var ErrNoPuzzle = errors.New("queens: no such puzzle")

// A Difficulty says how hard a puzzle is for a person: which rules of deduction it
// takes to solve it. The easier one is less than the harder.
type Difficulty uint8

// The difficulties of puzzles.
const (
	Easy Difficulty = iota
	Medium
	Hard
	Expert
)

var difficultyWords = vocabulary{"Difficulty", []string{"easy", "medium", "hard", "expert"}}

// String returns the name of d: "easy", "medium", "hard" or "expert".
func (d Difficulty) String() string { return difficultyWords.word(uint8(d)) }

// MarshalText returns the name of d. A value that is not one of the constants is an
// error.
func (d Difficulty) MarshalText() ([]byte, error) { return difficultyWords.marshal(uint8(d)) }

// UnmarshalText reads the name of a difficulty, in small or in capital letters.
// Anything else is an error, and leaves d as it is.
func (d *Difficulty) UnmarshalText(text []byte) error { return unmarshal(difficultyWords, text, d) }

// Difficulty returns how hard b is as a puzzle: [Easy] if the rule [Single] is enough to
// place all queens, [Medium] if it takes [Pin] too, [Hard] if it takes a [Trial] in which
// singles follow, one after another, and [Expert] if it takes more than that: a trial with
// pins or with further trials in it. See [Board.Deduce].
//
// The error is [ErrNoSolution] if there is no solution, and [ErrNotUnique] if there are
// several. Easy and medium puzzles take microseconds; all others take as long as
// [Board.Unique], exponential in n at worst. A cancelled context ends that within
// milliseconds, with the context's error.
func (b *Board) Difficulty(ctx context.Context) (Difficulty, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	return b.rate(ctx, b.given)
}

// Puzzle returns a puzzle: b with further queens given, so that it has one solution and is
// of difficulty d. Those queens are all needed: without any of them there would be several
// solutions, or it would be harder. The queens that b has given, its blocked squares and
// the torus stay. The choices are made with rng, and are the same on every machine; if rng
// is nil, the seed is drawn at random.
//
// The error is [ErrNoSolution] if b has no solution. It is [ErrNoPuzzle] if b has no such
// puzzle: of the plain empty boards that have a solution, those of n = 0, 1 and 4 have easy
// puzzles alone, n = 5 has no hard ones, those of n = 6 to 8 have no expert ones, and all
// from n = 9 on have all. Boards with unusual constraints may also have a puzzle too rare to
// be found; the message says if that is possible.
//
// Puzzle draws a solution and takes queens away, one after another, and starts again if
// what remains is too easy. That takes a millisecond or two at n = 20, and up to some dozen
// for an expert puzzle, which few are; the first at n = 9 take a tenth of a second. The time is
// exponential in n at worst, as is that of [Board.Find] and [Board.Unique]. A cancelled
// context ends it within milliseconds, with the context's error.
func (b *Board) Puzzle(ctx context.Context, rng *rand.Rand, d Difficulty) (*Board, error) {
	if d > Expert {
		return nil, fmt.Errorf("queens: %v is not a difficulty", d)
	}
	if _, err := b.Find(ctx); err != nil {
		return nil, err
	}
	puzzle, err := b.makePuzzle(ctx, orRandom(rng), d)
	if err != nil {
		return nil, err
	}
	return b.With(givenPlacement(puzzle))
}

// puzzleAttempts is how many puzzles are made at random before puzzles are gone through.
const puzzleAttempts = 200

// makePuzzle returns the given queens of a puzzle of difficulty d. The board has a solution.
func (b *Board) makePuzzle(ctx context.Context, rng *rand.Rand, d Difficulty) (Placement, error) {
	if easier, err := b.easier(ctx, b.given, d); err != nil {
		return nil, err
	} else if easier { // the more so with more queens
		return nil, b.noPuzzle(d)
	}
	for range puzzleAttempts {
		solution, err := b.draw(ctx, rng)
		if err != nil {
			return nil, err
		}
		puzzle, err := b.reduce(ctx, rng, solution, d)
		if err != nil {
			return nil, err
		}
		if easier, err := b.easier(ctx, puzzle, d); err != nil || !easier {
			return puzzle, err
		}
	}
	puzzle, err := b.exhaust(ctx, d)
	if err != nil {
		return nil, err
	}
	return b.reduce(ctx, rng, puzzle, d)
}

// draw returns a solution of a board that has one. All solutions may come. Of the solver
// it uses only whether there is a solution, since which one it finds may change.
func (b *Board) draw(ctx context.Context, rng *rand.Rand) (Placement, error) {
	for _, row := range rng.Perm(b.N()) {
		cols := slices.Collect(bitsOf(b.start.open[row]))
		rng.Shuffle(len(cols), func(i, j int) { cols[i], cols[j] = cols[j], cols[i] })
		for i, col := range cols {
			with, err := b.With(Given(Square{row, col}))
			if err != nil {
				return nil, err
			}
			if i < len(cols)-1 { // else there is a solution, because the others have none
				_, err = with.Find(ctx)
			}
			if err == ErrNoSolution {
				continue
			}
			if err != nil {
				return nil, err
			}
			b = with
			break
		}
	}
	return slices.Clone(b.given), nil
}

// reduce takes queens away from a puzzle of difficulty d or less, in random order, as long
// as it remains one. A queen that is needed remains so with fewer others.
func (b *Board) reduce(ctx context.Context, rng *rand.Rand, puzzle Placement, d Difficulty) (Placement, error) {
	for _, row := range rng.Perm(b.N()) {
		if puzzle[row] == b.given[row] {
			continue
		}
		fewer := puzzle.without(row)
		ok, err := b.atMost(ctx, fewer, d)
		if err != nil {
			return nil, err
		}
		if ok {
			puzzle = fewer
		}
	}
	return puzzle, nil
}

// without returns a copy of p without the queen of a row.
func (p Placement) without(row int) Placement {
	p = slices.Clone(p)
	p[row] = Empty
	return p
}

// Boards with more than mostFree queens to place are not exhausted, nor are those with more
// than mostPuzzles puzzles.
const (
	mostFree    = 20
	mostPuzzles = 1 << 15
)

// exhaust returns a puzzle of difficulty d, most likely with more queens than it needs,
// after all attempts to make one have failed.
func (b *Board) exhaust(ctx context.Context, d Difficulty) (Placement, error) {
	if b.given.emptyRows() > mostFree {
		return nil, b.notFound(d)
	}
	h := hunt{board: b, difficulty: d, left: mostPuzzles}
	for solution := range b.Fundamental(ctx) {
		h.seen = map[uint64]bool{}
		if puzzle, err := h.below(ctx, solution); puzzle != nil || err != nil {
			return puzzle, err
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return nil, b.noPuzzle(d)
}

func (b *Board) noPuzzle(d Difficulty) error {
	return fmt.Errorf("%w: the board of n = %d has no %v one", ErrNoPuzzle, b.N(), d)
}

func (b *Board) notFound(d Difficulty) error {
	return fmt.Errorf("%w: found no %v one in %d attempts at the board of n = %d", ErrNoPuzzle, d, puzzleAttempts, b.N())
}

// A hunt goes through the easier puzzles of one solution, from all queens down, and those
// that have a queen less.
type hunt struct {
	board      *Board
	difficulty Difficulty
	seen       map[uint64]bool // by the rows that have a queen
	left       int             // puzzles
}

// below returns a puzzle of the difficulty with fewer queens than an easier one, or nil.
func (h *hunt) below(ctx context.Context, easier Placement) (Placement, error) {
	for row := range easier {
		if easier[row] == h.board.given[row] {
			continue
		}
		fewer := easier.without(row)
		if h.seen[fewer.rows()] {
			continue
		}
		h.seen[fewer.rows()] = true
		if h.left--; h.left < 0 {
			return nil, h.board.notFound(h.difficulty)
		}
		ok, err := h.board.atMost(ctx, fewer, h.difficulty)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		if easier, err := h.board.easier(ctx, fewer, h.difficulty); err != nil || !easier {
			return fewer, err
		}
		if puzzle, err := h.below(ctx, fewer); puzzle != nil || err != nil {
			return puzzle, err
		}
	}
	return nil, nil
}

// rows returns the set of the rows that have a queen, on a board of MaxN rows at most.
func (p Placement) rows() (set uint64) {
	for queen := range p.Queens() {
		set |= 1 << queen.Row
	}
	return set
}

// atMost reports whether the given queens leave one solution, at difficulty d or less.
func (b *Board) atMost(ctx context.Context, given Placement, d Difficulty) (bool, error) {
	if d < Hard {
		return b.follow(ctx, given, d) == completed, ctx.Err()
	}
	rated, err := b.rate(ctx, given)
	if err == ErrNotUnique {
		return false, nil
	}
	return err == nil && rated <= d, err
}

// easier reports whether given queens leave a puzzle easier than d.
func (b *Board) easier(ctx context.Context, given Placement, d Difficulty) (bool, error) {
	return d > Easy && b.follow(ctx, given, d-1) == completed, ctx.Err()
}

// rate returns the difficulty of b with all the given queens, or ErrNoSolution or
// ErrNotUnique.
func (b *Board) rate(ctx context.Context, given Placement) (Difficulty, error) {
	for d := Easy; d < Hard; d++ {
		switch b.follow(ctx, given, d) {
		case completed:
			return d, nil
		case refuted:
			return 0, ErrNoSolution
		}
	}
	with, err := b.With(givenPlacement(given))
	if err != nil {
		return 0, err
	}
	if _, err = with.Unique(ctx); err != nil {
		return 0, err
	}
	if b.follow(ctx, given, Hard) == completed {
		return Hard, nil
	}
	return Expert, ctx.Err()
}

// follow follows the rules that puzzles of difficulty d take, which is not Expert, until ctx
// ends.
func (b *Board) follow(ctx context.Context, given Placement, d Difficulty) verdict {
	stop, release := stopWith(ctx)
	defer release()
	s := newSheet(b.start, given, stop)
	if d == Hard {
		return s.followTrials()
	}
	strongest := Single
	if d == Medium {
		strongest = Pin
	}
	_, _, v := s.follow(strongest, new([]conclusion))
	return v
}
