package page

import (
	"context"
	"errors"
	"fmt"

	"example.com/queens"
	"example.com/queens/regions"
)

// An Edit says what is known of a board of regions that somebody paints.
type Edit struct {
	Map      *Map   `json:"map"`
	Text     string `json:"text"` // what OpenPuzzle reads, or "" if the board is not complete
	Says     string `json:"says"`
	Solvable bool   `json:"solvable"`
	Unique   bool   `json:"unique"`
}

// LookAtRegions returns what is known of a board of regions: whether it is complete, and
// whether it has no solution, one or several.
func LookAtRegions(ctx context.Context, numbers [][]int) (Edit, error) {
	n := len(numbers)
	if n < 1 || n > mostRegions {
		return Edit{}, fmt.Errorf("the board has %d rows, want 1 to %d", n, mostRegions)
	}
	edit := Edit{Map: newMap(numbers)}
	squares := make([]int, n)
	for _, row := range numbers {
		for _, region := range row {
			if region < 0 || region >= n {
				return Edit{}, fmt.Errorf("there is a region %d, want 0 to %d", region, n-1)
			}
			squares[region]++
		}
	}
	for region, count := range squares {
		if count == 0 {
			edit.Says = fmt.Sprintf("Region %s has no square yet.", regions.RegionName(region))
			return edit, nil
		}
	}
	board, err := regions.New(numbers)
	if err != nil {
		return Edit{}, err
	}
	edit.Text = regionsKind{board}.text()
	_, err = board.Unique(ctx)
	switch {
	case err == nil:
		difficulty, err := board.Difficulty(ctx)
		if err != nil {
			return Edit{}, err
		}
		edit.Solvable, edit.Unique = true, true
		edit.Says = fmt.Sprintf("Exactly one solution: a puzzle. Difficulty: %v.", difficulty)
	case errors.Is(err, queens.ErrNotUnique):
		edit.Solvable = true
		edit.Says = "Several solutions. A puzzle has one."
	case errors.Is(err, queens.ErrNoSolution):
		edit.Says = "No solution."
	default:
		return Edit{}, err
	}
	return edit, nil
}

// ReadRegions reads a board of regions in any format, to edit it.
func ReadRegions(ctx context.Context, text string) (Edit, error) {
	board, err := readKind(text)
	if err != nil {
		return Edit{}, err
	}
	painted, ok := board.(regionsKind)
	if !ok {
		return Edit{}, errors.New("this is a board of queens; the editor is for coloured regions")
	}
	return LookAtRegions(ctx, painted.Regions())
}
