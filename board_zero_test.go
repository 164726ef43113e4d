package queens_test

import (
	"fmt"
	"slices"
	"testing"

	. "example.com/queens"
	"github.com/google/go-cmp/cmp"
)

// The zero Board is that of size 0, in all that it says.
func TestZeroBoard(t *testing.T) {
	var zero Board
	roundTripBoard(t, &zero)
	board, p := Must(New(0)), Placement{}
	for name, show := range map[string]func(b *Board) any{
		"N":           func(b *Board) any { return b.N() },
		"Given":       func(b *Board) any { return slices.Collect(b.Given()) },
		"Blocked":     func(b *Board) any { return slices.Collect(b.Blocked()) },
		"Toroidal":    func(b *Board) any { return b.Toroidal() },
		"Symmetries":  func(b *Board) any { return b.Symmetries() },
		"Orbit":       func(b *Board) any { return b.Orbit(p) },
		"Check":       func(b *Board) any { return [2]error{b.Check(p), b.Check(Placement{0})} },
		"Diagram":     func(b *Board) any { return b.Diagram(nil, DiagramStyle{}) },
		"Count":       func(b *Board) any { return count(t, b) },
		"Solutions":   func(b *Board) any { return collect(t, b.Solutions(t.Context())) },
		"Fundamental": func(b *Board) any { return collect(t, b.Fundamental(t.Context())) },
		"Find":        func(b *Board) any { return fmt.Sprint(b.Find(t.Context())) },
		"Unique":      func(b *Board) any { return fmt.Sprint(b.Unique(t.Context())) },
		"Another":     func(b *Board) any { return fmt.Sprint(b.Another(t.Context(), nil)) },
		"Estimate":    func(b *Board) any { return estimate(t, b, 1, 1) },
		"Sample":      func(b *Board) any { return sampler(t, b).Sample(seeded(1)) },
		"Steps":       func(b *Board) any { return slices.Collect(b.Steps()) },
		"With":        func(b *Board) any { with, err := b.With(Toroidal()); return fmt.Sprint(with, err) },
	} {
		if diff := cmp.Diff(show(board), show(&zero), cmp.Comparer(func(a, b error) bool { return fmt.Sprint(a) == fmt.Sprint(b) })); diff != "" {
			t.Errorf("%s differs (-New(0) +zero Board):\n%s", name, diff)
		}
	}
}

// Boards are equal if their texts are, by Equal and for go-cmp; nil equals nothing but nil.
func TestEqual(t *testing.T) {
	rng := seeded(44)
	boards := []*Board{nil, new(Board), Must(New(0)), Must(New(0, Toroidal())), Must(New(1)), Must(New(1, Toroidal()))}
	for len(boards) < 60 {
		if spec := randomSpec(rng, rng.IntN(4)); !spec.contradicts() {
			boards = append(boards, spec.board(t))
		}
	}
	equal := 0
	for i, b := range boards {
		for j, c := range boards {
			want := b == c
			if b != nil && c != nil {
				want = b.String() == c.String()
			}
			if got := b.Equal(c); got != want || cmp.Equal(b, c) != want || cmp.Equal([]*Board{b}, []*Board{c}) != want {
				t.Errorf("%v equals %v: %t, want %t", b, c, got, want)
			}
			if want && i != j {
				equal++
			}
		}
	}
	if equal < 20 {
		t.Errorf("only %d pairs are equal", equal)
	}
}
