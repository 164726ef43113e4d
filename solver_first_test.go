package queens_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	. "example.com/queens"
	. "example.com/queens/internal/testkit"
)

// firstRows reads the least solutions of the empty boards from n = 4 on, one a line.
func firstRows(t testing.TB) []Placement {
	t.Helper()
	text := Must(os.ReadFile("testdata/first.txt"))
	var rows []Placement
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		p := Must(Parse(line))
		if len(p) < 4+len(rows) || !p.Solved() {
			t.Fatalf("%v is not a solution for n = %d or more", p, 4+len(rows))
		}
		rows = append(rows, p)
	}
	return rows
}

func first(t testing.TB, b *Board, workers int) Placement {
	t.Helper()
	p, err := b.First(t.Context(), Workers(workers))
	if err != nil && !errors.Is(err, ErrNoSolution) || (err == nil) != (p != nil) {
		t.Fatalf("First of %v: %v, %v", b, p, err)
	}
	return p
}

// Below 30 rows All does nothing but backtrack.
func TestFirstEmpty(t *testing.T) {
	most := Fewer(26, 21)
	for n := range most + 1 {
		var want Placement
		for want = range All(n) {
			break
		}
		for _, workers := range []int{1, 2, 5, 100} {
			if got := first(t, boardSpec{n: n}.board(t), workers); !slices.Equal(got, want) {
				t.Errorf("n = %d, %d workers: %v, want %v", n, workers, got, want)
			}
		}
	}
}

// The rows of testdata/first.txt. Those that are left out take ten seconds at most.
func TestFirstKnown(t *testing.T) {
	most := 49
	switch {
	case testing.Short():
		most = 33
	case os.Getenv("QUEENS_LONG") != "":
		most = MaxN
	}
	for _, want := range firstRows(t) {
		if n := len(want); n <= most || slices.Contains([]int{39, 41, 62}, n) {
			b := boardSpec{n: n}.board(t)
			if got := first(t, b, 2); !slices.Equal(got, want) {
				t.Errorf("n = %d: %v, want %v", n, got, want)
			}
		}
	}
}

// On boards with constraints it is the least of all solutions, for any number of workers.
func TestFirstConstrained(t *testing.T) {
	rng := rand.New(rand.NewPCG(36, 1))
	boards, solvable := 600, 0
	if testing.Short() {
		boards = 200
	}
	for range boards {
		spec := randomSpec(rng, rng.IntN(10))
		spec.blocked = spec.blocked[:len(spec.blocked)/(1+rng.IntN(4))]
		b, err := New(spec.n, spec.constraints()...)
		if err != nil {
			continue
		}
		var want Placement
		if all := spec.solutions(); len(all) > 0 {
			want, solvable = all[0], solvable+1
		}
		for workers := range 3 {
			if got := first(t, b, workers+1); !slices.Equal(got, want) {
				t.Errorf("%v, %d workers: %v, want %v", b, workers+1, got, want)
			}
		}
	}
	if solvable < boards/10 {
		t.Errorf("only %d of %d boards have a solution", solvable, boards)
	}
}

// The claims are true, and leave no solution before the one that First returns. Each was made
// before it was proved.
func TestFirstClaims(t *testing.T) {
	for _, spec := range []boardSpec{
		{n: 1}, {n: 3}, {n: 4}, {n: 6}, {n: 8}, {n: 12}, {n: 16}, {n: 22}, {n: 11, torus: true}, {n: 14, blocked: []Square{{0, 0}, {3, 6}}}, {n: 9, given: []Square{{4, 4}}},
	} {
		for workers := range 3 {
			b := spec.board(t)
			claims := map[string]bool{} // whether they are proved
			covered := map[string][]int{}
			p, err := b.First(t.Context(), Workers(workers+1), OnClaim(func(c Claim, proved bool) {
				text, _ := json.Marshal(c)
				if was, made := claims[string(text)]; made != proved || was {
					t.Errorf("%v: claim %s, proved %t: it was made before: %t, proved: %t", b, text, proved, made, was)
				}
				claims[string(text)] = proved
				if !proved {
					return
				}
				denied, err := b.With(c)
				if err != nil {
					t.Fatalf("%v with the claim %s: %v", b, text, err)
				}
				if q, err := denied.Find(t.Context()); err != ErrNoSolution {
					t.Errorf("%v: claim %s is refuted by %v, %v", b, text, q, err)
				}
				prefix := fmt.Sprint([]int(c.Prefix))
				covered[prefix] = append(covered[prefix], c.Columns...)
			}))
			if err != nil && err != ErrNoSolution {
				t.Fatal(err)
			}
			for row, least := range p {
				prefix := fmt.Sprint([]int(p[:row]))
				for col := range least {
					claim := Claim{p[:row], []int{col}}
					if _, err := b.With(claim); err == nil && open(b, p[:row], col) && !slices.Contains(covered[prefix], col) {
						t.Errorf("%v: no claim says that %v cannot go on with %d", b, p[:row], col)
					}
				}
			}
		}
	}
}

// open reports whether a queen can stand in the next row without being attacked by those of a
// prefix, or by a given one.
func open(b *Board, prefix Placement, col int) bool {
	queen := Square{len(prefix), col}
	if slices.Contains(slices.Collect(b.Blocked()), queen) {
		return false
	}
	given := []Square{queen}
	for row, col := range prefix {
		given = append(given, Square{row, col})
	}
	_, err := b.With(Given(given...))
	return err == nil
}

func TestClaimErrors(t *testing.T) {
	b := boardSpec{n: 4}.board(t)
	for want, c := range map[string]Claim{
		"queens: claim about row 5 of a board of 4":  {Prefix: []int{1, 3, 0, 2}},
		"queens: claimed e2 is off the 4×4 board":    {Prefix: []int{1}, Columns: []int{4}},
		"queens: given queen (1, -1) is off the 4×4": {Prefix: []int{0, -1}},
		"queens: given queens a1 and b2 attack":      {Prefix: []int{0, 1}},
	} {
		if b, err := b.With(c); b != nil || err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%+v: %v, %v, want %s", c, b, err, want)
		}
	}
	left, err := b.With(Claim{Prefix: []int{1}, Columns: []int{3}})
	if err != nil || left.String() != "n=4 given=b1 blocked=a2,b2,c2" {
		t.Errorf("%v, %v", left, err)
	}
}
