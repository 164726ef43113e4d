package queens

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
)

// Unique needs no more than the search for two solutions, of which these boards
// have more than can be gone through.
func TestUniqueStopsAtTheSecond(t *testing.T) {
	for n := 20; n <= MaxN; n++ {
		f := newFinder(newBoard(t, n).start)
		if p, err := f.unique(t.Context()); err != ErrNotUnique {
			t.Errorf("n = %d: unique %v, %v, want %v", n, p, err, ErrNotUnique)
		}
		if f.nodes > uint64(50*n) {
			t.Errorf("n = %d: %d boards searched for two solutions", n, f.nodes)
		}
	}
}

// A search gives back every square it took.
func TestFinderRestores(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	restarted := 0
	for range 50 {
		n := 20 + rng.IntN(10)
		b := bitboard{make([]uint64, n), false}
		for row := range b.open {
			for col := range n {
				if rng.IntN(n) < 8 {
					b.open[row] |= 1 << col
				}
			}
		}
		f, want := newFinder(b), newFinder(b)
		if _, err := f.unique(t.Context()); err != nil && err != ErrNoSolution && err != ErrNotUnique {
			t.Fatal(err)
		}
		if f.lines != want.lines || f.spare != want.spare {
			t.Fatalf("the finder of %b does not give back what it took", b.open)
		}
		if f.nodes > 100 {
			restarted++
		}
	}
	if restarted == 0 {
		t.Error("no board needed a second start")
	}
}

// Boards are refuted without search if the open diagonals are too far from the
// middle, or if n rules toroidal solutions out.
func TestFinderRefutesAtOnce(t *testing.T) {
	const n = 30
	var squares []Square
	for row := range n {
		for col := range n {
			if d := row - col; -8 < d && d < 8 {
				squares = append(squares, Square{row, col})
			}
		}
	}
	for name, s := range map[string]*Board{
		"far diagonals": newBoard(t, n, Blocked(squares...)),
		"torus":         newBoard(t, 28, Toroidal()),
		"torus by 3":    newBoard(t, 27, Toroidal()),
	} {
		f := newFinder(s.start)
		if p, err := f.find(t.Context(), nil); err != ErrNoSolution || f.nodes > 0 {
			t.Errorf("%s: found %v, %v after %d boards, want nothing at once", name, p, err, f.nodes)
		}
	}
}

// Find and Unique agree with Count on boards with many diagonals blocked, which are split
// into parts once they are found to be hard.
func TestFindTightBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(77, 1))
	hard, unique := 0, 0
	for i := range fewer(1500, 200) {
		n := 12 + rng.IntN(6)
		chosen := make([]bool, 4*n-2)
		for _, d := range rng.Perm(4*n - 2)[:n-3+rng.IntN(5)] {
			chosen[d] = true
		}
		alone := Square{rng.IntN(n), rng.IntN(n)} // in its row, on every third board
		s := newBoard(t, n, Blocked(squaresWhere(n, func(s Square) bool {
			return chosen[s.Row+s.Col] || chosen[3*n-2+s.Row-s.Col] || i%3 == 0 && s.Row == alone.Row && s != alone
		})...))
		want := ErrNotUnique
		switch solutions, err := s.Count(t.Context()); {
		case err != nil:
			t.Fatal(err)
		case solutions == 0:
			want = ErrNoSolution
		case solutions == 1:
			want = nil
			unique++
		}
		f := newFinder(s.start)
		if p, err := f.unique(t.Context()); err != want {
			t.Fatalf("%v: unique %v, %v, want error %v", s, p, err, want)
		}
		if f.nodes > 2*firstNodes {
			hard++
		}
	}
	if hard < 30 || unique < 2 {
		t.Errorf("%d boards were hard and %d had one solution, want 30 and 2", hard, unique)
	}
}

// Boards without two of five diagonals of one direction come down to parts that are refuted
// by the third start. By the search alone they are out of reach.
func TestFinderSplits(t *testing.T) {
	for _, n := range []int{28, 30} {
		f := newFinder(newBoard(t, n, Blocked(squaresWhere(n, func(s Square) bool { return (s.Row-s.Col+5*n)%5 < 2 })...)).start)
		if p, err := f.find(t.Context(), nil); err != ErrNoSolution || f.nodes > 400 {
			t.Errorf("n = %d: found %v, %v after %d boards, want nothing after 400", n, p, err, f.nodes)
		}
	}
}

func TestFindCancel(t *testing.T) {
	rng := rand.New(rand.NewPCG(30, 64))
	boards := map[string]*Board{}
	for _, n := range []int{52, 60, MaxN} {
		boards[fmt.Sprintf("n = %d without two of five diagonals", n)] = newBoard(t, n, Blocked(squaresWhere(n, func(s Square) bool {
			return (s.Row-s.Col+5*n)%5 < 2
		})...))
	}
	for _, n := range []int{31, 35, 61} {
		boards[fmt.Sprintf("torus n = %d, 6 of 10 squares blocked", n)] = newBoard(t, n, Toroidal(), Blocked(squaresWhere(n, func(Square) bool {
			return rng.IntN(10) < 6
		})...))
	}
	for name, s := range boards {
		for what, find := range map[string]func(context.Context) (Placement, error){"Find": s.Find, "Unique": s.Unique} {
			checkCancel(t, what+", "+name, func(ctx context.Context) error {
				p, err := find(ctx)
				if err == nil || p != nil {
					t.Errorf("%s, %s: found %v, %v", what, name, p, err)
				}
				return err
			})
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, s := range []*Board{new(Board), newBoard(t, 8), newBoard(t, 5, Toroidal()), newBoard(t, 3)} {
		if p, err := s.Find(ctx); p != nil || err != context.Canceled {
			t.Errorf("%v: Find with a cancelled context gives %v, %v", s, p, err)
		}
		if p, err := s.Unique(ctx); p != nil || err != context.Canceled {
			t.Errorf("%v: Unique with a cancelled context gives %v, %v", s, p, err)
		}
	}
}

// A lateContext is cancelled once it has been asked so many times.
type lateContext struct {
	context.Context
	times int
}

func (c *lateContext) Err() error {
	if c.times--; c.times < 0 {
		return context.Canceled
	}
	return nil
}

// Wherever a context is cancelled, there is an answer or the context's error, and
// never an answer of half a search: neither in the search for a solution nor in that
// for another.
func TestUniqueCancelledAnywhere(t *testing.T) {
	blocked := func(seed uint64) *Board {
		rng := rand.New(rand.NewPCG(seed, 0))
		return newBoard(t, 14, Blocked(squaresWhere(14, func(Square) bool { return rng.IntN(100) < 60 })...))
	}
	for want, s := range map[error]*Board{nil: blocked(5), ErrNoSolution: blocked(2), ErrNotUnique: newBoard(t, 20)} {
		cancelled := 0
		for times := 0; ; times++ {
			p, err := s.Unique(&lateContext{Context: t.Context(), times: times})
			if err != context.Canceled {
				if err != want || (p == nil) != (err != nil) {
					t.Errorf("%v: %v, %v, want error %v", s, p, err, want)
				}
				break
			}
			cancelled++
		}
		if cancelled < 10 {
			t.Errorf("%v: cancelled in %d places only", s, cancelled)
		}
	}
}

func squaresWhere(n int, keep func(Square) bool) []Square {
	var squares []Square
	for row := range n {
		for col := range n {
			if s := (Square{row, col}); keep(s) {
				squares = append(squares, s)
			}
		}
	}
	return squares
}
