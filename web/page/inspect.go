package page

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"example.com/queens"
	"example.com/queens/puzzle"
	"example.com/queens/regions"
)

// An Inspection says what is known of a board of regions that somebody is painting.
type Inspection struct {
	Text       string            `json:"text"`    // of the board, or "" if it is not complete
	Missing    Items[int]        `json:"missing"` // regions without a square
	Parts      Items[Parts]      `json:"parts"`   // of regions that are not in one piece
	Solvable   bool              `json:"solvable"`
	Unique     bool              `json:"unique"`
	Difficulty puzzle.Difficulty `json:"difficulty"` // if the solution is unique
	// If there are several solutions: two of them, and the squares where another colour would
	// rule out the second.
	Solutions Items[Squares] `json:"solutions"`
	Change    Squares        `json:"change"`
}

// Parts says how many pieces a region is in.
type Parts struct {
	Region int `json:"region"`
	Count  int `json:"count"`
}

// Inspect returns what is known of a board of regions: whether it is complete, whether each
// region is in one piece, and whether there is no solution, one or several.
func Inspect(ctx context.Context, numbers [][]int) (Inspection, error) {
	n := len(numbers)
	if err := sized(n, 1, MaxN); err != nil {
		return Inspection{}, err
	}
	squares := make([]Squares, n)
	for row, line := range numbers {
		for col, region := range line {
			if region < 0 || region >= n {
				return Inspection{}, fmt.Errorf("there is a region %d, want 0 to %d", region, n-1)
			}
			squares[region] = append(squares[region], queens.Square{Row: row, Col: col})
		}
	}
	var found Inspection
	for region, own := range squares {
		switch parts := pieces(own); {
		case parts == 0:
			found.Missing = append(found.Missing, region)
		case parts > 1:
			found.Parts = append(found.Parts, Parts{region, parts})
		}
	}
	if len(found.Missing) > 0 {
		return found, nil
	}
	board, err := regions.New(numbers)
	if err != nil {
		return Inspection{}, err
	}
	found.Text = regionsKind{board}.text()
	return found, found.solve(ctx, board, squares)
}

func (i *Inspection) solve(ctx context.Context, board *regions.Board, squares []Squares) error {
	_, err := board.Unique(ctx)
	switch {
	case err == nil:
		i.Solvable, i.Unique = true, true
		rating, err := board.Rate(ctx)
		i.Difficulty = rating.Difficulty
		return err
	case errors.Is(err, queens.ErrNoSolution):
		return nil
	case !errors.Is(err, queens.ErrNotUnique):
		return err
	}
	i.Solvable = true
	for p, err := range board.Solutions(ctx) {
		if err != nil {
			return err
		}
		i.Solutions = append(i.Solutions, queensOf(p))
		if len(i.Solutions) == 2 {
			break
		}
	}
	for _, s := range i.Solutions[1] {
		if !slices.Contains(i.Solutions[0], s) && repaintable(board, s, squares[board.Region(s)]) {
			i.Change = append(i.Change, s)
		}
	}
	return nil
}

// repaintable reports whether a square can join a neighbouring region and leave its own in one
// piece. That rules out a solution with a queen there: its old region has no queen then.
func repaintable(board *regions.Board, s queens.Square, own Squares) bool {
	rest := slices.DeleteFunc(slices.Clone(own), func(t queens.Square) bool { return t == s })
	other := func(t queens.Square) bool {
		return t.Row >= 0 && t.Col >= 0 && t.Row < board.N() && t.Col < board.N() && board.Region(t) != board.Region(s)
	}
	return pieces(rest) == 1 && slices.ContainsFunc(beside(s), other)
}

func beside(s queens.Square) []queens.Square {
	return []queens.Square{{Row: s.Row - 1, Col: s.Col}, {Row: s.Row + 1, Col: s.Col}, {Row: s.Row, Col: s.Col - 1}, {Row: s.Row, Col: s.Col + 1}}
}

// pieces returns how many pieces the squares of a region are in.
func pieces(squares Squares) int {
	left := make(map[queens.Square]bool)
	for _, s := range squares {
		left[s] = true
	}
	var take func(s queens.Square)
	take = func(s queens.Square) {
		delete(left, s)
		for _, t := range beside(s) {
			if left[t] {
				take(t)
			}
		}
	}
	count := 0
	for _, s := range squares {
		if left[s] {
			take(s)
			count++
		}
	}
	return count
}
