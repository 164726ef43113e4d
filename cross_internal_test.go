package queens

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"example.com/queens/internal/block"
	"example.com/queens/internal/kernel"
	. "example.com/queens/internal/testkit"
	"golang.org/x/exp/stats"
)

// meteredBlocks returns the portable kernel with a meter: it adds the boards given to it
// to sum.
func meteredBlocks(sum *int) *kernel.Kernel {
	metered := func(f kernel.Expansion) kernel.Expansion {
		return func(in *kernel.Boards, first, count int, row *kernel.OpenRow, out *kernel.Boards) {
			*sum += count
			f(in, first, count, row, out)
		}
	}
	p := kernel.Portable
	k := &kernel.Kernel{Name: "metered", NewBoards: p.NewBoards, Plane: metered(p.Plane), Torus: metered(p.Torus)}
	k.Finish = func(in *kernel.Boards, first, count int, row *kernel.OpenRow) uint64 {
		*sum += count
		return p.Finish(in, first, count, row)
	}
	return k
}

// TestCostsFraction compares the share of the cost of the pieces that are done with
// the share of the boards that the search went through, after each piece.
func TestCostsFraction(t *testing.T) {
	tests := []struct {
		n           int
		constraints []Constraint
	}{
		{13, nil},
		{14, nil},
		{Fewer(15, 14), nil},
		{14, []Constraint{Blocked(Square{0, 0}, Square{5, 3}, Square{8, 8})}},
		{15, []Constraint{Given(Square{2, 5})}},
		{17, []Constraint{Toroidal()}},
	}
	for _, test := range tests {
		b := newBoard(t, test.n, test.constraints...)
		pieces := byCrosses(b)(piecesPerWorker)
		searched := make([]int, pieces.Len()) // boards up to each piece
		sum := 0
		w := pieces.NewWorker(meteredBlocks(&sum))
		for i := range searched {
			w.Count(i, new(atomic.Bool))
			searched[i] = sum
		}
		var all, done, off, doneOff float64
		for i := range searched {
			all += pieces.Cost(i)
		}
		for i := range searched {
			done += pieces.Cost(i)
			want := float64(searched[i]) / float64(sum)
			off = max(off, math.Abs(done/all-want))
			doneOff = max(doneOff, math.Abs(float64(i+1)/float64(len(searched))-want))
		}
		if off > 0.03 {
			t.Errorf("%v: the fraction is off by %.3f, want at most 0.03", b, off)
		}
		t.Logf("%v: the fraction is off by %.3f, Done/Total by %.3f", b, off, doneOff)
	}
}

// boardsBelow returns the number of boards that wait at a row or below it, or are
// full, when all are gone through: at rows without a queen only, or at each row.
func boardsBelow(p block.Position, row int, each bool) int {
	if row == len(p.Open) {
		return 1
	}
	below := 0
	if each || p.Queens[row] == Empty {
		below = 1
	}
	for col := range p.Queens {
		if queen := (Square{row, col}); squareSet(p.Open).has(queen) {
			below += boardsBelow(bitboard{p.Open, p.Torus}.with(queen).positionWith(p.Queens), row+1, each)
		}
	}
	return below
}

// A probe that may keep all boards counts them. One that may keep a few is right on
// average.
func TestCostProbe(t *testing.T) {
	large := Must(Construct(34))
	tests := []struct {
		n           int
		constraints []Constraint
		want        int // 0: not known
	}{
		{8, nil, 2057}, // 2056 queens placed, and the empty board
		{9, []Constraint{Blocked(Square{0, 0}, Square{3, 5}, Square{8, 1})}, 0},
		{10, []Constraint{Given(Square{4, 1}, Square{7, 2})}, 0},
		{11, []Constraint{Toroidal(), Given(Square{3, 3})}, 0},
		{34, []Constraint{Given(slices.Collect(large[:24].Queens())...)}, 0},
	}
	for _, test := range tests {
		b := newBoard(t, test.n, test.constraints...)
		rng := rand.New(rand.NewPCG(21, 22))
		c := cross{b.given, 1}
		want := boardsBelow(c.easiest(b), 0, test.n > kernel.MaxRows)
		if test.want != 0 && want != test.want {
			t.Fatalf("%v: the search goes through %d boards, want %d", b, want, test.want)
		}
		if got := c.probe(b, rng, 1<<20); got != float64(want) {
			t.Errorf("%v: a probe of all boards counts %v, want %d", b, got, want)
		}
		costs := make([]float64, 4000)
		for i := range costs {
			costs[i] = c.probe(b, rng, 3)
		}
		mean, deviation := stats.MeanAndStdDev(costs)
		off := (mean - float64(want)) / (deviation / math.Sqrt(float64(len(costs))))
		if math.Abs(off) > 4 {
			t.Errorf("%v: probes count %.0f on average, %.1f standard errors from %d", b, mean, off, want)
		}
	}
}

// TestCrossesStop makes sure that the flag ends the search for crosses, of which there
// are a hundred thousand here.
func TestCrossesStop(t *testing.T) {
	b := newBoard(t, 32)
	stop := new(atomic.Bool)
	visits := 0
	visit := func(cross) {
		if visits++; visits == 100 {
			stop.Store(true)
		}
	}
	b.extend(b.root(), b.crossGroup(), stop, visit)
	if visits < 100 || visits > 200 {
		t.Errorf("%d crosses, stopped at the 100th", visits)
	}
}

// Cut as finely as can be, there is a piece for each fundamental solution or more.
func TestCrossesFinest(t *testing.T) {
	for n := range 13 {
		cut := Must(newBoard(t, n).cut(new(atomic.Bool), 1e6))
		if got, want := cut.Len(), int(Reference[n].Fundamental); got < want {
			t.Errorf("n = %d: %d pieces, want %d or more", n, got, want)
		}
		for _, p := range cut.list {
			if p.queens.emptyRows() > 0 {
				t.Errorf("n = %d: a piece has only the queens %v", n, p.queens)
			}
		}
	}
}

// Every solution of a piece has one index, on boards small and large, whether the
// pieces are cut once more or not.
func TestSolutionByIndex(t *testing.T) {
	half := Must(ConstructRandom(t.Context(), newRNG(3), 34)) // for boards that kernels do not take
	for row := range 14 {
		half[row] = Empty
	}
	wide := Must(NewFrom(half))
	for name, s := range map[string]*Board{
		"n = 6":         newBoard(t, 6),
		"n = 8":         newBoard(t, 8),
		"n = 10":        newBoard(t, 10),
		"blocked n = 9": newBoard(t, 9, Blocked(Square{0, 4}, Square{3, 7})),
		"torus n = 11":  newBoard(t, 11, Toroidal()),
		"given n = 11":  newBoard(t, 11, Given(Square{5, 2})),
		"given n = 34":  wide,
	} {
		p := cross{s.given, 1}
		want := map[string]bool{}
		for q := range s.Solutions(t.Context()) {
			want[q.String()] = true
		}
		if name != "n = 6" && len(want) <= fewSolutions {
			t.Errorf("%s: only %d solutions", name, len(want))
		}
		got := map[string]bool{}
		for index := range len(want) {
			got[s.solution(p, uint64(len(want)), uint64(index)).String()] = true
		}
		for q := range got {
			if !want[q] {
				t.Errorf("%s: %s is not a solution", name, q)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d solutions by index, want %d", name, len(got), len(want))
		}
	}
}

// A sampler keeps as many pieces as make its samples fast, and no more.
func TestSamplerPieces(t *testing.T) {
	for n := 13; n <= 15; n++ {
		for _, options := range [][]Constraint{nil, {Blocked(Square{1, 0})}, {Blocked(Square{0, 0}, Square{n - 1, n - 1})}} {
			s := newBoard(t, n, options...)
			m := Must(s.Sampler(t.Context()))
			if got := len(m.pieces); got < samplerPieces/2 || got > 16*samplerPieces {
				t.Errorf("%v: %d pieces", s, got)
			}
		}
	}
}
