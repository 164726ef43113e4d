package page

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/regions"
)

// difficulties are those that boards of all sizes on the page have.
var difficulties = map[string][]queens.Difficulty{
	Regions: {queens.Easy, queens.Medium, queens.Hard, queens.Expert},
	Queens:  {queens.Easy, queens.Medium, queens.Hard},
}

// TestMakePuzzle makes puzzles of both kinds, all difficulties and all sizes: they have one
// solution and the difficulty asked for, and open from their text.
func TestMakePuzzle(t *testing.T) {
	for name, most := range map[string]int{Regions: mostRegions, Queens: mostQueens} {
		least := map[string]int{Regions: leastRegions, Queens: leastQueens}[name]
		for n := least; n <= most; n++ {
			for _, difficulty := range difficulties[name] {
				wish := Wish{name, n, name == Queens && n == 13, difficulty, 5}
				puzzle, err := MakePuzzle(t.Context(), wish)
				if name == Regions && (n == 4 && difficulty > queens.Medium || n == 5 && difficulty == queens.Hard) {
					if fault := FaultOf(err); fault.Code != "none" || fault.N != n || fault.Difficulty != difficulty {
						t.Errorf("%+v: error %v", wish, err)
					}
					continue
				}
				if err != nil {
					t.Fatal(wish, err)
				}
				opened, err := openPuzzle(t.Context(), puzzle.Text)
				if err != nil {
					t.Fatal(puzzle.Text, err)
				}
				again, err := MakePuzzle(t.Context(), wish)
				if err != nil || again.Text != puzzle.Text || opened.Text != puzzle.Text || opened.Difficulty != difficulty || opened.board.N() != n || strings.Contains(puzzle.Text, "\n") || strings.Contains(puzzle.Text, "torus") != wish.Torus {
					t.Errorf("%+v: %+v, opened %+v, made again %+v", wish, puzzle, opened, again)
				}
			}
		}
	}
}

// TestFormats opens boards in the formats that people have.
func TestFormats(t *testing.T) {
	const want = "AAABB/AABBB/CADDB/CCEEE/CCCCC"
	for _, text := range []string{
		want,
		" AAABB\nAABBB\nCADDB\nCCEEE\nCCCCC\n",
		"1 1 1 2 2\n1 1 2 2 2\n3 1 4 4 2\n3 3 5 5 5\n3 3 3 3 3",
		`{"regions":[[0,0,0,1,1],[0,0,1,1,1],[2,0,3,3,1],[2,2,4,4,4],[2,2,2,2,2]]}`,
	} {
		p, err := openPuzzle(t.Context(), text)
		if err != nil || p.Text != want {
			t.Errorf("%q: %+v, %v", text, p, err)
			continue
		}
		link := p.board.(regionsKind).Link()
		if q, err := openPuzzle(t.Context(), link); err != nil || q.Text != want {
			t.Errorf("%q: %+v, %v", link, q, err)
		}
	}
	for _, text := range []string{"n=4 given=b1", "2 . . .", "1Q2/4/4/4", ". Q . .\n. . . .\n. . . .\n. . . ."} {
		if p, err := openPuzzle(t.Context(), text); err != nil || !strings.HasPrefix(p.Text, "n=4") {
			t.Errorf("%q: %+v, %v", text, p, err)
		}
	}
	p, err := openPuzzle(t.Context(), want+" given=d1 blocked=b1")
	if err != nil || p.Text != want+" given=d1 blocked=b1" || len(p.given()) != 1 {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestUnreadable says in one way what size a board can have, whichever limit of the library
// it breaks, and takes no address for lines of letters.
func TestUnreadable(t *testing.T) {
	letters := func(rows int, end string) string { return strings.Repeat(strings.Repeat("A", rows)+end, rows) }
	link := Fault{Code: "link", Least: 1, Most: MaxN}
	for text, want := range map[string]Fault{
		"n=0": {Code: "size", Least: 1, Most: MaxN}, "n=-3": {Code: "size", N: -3, Least: 1, Most: MaxN},
		"n=21": {Code: "size", N: 21, Least: 1, Most: MaxN}, "n=999999 torus": {Code: "size", N: 999999, Least: 1, Most: MaxN},
		letters(21, "\n"): {Code: "size", N: 21, Least: 1, Most: MaxN}, letters(33, "/"): {Code: "size", N: 33, Least: 1, Most: MaxN},
		strings.Repeat(strings.Repeat("1 ", 65)+"\r\n", 65): {Code: "size", N: 65, Least: 1, Most: MaxN},
		"https://puzz.link/p?sudoku/9/9/abc":                {Code: "link"}, "https://puzz.link/p?starbattle/5/5/1/o0o": {Code: "link"}, "puzz.link/p?starbattle/5/5/2/00000000": {Code: "link"},
		"starbattle/65/65/1/0": {Code: "link"}, "https://example.org": {Code: "link"},
		"hello": {Code: "unreadable", Detail: "line 1: row 1 has 5 squares, but there is 1 row"}, " \n": {Code: "unreadable", Detail: "no board in the text"},
		"[\n" + strings.Repeat("1,\n", 30): {Code: "unreadable"}, "n=8x": {Code: "unreadable"},
	} {
		_, err := readKind(text)
		got := FaultOf(err)
		if want.Code == "link" {
			want = link
		}
		if want.Code == "unreadable" && want.Detail == "" {
			want.Detail = got.Detail
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%.30q: %v, want %v", text, got, want)
		}
		if _, err := ReadPosition(text); err == nil {
			t.Errorf("%.30q is a position", text)
		}
	}
}

// TestHints follows the hints to the end, for both kinds and all difficulties. Every hint
// leads on, and what it says first, its units and its reason, does not give the answer away.
func TestHints(t *testing.T) {
	seeds := uint64(2)
	if os.Getenv("QUEENS_LONG") != "" {
		seeds = 30
	}
	for _, name := range []string{Regions, Queens} {
		for _, difficulty := range difficulties[name] {
			for seed := range seeds {
				p := must(MakePuzzle(t.Context(), Wish{name, 8 + int(seed)%2, false, difficulty, seed}))
				follow(t, p)
			}
		}
	}
	expert := must(MakePuzzle(t.Context(), Wish{Queens, 12, false, queens.Expert, 1}))
	follow(t, expert)
	torus := must(MakePuzzle(t.Context(), Wish{Queens, 11, true, queens.Medium, 1}))
	follow(t, torus)
}

func follow(t *testing.T, p *puzzle) {
	t.Helper()
	a := attempt{Attempt{Text: p.Text, Queens: p.given()}, p}
	for len(a.Queens) < p.board.N() {
		hint, err := a.hint(t.Context())
		if err != nil {
			t.Fatal(p.Text, err)
		}
		if len(hint.Queens)+len(hint.Crosses) == 0 || hint.Rule == "" || len(hint.Clear) > 0 {
			t.Fatalf("%s: %+v", p.Text, hint)
		}
		a.Queens, a.Crosses = append(a.Queens, hint.Queens...), append(a.Crosses, hint.Crosses...)
	}
	if placement, ok := (Position{N: p.board.N(), Queens: a.Queens}).placement(); !ok || !slices.Equal(placement, p.answer) {
		t.Errorf("%s: the hints lead to %v, not %v", p.Text, a.Queens, p.answer)
	}
}

// given returns the given queens.
func (p *puzzle) given() Squares {
	switch board := p.board.(type) {
	case queensKind:
		return slices.Collect(board.Given())
	case regionsKind:
		return slices.Collect(board.Given())
	}
	return nil
}

// TestMistakes names what is wrong before anything else.
func TestMistakes(t *testing.T) {
	p, err := openPuzzle(t.Context(), "AAABB/AABBB/CADDB/CCEEE/CCCCC") // d1 a2 c3 e4 b5
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ queens, crosses, wrong string }{
		{"", "", ""},
		{"", "a1", ""},
		{"d1", "a2", "a2"},
		{"d1", "e1", ""},
		{"a1 c3 a4", "d1", "a1 a4 d1"},
	} {
		a := attempt{Attempt{Queens: squares(t, c.queens), Crosses: squares(t, c.crosses)}, p}
		wrong, _ := a.wrong(t.Context())
		hint, err := a.hint(t.Context())
		if err != nil || !slices.Equal(wrong, squares(t, c.wrong)) || !slices.Equal(hint.Clear, wrong) || (hint.Rule != "") != (len(wrong) == 0) {
			t.Errorf("%+v: %v, %+v, %v", c, wrong, hint, err)
		}
	}
}

func squares(t *testing.T, names string) (squares Squares) {
	t.Helper()
	for name := range strings.FieldsSeq(names) {
		s := must(queens.ParseSquare(name))
		squares = append(squares, s)
	}
	return squares
}

// TestEdit looks at boards of none, one and several solutions, and at what is wrong with them.
func TestEdit(t *testing.T) {
	for text, want := range map[string]Edit{
		"AAABB/AABBB/CADDB/CCEEE/CCCCC": {Solvable: true, Unique: true, Difficulty: queens.Medium},
		"AAAAA/BBBBB/CCCCC/DDDDD/EEEEE": {Solvable: true},
		"AAB/ABB/CCC":                   {},
		"AABBB/AABBB/CADDB/CCEEE/CCCCA": {Solvable: true, Unique: true, Difficulty: queens.Medium, Parts: Items[Parts]{{0, 2}}},
	} {
		board := must(readRegions(text))
		edit, err := LookAtRegions(t.Context(), board.Regions())
		if err != nil || edit.Text != text || edit.Solvable != want.Solvable || edit.Unique != want.Unique || edit.Difficulty != want.Difficulty ||
			!slices.Equal(edit.Parts, want.Parts) || (len(edit.Solutions) == 2) != (want.Solvable && !want.Unique) {
			t.Errorf("%s: %+v, %v", text, edit, err)
		}
	}
	edit, err := LookAtRegions(t.Context(), [][]int{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}})
	if err != nil || !slices.Equal(edit.Missing, Items[int]{1, 2}) || edit.Text != "" {
		t.Errorf("%+v, %v", edit, err)
	}
}

// TestSeveral takes the advice on boards with several solutions: the first of the two that
// are shown stays, the second is one no more.
func TestSeveral(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 7))
	advised := 0
	for range 60 {
		n := 5 + rng.IntN(3)
		made := must(regions.Generate(t.Context(), rng, n, queens.Easy))
		numbers := made.Regions()
		for range 3 { // spoil it
			numbers[rng.IntN(n)][rng.IntN(n)] = rng.IntN(n)
		}
		edit := must(LookAtRegions(t.Context(), numbers))
		if len(edit.Solutions) != 2 {
			continue
		}
		for _, s := range edit.Change {
			for _, beside := range beside(s) {
				if beside.Row < 0 || beside.Col < 0 || beside.Row >= n || beside.Col >= n || numbers[beside.Row][beside.Col] == numbers[s.Row][s.Col] {
					continue
				}
				advised++
				was := numbers[s.Row][s.Col]
				numbers[s.Row][s.Col] = numbers[beside.Row][beside.Col]
				changed := must(regions.New(numbers))
				for i, want := range []bool{true, false} {
					p, ok := Position{N: n, Queens: edit.Solutions[i]}.placement()
					if !ok || (changed.Check(p) == nil) != want {
						t.Errorf("%v: solution %d after %v: %v", changed, i+1, s, changed.Check(p))
					}
				}
				numbers[s.Row][s.Col] = was
			}
		}
	}
	if advised < 10 {
		t.Errorf("only %d changes", advised)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if p, err := MakePuzzle(ctx, Wish{Regions, 12, false, queens.Hard, 1}); err == nil {
		t.Errorf("%+v", p)
	}
}

// BenchmarkMakePuzzle makes a puzzle of each kind and difficulty.
func BenchmarkMakePuzzle(b *testing.B) {
	for _, name := range []string{Regions, Queens} {
		for _, n := range []int{8, 10, 12} {
			for _, difficulty := range difficulties[name] {
				b.Run(fmt.Sprintf("kind=%s/n=%d/difficulty=%v", name, n, difficulty), func(b *testing.B) {
					seed := uint64(0)
					for b.Loop() {
						seed++
						if _, err := MakePuzzle(b.Context(), Wish{name, n, false, difficulty, seed}); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}
