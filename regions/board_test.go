package regions_test

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/testkit"
	"example.com/queens/regions"
	"github.com/google/go-cmp/cmp"
)

// Regions are numbered in the order of their values, so that the numbers 0 to n-1 stay.
func TestNewNumbers(t *testing.T) {
	matrix := [][]int{{2, 0, 0}, {2, 1, 0}, {1, 1, 1}}
	b := testkit.Must(regions.New(matrix))
	testkit.WantSame(t, matrix, b.Regions(), "regions")
	others := testkit.Must(regions.New([][]int{{math.MaxInt, math.MinInt, math.MinInt}, {math.MaxInt, -1, math.MinInt}, {-1, -1, -1}}))
	testkit.WantSame(t, matrix, others.Regions(), "regions of other values")
	for row, line := range matrix {
		for col, want := range line {
			if got := b.Region(queens.Square{Row: row, Col: col}); got != want {
				t.Errorf("region of (%d, %d) is %d, want %d", row, col, got, want)
			}
		}
	}
}

func TestNewWrong(t *testing.T) {
	tooLarge := make([][]int, 33)
	for _, test := range []struct {
		regions [][]int
		want    string
	}{
		{tooLarge, "regions: board of 33 rows, want 0 to 32"},
		{[][]int{{}}, "regions: row 1 has 0 squares, want 1"},
		{[][]int{{0, 0}, {1}}, "regions: row 2 has 1 square, want 2"},
		{[][]int{{0, 0}, {1, 1, 1}}, "regions: row 2 has 3 squares, want 2"},
		{[][]int{{7, 7}, {8, 9}}, "regions: region 9, first on b2, is one more than there are rows"},
		{[][]int{{0, 0, 0}, {5, 5, 5}, {0, 5, 0}}, "regions: 2 regions [0 5], want 3"},
		{[][]int{{4, 4}, {4, 4}}, "regions: 1 region [4], want 2"},
	} {
		b, err := regions.New(test.regions)
		wantError(t, fmt.Sprint(test.regions), err, test.want)
		if b != nil {
			t.Errorf("%v: a board beside the error", test.regions)
		}
	}
}

// The caller may change what New was given and what Regions gave.
func TestBoardOwnsItsRegions(t *testing.T) {
	matrix := [][]int{{0, 0}, {1, 1}}
	b := testkit.Must(regions.New(matrix))
	matrix[0][0] = 1
	b.Regions()[0][1] = 1
	if got := b.String(); got != "AA\nBB" {
		t.Errorf("board has changed to %q", got)
	}
}

func TestWithWrong(t *testing.T) {
	b := testkit.Must(regions.ParseBoard("AABB\nACCB\nDDCB\nDDDB"))
	for _, test := range []struct {
		given, blocked []queens.Square
		want           string
	}{
		{squares(t, "a1 d1"), nil, "regions: given queens a1 and d1 are both in row 1"},
		{squares(t, "d4 d1"), nil, "regions: given queens d4 and d1 are both in column d"},
		{squares(t, "d4 c1"), nil, "regions: given queens d4 and c1 are both in region B"},
		{squares(t, "a2 b3"), nil, "regions: given queens a2 and b3 touch"},
		{squares(t, "a2"), squares(t, "a2"), "regions: given queen a2 stands on a blocked square"},
		{squares(t, "e1"), nil, "regions: given queen e1 is off the board of 4 rows"},
		{nil, squares(t, "a5"), "regions: blocked square a5 is off the board of 4 rows"},
		{nil, []queens.Square{{Row: 0, Col: -1}}, "regions: blocked square (0, -1) is off the board of 4 rows"},
	} {
		c, err := b.With(regions.Given(test.given...), regions.Blocked(test.blocked...))
		wantError(t, fmt.Sprint(test.given, test.blocked), err, test.want)
		attack, ok := errors.AsType[*queens.AttackError](err)
		if two := len(test.given) == 2; ok != two || two && attack.Queens != [2]queens.Square(test.given) {
			t.Errorf("%v: an AttackError is in it: %t", err, ok)
		}
		if c != nil {
			t.Errorf("%v %v: a board beside the error", test.given, test.blocked)
		}
	}
	c := testkit.Must(b.With(regions.Blocked(squares(t, "c4")...)))
	_, err := c.With(regions.Given(squares(t, "c4")...))
	wantError(t, "a queen on a square blocked before", err, "regions: given queen c4 stands on a blocked square")
}

// A constraint may come with New or With, in any order.
func TestConstraints(t *testing.T) {
	given, blocked := regions.Given(squares(t, "c1 a2 c1")...), regions.Blocked(squares(t, "d4 a1 d4")...)
	matrix := testkit.Must(regions.ParseBoard("AABB\nACCB\nDDCB\nDDDB")).Regions()
	const want = "AABB\nACCB\nDDCB\nDDDB\ngiven=c1,a2 blocked=a1,d4"
	for _, b := range []*regions.Board{
		testkit.Must(regions.New(matrix, given, blocked)), testkit.Must(regions.New(matrix, blocked, given, given)),
		testkit.Must(testkit.Must(regions.New(matrix, blocked)).With(given)), testkit.Must(testkit.Must(regions.New(matrix)).With(regions.Given(), given, blocked)),
	} {
		if b.String() != want {
			t.Errorf("got %v, want %s", b, want)
		}
	}
	named := squares(t, "c1")
	constraint := regions.Given(named...)
	named[0] = queens.Square{}
	if b := testkit.Must(regions.New(matrix, constraint)); !slices.Equal(slices.Collect(b.Given()), squares(t, "c1")) {
		t.Errorf("the caller's slice changes a constraint: %v", b)
	}
	b := testkit.Must(regions.New(matrix, given, blocked))
	c := testkit.Must(b.With(regions.Given(squares(t, "b4")...)))
	testkit.WantSame(t, squares(t, "c1 a2 b4"), slices.Collect(c.Given()), "given queens")
	testkit.WantSame(t, squares(t, "a1 d4"), slices.Collect(c.Blocked()), "blocked squares")
	if b.String() != want {
		t.Errorf("With has changed its board to %q", b)
	}
	for range b.Given() {
		break
	}
	for range b.Blocked() {
		break
	}
	if got := fmt.Sprint(given, " ", blocked, " ", regions.Given(), regions.Constraint(nil)); got != "given=c1,a2,c1 blocked=d4,a1,d4  " {
		t.Errorf("constraints are printed as %q", got)
	}
	_, err := regions.New(matrix, given, nil)
	wantError(t, "a nil constraint", err, "regions: constraint is nil, want Given or Blocked")
	_, err = regions.New(matrix, regions.Blocked(squares(t, "c1")...), given)
	wantError(t, "a blocked queen", err, "regions: given queen c1 stands on a blocked square")
}

// The zero board has no rows and one solution, and all methods work on it.
func TestZeroBoard(t *testing.T) {
	for _, b := range []*regions.Board{new(regions.Board), testkit.Must(regions.New(nil)), testkit.Must(regions.New([][]int{}, regions.Given(), regions.Blocked()))} {
		checkRoundTrip(t, b)
		checkSolve(t, b, []queens.Placement{{}})
		if b.N() != 0 || b.String() != "n=0" || len(b.Regions()) != 0 || len(b.Symmetries()) != 8 || b.Canonical().N() != 0 {
			t.Errorf("size %d, text %q, regions %v, symmetries %v", b.N(), b, b.Regions(), b.Symmetries())
		}
		if given(b) != "" || b.Attacks(queens.Square{}, queens.Square{Row: 1}) {
			t.Errorf("it has queens and crosses %v, or an attack", given(b))
		}
		if err := b.Check(queens.Placement{0}); err == nil {
			t.Error("a queen solves it")
		}
		if _, err := b.With(regions.Given(queens.Square{})); err == nil {
			t.Error("a queen is given")
		}
		if err := b.WriteSVG(io.Discard, nil); err != nil {
			t.Error(err)
		}
		for step := range testkit.Values(t, b.Deduce(t.Context())) {
			t.Errorf("a step: %v", step)
		}
		if _, err := b.Rate(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

func TestRegionPanics(t *testing.T) {
	why := testkit.Recovered(func() { rowsBoard(2).Region(queens.Square{Row: 2, Col: 2}) })
	if want := "regions: square c3 is off the board of 2 rows"; fmt.Sprint(why) != want {
		t.Errorf("panic %v, want %s", why, want)
	}
}

// Queens that attack each other are refused by With, yielded by Conflicts and named by Check,
// and no others are.
func TestConflicts(t *testing.T) {
	testkit.Sequential(t)
	rng := rand.New(rand.NewPCG(24, 1))
	for range 2000 {
		b := connectedBoard(rng, 2+rng.IntN(7))
		n := b.N()
		p := make(queens.Placement, n)
		for row := range p {
			p[row] = rng.IntN(n+1) - 1
		}
		type pair struct{ s, t queens.Square }
		var want, got []pair
		attacks := map[pair]bool{}
		for s := range p.Queens() {
			for u := range p.Queens() {
				close := max(s.Row-u.Row, u.Row-s.Row) <= 1 && max(s.Col-u.Col, u.Col-s.Col) <= 1
				attacks[pair{s, u}] = b.Attacks(s, u)
				if s.Row < u.Row && (s.Col == u.Col || b.Region(s) == b.Region(u) || close) {
					want = append(want, pair{s, u})
				}
			}
		}
		for s, u := range b.Conflicts(p) {
			got = append(got, pair{s, u})
			if !attacks[pair{s, u}] || !attacks[pair{u, s}] {
				t.Fatalf("%v\nqueens on %v and %v do not attack each other", b, s, u)
			}
			delete(attacks, pair{s, u})
			delete(attacks, pair{u, s})
		}
		for pair, attack := range attacks {
			if attack {
				t.Fatalf("%v\nqueens on %v and %v attack each other", b, pair.s, pair.t)
			}
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(pair{})); diff != "" {
			t.Fatalf("%v on\n%v\nconflicts (-want +got):\n%s", p, b, diff)
		}
		if _, err := b.With(regions.Given(slices.Collect(p.Queens())...)); (err == nil) != (want == nil) {
			t.Fatalf("%v with queens %v: %v, but %d conflicts", b, p, err, len(want))
		}
		if err := b.Check(p); (err == nil) != (want == nil && !slices.Contains(p, queens.Empty)) {
			t.Fatalf("%v on\n%v: %v, but %d conflicts", p, b, err, len(want))
		}
		for range b.Conflicts(p) {
			break
		}
	}
}

// What TestConflicts does not ask: of a square itself, of two in a row, of squares off the board, and of
// placements of another size or that change in the loop.
func TestConflictsElsewhere(t *testing.T) {
	b := testkit.Must(regions.ParseBoard("AABB\nACCB\nDDCB\nDDDB"))
	a1, d1 := queens.Square{}, queens.Square{Col: 3}
	if b.Attacks(a1, a1) || !b.Attacks(a1, d1) || !b.Attacks(d1, a1) {
		t.Error("a1 attacks itself, or not d1")
	}
	if off := (queens.Square{Row: 1, Col: -1}); b.Attacks(off, queens.Square{}) || b.Attacks(queens.Square{}, off) || b.Attacks(off, off) {
		t.Error("a square off the board attacks")
	}
	pairs := 0
	p := queens.Placement{0, 0, 3, 0}
	for s, u := range rowsBoard(3).Conflicts(p) {
		if pairs++; s != a1 || u != (queens.Square{Row: 1}) {
			t.Errorf("conflict of %v and %v, want a1 and a2", s, u)
		}
	}
	p = queens.Placement{0, 0, 0}
	for range rowsBoard(3).Conflicts(p) {
		p[1], p[2] = queens.Empty, queens.Empty
		pairs++
	}
	if pairs != 4 {
		t.Errorf("%d conflicts, want 1 and then 3 of three queens in a column", pairs)
	}
}

func TestCheck(t *testing.T) {
	b := testkit.Must(regions.ParseBoard("AABB\nACCB\nDDCB\nDDDB"))
	played := testkit.Must(b.With(regions.Given(squares(t, "c1")...), regions.Blocked(squares(t, "a4")...)))
	for _, test := range []struct {
		b    *regions.Board
		p    queens.Placement
		want string
	}{
		{b, queens.Placement{2, 0, 3, 1}, "regions: queens c1 and d3 are both in region B"},
		{b, queens.Placement{2, 0, 3}, "regions: placement of 3 rows on a board of 4"},
		{b, queens.Placement{2, 0, 4, 1}, "regions: placement has 4 in row 3, want a column 0..3 or Empty (-1)"},
		{b, queens.Placement{2, 0, -2, 1}, "regions: placement has -2 in row 3, want a column 0..3 or Empty (-1)"},
		{played, queens.Placement{1, 3, 0, 2}, "regions: given queen c1 is missing"},
		{played, queens.Placement{2, -1, -1, 0}, "regions: queen a4 stands on a blocked square"},
		{played, queens.Placement{2, 0, 3, 1}, "regions: queens c1 and d3 are both in region B"},
		{played, queens.Placement{2, 0, 1, 3}, "regions: queens c1 and d4 are both in region B"},
		{b, queens.Placement{0, 2, 1, 3}, "regions: queens c2 and b3 touch"},
		{b, queens.Placement{2, 0, -1, 0}, "regions: queens a2 and a4 are both in column a"},
		{played, queens.Placement{2, 0, -1, 1}, "regions: row 3 has no queen"},
	} {
		err := test.b.Check(test.p)
		wantError(t, fmt.Sprint(test.p), err, test.want)
		attack, ok := errors.AsType[*queens.AttackError](err)
		if two := strings.HasPrefix(test.want, "regions: queens "); ok != two || two && !test.b.Attacks(attack.Queens[0], attack.Queens[1]) {
			t.Errorf("%v: an AttackError is in it: %t", err, ok)
		}
	}
}
