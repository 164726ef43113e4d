package page

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"example.com/queens"
	"example.com/queens/regions"
)

// An Edit says what is known of a board of regions that somebody paints.
type Edit struct {
	Text     string `json:"text"` // of the board, or "" if it is not complete
	Says     string `json:"says"`
	Solvable bool   `json:"solvable"`
	Unique   bool   `json:"unique"`
	// Of several solutions these are two, and the squares where another colour would
	// leave only the first of them.
	Solutions []Squares `json:"solutions"`
	Change    Squares   `json:"change"`
}

// LookAtRegions returns what is known of a board of regions: whether it is complete, in one
// piece each, and whether it has no solution, one or several.
func LookAtRegions(ctx context.Context, numbers [][]int) (Edit, error) {
	n := len(numbers)
	if n < 1 || n > MaxN {
		return Edit{}, fmt.Errorf("the board has %d rows, want 1 to %d", n, MaxN)
	}
	squares := make([]Squares, n)
	for row, line := range numbers {
		for col, region := range line {
			if region < 0 || region >= n {
				return Edit{}, fmt.Errorf("there is a region %d, want 0 to %d", region, n-1)
			}
			squares[region] = append(squares[region], queens.Square{Row: row, Col: col})
		}
	}
	for region, own := range squares {
		if len(own) == 0 {
			return Edit{Solutions: []Squares{}, Says: fmt.Sprintf("Region %s has no square yet.", regions.RegionName(region))}, nil
		}
	}
	board, err := regions.New(numbers)
	if err != nil {
		return Edit{}, err
	}
	edit := Edit{Text: regionsKind{board}.text(), Solutions: []Squares{}}
	if err := edit.solve(ctx, board, squares); err != nil {
		return Edit{}, err
	}
	for region, own := range squares {
		if parts := pieces(own); parts > 1 {
			edit.Says += fmt.Sprintf(" Region %s is in %d parts, which most puzzles do not allow.", regions.RegionName(region), parts)
		}
	}
	return edit, nil
}

func (e *Edit) solve(ctx context.Context, board *regions.Board, squares []Squares) error {
	_, err := board.Unique(ctx)
	switch {
	case err == nil:
		difficulty, err := board.Difficulty(ctx)
		e.Solvable, e.Unique = true, true
		e.Says = fmt.Sprintf("Exactly one solution: a puzzle. Difficulty: %v.", difficulty)
		return err
	case errors.Is(err, queens.ErrNoSolution):
		e.Says = "No solution."
		return nil
	case !errors.Is(err, queens.ErrNotUnique):
		return err
	}
	e.Solvable = true
	e.Says = "Several solutions. A puzzle has one."
	for p, err := range board.Solutions(ctx) {
		if err != nil {
			return err
		}
		e.Solutions = append(e.Solutions, queensOf(p))
		if len(e.Solutions) == 2 {
			break
		}
	}
	for _, s := range e.Solutions[1] {
		if !slices.Contains(e.Solutions[0], s) && repaintable(board, s, squares[board.Region(s)]) {
			e.Change = append(e.Change, s)
		}
	}
	return nil
}

// repaintable reports whether a square can go to a region beside it and leave its own in one
// piece. A solution with a queen there is none then: its own region has lost its queen.
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

// pieces returns in how many pieces the squares of a region are.
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
