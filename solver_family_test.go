package queens_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	. "example.com/queens"
)

// A family is boards of one kind, made from a seed, of which about half have a solution.
type family struct {
	name  string
	n     int
	seed  uint64
	board func(rng *rand.Rand, n int) position
	// answers has y for each board with a solution, n for one without, and ? where that is
	// not known from two methods: Find, and either Count, a SAT solver, a Find that did not
	// split boards into parts yet, or a solution that can be checked.
	answers string
}

func blockedFamily(open float64, torus bool) func(*rand.Rand, int) position {
	return func(rng *rand.Rand, n int) position { return randomBlocked(rng, n, open, torus) }
}

func diagonalFamily(excluded int) func(*rand.Rand, int) position {
	return func(rng *rand.Rand, n int) position {
		return position{n: n, blocked: diagonals(n, rng.Perm(4*n - 2)[:excluded])}
	}
}

// completionFamily places so many queens at random that do not attack each other.
func completionFamily(queens int) func(*rand.Rand, int) position {
	return func(rng *rand.Rand, n int) position {
		pos := position{n: n}
		for len(pos.given) < queens {
			s := Square{Row: rng.IntN(n), Col: rng.IntN(n)}
			if !slices.ContainsFunc(pos.given, func(g Square) bool { return pos.attack(g, s) }) {
				pos.given = append(pos.given, s)
			}
		}
		return pos
	}
}

var families = []family{
	{name: "completion", n: 24, seed: 1, board: completionFamily(13), answers: "nyynyyynnyny"},
	{name: "completion", n: 32, seed: 1, board: completionFamily(19), answers: "ynnnnynyynyn"},
	{name: "blocked", n: 24, seed: 1, board: blockedFamily(0.28, false), answers: "ynynyynyyyyy"},
	{name: "blocked", n: 30, seed: 1, board: blockedFamily(0.23, false), answers: "nyynnnyyyyyn"},
	{name: "blocked", n: 40, seed: 1, board: blockedFamily(0.175, false), answers: "nyynyyyyynny"},
	{name: "blocked", n: 50, seed: 1, board: blockedFamily(0.145, false), answers: "yyyyyyynynyy"},
	{name: "blocked", n: 64, seed: 1, board: blockedFamily(0.118, false), answers: "yyyyy?yyyyny"},
	{name: "torus", n: 19, seed: 3, board: blockedFamily(0.48, true), answers: "nynynynynnyy"},
	{name: "torus", n: 25, seed: 3, board: blockedFamily(0.42, true), answers: "nnnnnnynnyyn"},
	{name: "diagonals", n: 16, seed: 1, board: diagonalFamily(14), answers: "nnnyyynynnnn"},
	{name: "diagonals", n: 20, seed: 5, board: diagonalFamily(19), answers: "nynnnnnyyyyn"},
	{name: "diagonals", n: 24, seed: 1, board: diagonalFamily(23), answers: "nyynnyynynyn"},
	{name: "diagonals", n: 28, seed: 2, board: diagonalFamily(27), answers: "nynnnnnnnnyn"},
	{name: "diagonals", n: 30, seed: 3, board: diagonalFamily(28), answers: "nyy?yyynnyyy"},
	{name: "diagonals", n: 32, seed: 4, board: diagonalFamily(30), answers: "yyy??yn?yn?y"},
	{name: "diagonals", n: 40, seed: 3, board: diagonalFamily(37), answers: "y?yyyyyyy?yy"},
	{name: "diagonals", n: 48, seed: 5, board: diagonalFamily(46), answers: "y?yy?yyyy?y?"},
}

// boards yields the boards of the family with what is known of them.
func (f family) boards(t testing.TB) iter.Seq2[*Board, byte] {
	return func(yield func(*Board, byte) bool) {
		rng := rand.New(rand.NewPCG(f.seed, uint64(f.n)))
		for i := range len(f.answers) {
			if !yield(f.board(rng, f.n).solver(t), f.answers[i]) {
				return
			}
		}
	}
}

// answer returns y with a solution, n without, or ? if there was no time to tell.
func answer(t testing.TB, s *Board, p Placement, err error) byte {
	t.Helper()
	switch {
	case err == nil:
		if err := s.Check(p); err != nil {
			t.Fatalf("%v: found %v: %v", s, p, err)
		}
		return 'y'
	case errors.Is(err, ErrNoSolution):
		return 'n'
	case !errors.Is(err, context.DeadlineExceeded):
		t.Fatalf("%v: %v", s, err)
	}
	return '?'
}

func TestFindFamilies(t *testing.T) {
	for _, f := range families {
		if f.n > 32 || f.name == "torus" && f.n > 20 && testing.Short() {
			continue // the benchmark tells
		}
		for s, want := range f.boards(t) {
			p, err := s.Find(t.Context())
			if got := answer(t, s, p, err); got != want && want != '?' {
				t.Errorf("%v: Find says %c, want %c", s, got, want)
			}
			if f.n < 20 {
				if solutions := count(t, s); (solutions > 0) != (want == 'y') {
					t.Errorf("%v: %d solutions, want %c", s, solutions, want)
				}
			}
		}
	}
}

var familyLimit = flag.Duration("families.limit", time.Second, "the time that BenchmarkFindFamilies takes for a board at most")

// BenchmarkFindFamilies reports the share of the boards that are solved in time, and the
// median of the times. With -families.limit=60s it takes some minutes.
func BenchmarkFindFamilies(b *testing.B) {
	for _, f := range families {
		b.Run(fmt.Sprintf("family=%s/n=%d", f.name, f.n), func(b *testing.B) {
			boards := maps.Collect(f.boards(b))
			var times []time.Duration
			solved := 0
			for b.Loop() {
				for s, want := range boards {
					ctx, cancel := context.WithTimeout(b.Context(), *familyLimit)
					start := time.Now()
					p, err := s.Find(ctx)
					times = append(times, time.Since(start))
					cancel()
					got := answer(b, s, p, err)
					if got != '?' {
						solved++
					}
					if got != want && got != '?' && want != '?' {
						b.Fatalf("%v: Find says %c, want %c", s, got, want)
					}
				}
			}
			slices.Sort(times)
			b.ReportMetric(float64(solved)/float64(len(times)), "solved/board")
			b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "median-ms")
			b.ReportMetric(float64(times[len(times)-1].Microseconds())/1000, "worst-ms")
		})
	}
}
