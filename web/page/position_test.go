package page

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/queens"
)

// randomPosition returns a random position, whose queens may attack each other.
func randomPosition(rng *rand.Rand) Position {
	p := Position{N: 1 + rng.IntN(MaxN), Torus: rng.IntN(2) == 0}
	for _, s := range p.squares() {
		switch rng.IntN(4 * p.N) {
		case 0:
			p.Queens = append(p.Queens, s)
		case 1:
			p.Blocked = append(p.Blocked, s)
		}
	}
	return p
}

// mustParse returns the position of a text.
func mustParse(t *testing.T, text string) Position {
	t.Helper()
	p, err := ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestText writes and reads positions. The library writes those that it accepts alike.
func TestText(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	accepted := 0
	for range 500 {
		p := randomPosition(rng)
		if read := mustParse(t, p.String()); read.String() != p.String() || read.N != p.N || len(read.Queens) != len(p.Queens) {
			t.Fatalf("%v is read as %v", p, read)
		}
		if board, err := p.board(); err == nil {
			accepted++
			if board.String() != p.String() {
				t.Fatalf("%q, but the library writes %q", p, board)
			}
		}
	}
	if accepted < 100 {
		t.Errorf("the library accepts only %d of 500 positions", accepted)
	}
}

func TestParsePosition(t *testing.T) {
	for text, want := range map[string]string{
		"n=8 given=d5,b4,b4":       "n=8 given=b4,d5",
		" n=3 blocked=c3,a1 torus": "n=3 torus blocked=a1,c3",
		"n=3 given=a1,a2":          "n=3 given=a1,a2",
		"2 4 1 3":                  "n=4 given=b1,d2,a3,c4",
		"1 1":                      "n=2 given=a1,a2",
		"2Q1/Q3/3Q/1Q2":            "n=4 given=b1,d2,a3,c4",
		". Q\nx .":                 "n=2 given=b1 blocked=a2",
	} {
		if got := mustParse(t, text); got.String() != want {
			t.Errorf("%q is %q, not %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"":                        "the board has 0 rows, want 1 to 20",
		"n=21":                    "the board has 21 rows, want 1 to 20",
		"n=0":                     "the board has 0 rows",
		"n=8 given=i1":            "i1 is off the 8×8 board",
		"n=8 given=b4 blocked=b4": "stands on a blocked square",
		"n=8 given=":              "square",
		"n=8 given=b4 given=c5":   "appears twice",
		"n=8 nonsense":            "nonsense",
		"hello":                   "is no board",
	} {
		if p, err := ParsePosition(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is %v, %v, want an error with %q", text, p, err, want)
		}
	}
}

// TestAttacks compares attacks with the given queens that the library refuses: those that
// attack each other.
func TestAttacks(t *testing.T) {
	for n := 1; n <= 7; n++ {
		for _, torus := range []bool{false, true} {
			p := Position{N: n, Torus: torus}
			for _, a := range p.squares() {
				for _, b := range p.squares() {
					_, err := p.with([]queens.Square{a, b}).board()
					if p.attacks(a, b) != (err != nil) {
						t.Fatalf("n=%d, torus %v, %v and %v: attack %v, but %v", n, torus, a, b, p.attacks(a, b), err)
					}
				}
			}
		}
	}
}

// TestView compares the attacked squares of positions with those where the library refuses
// another queen.
func TestView(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 60 {
		p := randomPosition(rng)
		view, err := Look(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range p.squares() {
			want := false
			for _, queen := range p.Queens {
				_, err := Position{N: p.N, Torus: p.Torus, Queens: []queens.Square{queen, s}}.board()
				want = want || err != nil
			}
			if slices.Contains(view.Attacked, s) != want {
				t.Fatalf("%v: %v attacked: %v", p, s, !want)
			}
		}
		if _, err := p.board(); (len(view.Lines) > 0) != (err != nil) {
			t.Fatalf("%v: lines %v, but %v", p, view.Lines, err)
		}
		for _, line := range view.Lines {
			from, to := queens.Square{Row: line[0], Col: line[1]}, queens.Square{Row: line[2], Col: line[3]}
			if !from.Attacks(to) {
				t.Fatalf("%v: the line from %v to %v is not a move of a queen", p, from, to)
			}
		}
	}
}

func TestViewSays(t *testing.T) {
	for text, want := range map[string]string{
		"n=8":                      "There are no queens on the board.",
		"n=8 given=a1,b3":          "2 queens of 8, and no two attack each other.",
		"n=8 given=a1,h8":          "2 queens. a1 and h8 attack each other.",
		"n=8 torus given=a1,b8":    "2 queens. a1 and b8 attack each other.",
		"n=4 given=a1,b1,c1,d1":    "4 queens. a1 and b1, a1 and c1, a1 and d1 attack each other, and so do 3 more pairs.",
		"n=4 given=b1,d2,a3,c4":    "Solved: 4 queens, and no two attack each other.",
		"n=1 given=a1":             "Solved.",
		"n=2 given=a1 blocked=a2":  "1 queen of 2.",
		"n=5 torus given=a1,c2,e3": "3 queens of 5, and no two attack each other.",
	} {
		view, err := Look(mustParse(t, text))
		if err != nil || view.Says != want || view.Text != text {
			t.Errorf("%q: %q, %q, %v", text, view.Text, view.Says, err)
		}
	}
}

// TestLinesAroundAnEdge checks the two lines of an attack across an edge.
func TestLinesAroundAnEdge(t *testing.T) {
	view, err := Look(mustParse(t, "n=8 torus given=a1,b8"))
	if want := [][4]int{{0, 0, -1, 1}, {8, 0, 7, 1}}; err != nil || !reflect.DeepEqual(view.Lines, want) {
		t.Errorf("%v, %v, want %v", view.Lines, err, want)
	}
}

func TestNotations(t *testing.T) {
	for text, want := range map[string][2]string{
		"n=4 given=b1,c4": {"2 . . 3", "2Q1/4/4/1Q2"},
		"n=4 given=a1,b1": {"", ""},
	} {
		view, err := Look(mustParse(t, text))
		if got := [2]string{view.Vector, view.FEN}; err != nil || got != want {
			t.Errorf("%q: %q, %v, want %q", text, got, err, want)
		}
	}
}

func TestDraw(t *testing.T) {
	p := mustParse(t, "n=4 given=b1,d2")
	plain, err := Draw(p, nil)
	var want strings.Builder
	if e := (queens.Placement{1, 3, -1, -1}).WriteSVG(&want); err != nil || e != nil || plain != want.String() {
		t.Errorf("%v, %v\n%s", err, e, plain)
	}
	given, err := Draw(p, p.Queens[:1])
	if err != nil || !strings.Contains(given, "Given queens on b1") || !strings.Contains(given, "Other queens on d2") {
		t.Errorf("%v\n%s", err, given)
	}
	if svg, err := Draw(mustParse(t, "n=4 given=b1,c1"), nil); err == nil || !strings.Contains(err.Error(), "rank 1 has two queens") {
		t.Errorf("%v\n%s", err, svg)
	}
	if _, err := Draw(Position{N: 99}, nil); err == nil {
		t.Error("a board of 99 rows is drawn")
	}
}
