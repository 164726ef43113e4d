package queens

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"golang.org/x/exp/stats"
)

// counting returns the portable kernel with a meter: it adds the boards given to it
// to sum.
func counting(sum *int) *kernel {
	type expand = func(in *boards, first, count int, row *openRow, out *boards)
	metered := func(f expand) expand {
		return func(in *boards, first, count int, row *openRow, out *boards) {
			*sum += count
			f(in, first, count, row, out)
		}
	}
	k := &kernel{name: "counting", newBoards: portable.newBoards, plane: portable.plane, torus: portable.torus}
	for _, e := range []*expansion{&k.plane, &k.torus} {
		e.expand, e.expandLast = metered(e.expand), metered(e.expandLast)
	}
	k.finish = func(in *boards, first, count int, row *openRow) uint64 {
		*sum += count
		return portable.finish(in, first, count, row)
	}
	return k
}

// TestCostsFraction compares the share of the cost of the pieces that are done with
// the share of the boards that the search went through, after each piece.
func TestCostsFraction(t *testing.T) {
	tests := []struct {
		n       int
		options []Constraint
	}{
		{13, nil},
		{14, nil},
		{fewer(15, 14), nil},
		{14, []Constraint{Blocked(Square{0, 0}, Square{5, 3}, Square{8, 8})}},
		{15, []Constraint{Given(Square{2, 5})}},
		{17, []Constraint{Toroidal()}},
	}
	for _, test := range tests {
		s := newBoard(t, test.n, test.options...)
		pieces, err := s.pieces(t.Context(), run{workers: 1}.enoughPieces())
		if err != nil {
			t.Fatal(err)
		}
		boards := 0
		c := s.newCounter(counting(&boards))
		var searched []float64 // up to each piece
		for _, p := range pieces {
			c.count(p, new(atomic.Bool))
			searched = append(searched, float64(boards))
		}
		total := newTally(len(pieces), func() []float64 { return s.costs(t.Context(), pieces) })
		off, doneOff, last := 0.0, 0.0, 0.0
		for i := range pieces {
			total.add(i, 0, nil)
			now, _ := total.now()
			if now.Fraction < last {
				t.Errorf("%s: fraction %v after %v", s, now.Fraction, last)
			}
			last = now.Fraction
			share := searched[i] / float64(boards)
			off = max(off, math.Abs(now.Fraction-share))
			doneOff = max(doneOff, math.Abs(float64(now.Done)/float64(now.Total)-share))
		}
		if !(off <= 0.03) || last != 1 {
			t.Errorf("%s: the fraction is off by %.3f, want at most 0.03, and ends with %v", s, off, last)
		}
		t.Logf("%s: the fraction is off by %.3f, Done/Total by %.3f", s, off, doneOff)
	}
}

// boardsBelow returns the number of boards that wait at a row or below it, or are
// full, when all are gone through: at rows without a queen only, or at each row.
func boardsBelow(p position, row int, each bool) int {
	if row == len(p.board.open) {
		return 1
	}
	boards := 0
	if each || p.queens[row] == Empty {
		boards = 1
	}
	for col := range columns(p.board.open[row]) {
		child := position{board: p.board.with(Square{row, col}), queens: p.queens}
		boards += boardsBelow(child, row+1, each)
	}
	return boards
}

// A probe that may keep all boards counts them. One that may keep a few is right on
// average.
func TestCostProbe(t *testing.T) {
	large, err := Construct(34)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		n       int
		options []Constraint
		want    int // 0: not known
	}{
		{8, nil, 2057}, // 2056 queens placed, and the empty board
		{9, []Constraint{Blocked(Square{0, 0}, Square{3, 5}, Square{8, 1})}, 0},
		{10, []Constraint{Given(Square{4, 1}, Square{7, 2})}, 0},
		{11, []Constraint{Toroidal(), Given(Square{3, 3})}, 0},
		{34, []Constraint{Given(slices.Collect(large[:24].Queens())...)}, 0},
	}
	for _, test := range tests {
		s := newBoard(t, test.n, test.options...)
		pr := costProbe{
			counter: counter{rows: newPosition(s.start), cols: newPosition(s.start.transpose())},
			rng:     rand.New(rand.NewPCG(21, 22)),
		}
		p := newPiece(s.given, 1)
		want := boardsBelow(pr.easiest(p), 0, test.n > maxBlockRows)
		if test.want != 0 && want != test.want {
			t.Fatalf("%s: the search goes through %d boards, want %d", s, want, test.want)
		}
		if got := pr.boardsOf(p, 1<<20); got != float64(want) {
			t.Errorf("%s: a probe of all boards counts %v, want %d", s, got, want)
		}
		costs := make([]float64, 4000)
		for i := range costs {
			costs[i] = pr.boardsOf(p, 3)
		}
		mean, deviation := stats.MeanAndStdDev(costs)
		off := (mean - float64(want)) / (deviation / math.Sqrt(float64(len(costs))))
		if math.Abs(off) > 4 {
			t.Errorf("%s: probes count %.0f on average, %.1f standard errors from %d", s, mean, off, want)
		}
	}
}

// Costs are the same each time, and every piece has one.
func TestCosts(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	rng := rand.New(rand.NewPCG(23, 24))
	for range 100 {
		n := 1 + rng.IntN(14)
		s := newBoard(t, n, randomOptions(rng, n)...)
		pieces, err := s.pieces(t.Context(), 1+rng.IntN(500))
		if err != nil {
			t.Fatal(err)
		}
		costs := s.costs(t.Context(), pieces)
		for i, cost := range costs {
			if !(cost > 0) || math.IsInf(cost, 1) {
				t.Errorf("%s: piece %d costs %v", s, i, cost)
			}
		}
		if again := s.costs(t.Context(), pieces); !slices.Equal(again, costs) {
			t.Errorf("%s: other costs when computed again", s)
		}
		if costs := s.costs(cancelled, pieces); costs != nil && len(pieces) > 0 {
			t.Errorf("%s: costs are computed when cancelled", s)
		}
	}
}
