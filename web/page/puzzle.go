package page

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"example.com/queens"
	"example.com/queens/regions"
)

// A Puzzle is a board of either kind that has exactly one solution.
type Puzzle struct {
	Kind       string            `json:"kind"`
	N          int               `json:"n"`
	Torus      bool              `json:"torus"`
	Text       string            `json:"text"` // what OpenPuzzle reads, without the answer
	Given      []queens.Square   `json:"given"`
	Blocked    []queens.Square   `json:"blocked"`
	Map        *Map              `json:"map,omitempty"` // of a board of regions
	Difficulty queens.Difficulty `json:"difficulty"`
	Says       string            `json:"says"`
	Rules      string            `json:"rules"`

	board  kind
	answer queens.Placement
}

// A Map says how regions look.
type Map struct {
	Regions [][]int  `json:"regions"` // the number of the region of each square, row by row
	Colours []string `json:"colours"` // by number
	Names   []string `json:"names"`
}

// newMap returns the map of regions of a board of n rows.
func newMap(numbers [][]int) *Map {
	m := &Map{Regions: numbers}
	for i := range numbers {
		m.Colours = append(m.Colours, regions.RegionColor(i))
		m.Names = append(m.Names, regions.RegionName(i))
	}
	return m
}

var errNoSolution = errors.New("this board has no solution")

// OpenPuzzle reads a board in any format of the library as a puzzle. It is an error if the
// board does not have exactly one solution.
func OpenPuzzle(ctx context.Context, text string) (*Puzzle, error) {
	board, err := readKind(text)
	if err != nil {
		return nil, err
	}
	return newPuzzle(ctx, board)
}

func newPuzzle(ctx context.Context, board kind) (*Puzzle, error) {
	answer, err := board.Unique(ctx)
	switch {
	case errors.Is(err, queens.ErrNoSolution):
		return nil, errNoSolution
	case errors.Is(err, queens.ErrNotUnique):
		return nil, errors.New("this board has several solutions; a puzzle has one")
	case err != nil:
		return nil, err
	}
	difficulty, err := board.Difficulty(ctx)
	if err != nil {
		return nil, err
	}
	p := &Puzzle{
		Kind: board.name(), N: board.N(), Text: board.text(), Difficulty: difficulty, board: board, answer: answer,
		Given: slices.AppendSeq([]queens.Square{}, board.Given()), Blocked: slices.AppendSeq([]queens.Square{}, board.Blocked()),
	}
	switch board := board.(type) {
	case regionsKind:
		p.Map = newMap(board.Regions())
		p.Says = fmt.Sprintf("%v, %d regions: %d queens to find.", difficulty, p.N, p.N-len(p.Given))
		p.Rules = "One queen in every row, column and colour. No two queens touch, not even at a corner."
	case queensKind:
		p.Torus = board.Toroidal()
		p.Says = fmt.Sprintf("%v, %d×%[2]d: %s given, %d to find.", difficulty, p.N, plural(len(p.Given), "queen"), p.N-len(p.Given))
		p.Rules = "One queen in every row and column. No two queens on a diagonal."
		if p.Torus {
			p.Rules += " Diagonals that leave the board come back on the other side."
		}
	}
	return p, nil
}

// A Wish says what kind of puzzle to make. The same wish gives the same puzzle, on all
// machines.
type Wish struct {
	Kind       string            `json:"kind"`
	N          int               `json:"n"`
	Torus      bool              `json:"torus"`
	Difficulty queens.Difficulty `json:"difficulty"`
	Seed       uint64            `json:"seed"`
}

// Sizes of boards that the page makes.
const (
	leastRegions, mostRegions = 5, 12
	leastQueens, mostQueens   = 6, MaxN
)

// MakePuzzle makes a puzzle.
func MakePuzzle(ctx context.Context, w Wish) (*Puzzle, error) {
	rng := rand.New(rand.NewPCG(w.Seed, uint64(w.N)))
	least, most := leastQueens, mostQueens
	if w.Kind == Regions {
		least, most = leastRegions, mostRegions
	}
	if w.N < least || w.N > most {
		return nil, fmt.Errorf("the puzzle has %d rows, want %d to %d", w.N, least, most)
	}
	switch w.Kind {
	case Regions:
		board, err := regions.Generate(ctx, w.N, rng, w.Difficulty)
		if err != nil {
			return nil, err
		}
		return newPuzzle(ctx, regionsKind{board})
	case Queens:
		empty, err := Position{N: w.N, Torus: w.Torus}.board()
		if err != nil {
			return nil, err
		}
		board, err := empty.Puzzle(ctx, rng, w.Difficulty)
		switch {
		case errors.Is(err, queens.ErrNoSolution):
			return nil, fmt.Errorf("there is no solution with %d rows on a board whose edges join; try 7, 11, 13, 17 or 19", w.N)
		case errors.Is(err, queens.ErrNoPuzzle): // only on a torus; see Board.Puzzle
			return nil, fmt.Errorf("there is no %s puzzle with %d rows whose edges join; try another difficulty", w.Difficulty, w.N)
		case err != nil:
			return nil, err
		}
		return OpenPuzzle(ctx, board.String())
	}
	return nil, fmt.Errorf("the kind of a puzzle is %q, want %q or %q", w.Kind, Regions, Queens)
}
