package queens_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	. "example.com/queens"
	. "example.com/queens/internal/testkit"
	"github.com/google/go-cmp/cmp"
)

// answers returns what a board says of itself, by the names of the methods. What a caller changes in a solution
// is seen by nobody else.
func answers(t *testing.T, b *Board) map[string]any {
	t.Helper()
	ctx, empty := t.Context(), emptyPlacement(b.N())
	solution := func(p Placement, err error) string {
		said := fmt.Sprint(p, err)
		clear(p)
		return said
	}
	steps, end := collectUntil(t, b.Deduce(ctx))
	return map[string]any{
		"N":           b.N(),
		"Given":       slices.Collect(b.Given()),
		"Blocked":     slices.Collect(b.Blocked()),
		"Toroidal":    b.Toroidal(),
		"Symmetries":  b.Symmetries(),
		"Orbit":       b.Orbit(empty),
		"Check":       fmt.Sprint(b.Check(empty), b.Check(Placement{0})),
		"Diagram":     b.Diagram(nil, DiagramStyle{}),
		"Count":       count(t, b),
		"Solutions":   collect(t, b.Solutions(ctx)),
		"Fundamental": collect(t, b.Fundamental(ctx)),
		"Deduce":      fmt.Sprint(steps, end),
		"Find":        solution(b.Find(ctx)),
		"First":       solution(b.First(ctx)),
		"Unique":      solution(b.Unique(ctx)),
		"Another":     solution(b.Another(ctx, empty)),
		"Estimate":    estimate(t, b, 1, 1),
		"Sample":      sampler(t, b).Sample(seeded(1)),
		"Steps":       fmt.Sprint(slices.Collect(b.Steps())),
		"With":        outcome(b.With(Toroidal())),
	}
}

// The zero Board is that of size 0, in all that it says.
func TestZeroBoard(t *testing.T) {
	var zero Board
	roundTripBoard(t, &zero)
	WantSame(t, answers(t, Must(New(0))), answers(t, &zero), "what New(0) says, and the zero Board")
}

// A board gives goroutines that ask at the same time the answers that one of them gets.
func TestConcurrentUse(t *testing.T) {
	for _, text := range []string{"n=8 blocked=a1,h8", "n=8 given=b4,d5", "n=8 given=b4,d5,a6"} {
		b := Must(ParseBoard(text))
		want := answers(t, b)
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() { WantSame(t, want, answers(t, b), "%v: answers in a goroutine", b) })
		}
		wg.Wait()
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
