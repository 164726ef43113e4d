package page

import (
	"context"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/puzzle"
	"example.com/queens/regions"
)

// difficulties are those that boards of all sizes on the page have.
var difficulties = map[string][]puzzle.Difficulty{
	Regions: {puzzle.Easy, puzzle.Medium, puzzle.Hard, puzzle.Expert},
	Queens:  {puzzle.Easy, puzzle.Medium, puzzle.Hard},
}

// TestMakePuzzle makes puzzles of both kinds, all difficulties and, unless the test is short, all
// sizes: they have one solution and the difficulty asked for, and open from their text.
func TestMakePuzzle(t *testing.T) {
	for name, sizes := range Sizes {
		for n := sizes[0]; n <= sizes[1]; n++ {
			if testing.Short() && n > 9 && n != 13 && n != sizes[1] {
				continue
			}
			for _, difficulty := range difficulties[name] {
				wish := PuzzleRequest{name, n, name == Queens && n == 13, difficulty, 5}
				made, err := MakePuzzle(t.Context(), wish)
				if name == Regions && (n == 4 && difficulty > puzzle.Medium || n == 5 && difficulty == puzzle.Hard) {
					if fault := FaultOf(err); fault.Code != "none" || fault.N != n || fault.Difficulty != difficulty {
						t.Errorf("%+v: error %v", wish, err)
					}
					continue
				}
				opened, again := must(openPuzzle(t.Context(), must(made, err).Text)), must(MakePuzzle(t.Context(), wish))
				if again.Text != made.Text || opened.Text != made.Text || opened.Difficulty != difficulty || opened.board.N() != n || strings.Contains(made.Text, "\n") || strings.Contains(made.Text, "torus") != wish.Torus {
					t.Errorf("%+v: %+v, opened %+v, made again %+v", wish, made, opened, again)
				}
			}
		}
	}
}

// TestUnreadable checks that there is one message about the size of a board, whichever limit of the
// library it breaks, and that no address is taken for lines of letters.
func TestUnreadable(t *testing.T) {
	letters := func(rows int, end string) string { return strings.Repeat(strings.Repeat("A", rows)+end, rows) }
	size := func(n int) Fault { return Fault{Code: "size", N: n, Least: 1, Most: MaxN} }
	link, other := Fault{Code: "link", Least: 1, Most: MaxN}, Fault{Code: "unreadable", Line: 1}
	for text, want := range map[string]Fault{
		"n=0": size(0), "n=-3": size(-3), "n=21": size(21), "n=999999 torus": size(999999),
		letters(21, "\n"): size(21), letters(33, "/"): size(33), strings.Repeat(strings.Repeat("1 ", 65)+"\r\n", 65): size(65),
		"https://puzz.link/p?sudoku/9/9/abc": link, "https://puzz.link/p?starbattle/5/5/1/o0o": link, "puzz.link/p?starbattle/5/5/2/00000000": link,
		"starbattle/65/65/1/0": link, "https://example.org": link,
		"hello": other, " \n": other, "[\n" + strings.Repeat("1,\n", 30): other, "n=8x": other, "n=4 given=a1,b1": {Code: "attack", Squares: Squares{{Row: 0, Col: 0}, {Row: 0, Col: 1}}},
	} {
		_, err := readKind(text)
		got := FaultOf(err)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%.30q: %v, want %v", text, got, want)
		}
		if _, err := ReadPosition(text); err == nil {
			t.Errorf("%.30q is a position", text)
		}
	}
}

// TestHints follows the hints to the end, for both kinds and all difficulties. Every hint leads on.
func TestHints(t *testing.T) {
	seeds := uint64(2)
	if os.Getenv("QUEENS_LONG") != "" {
		seeds = 10
	}
	for _, name := range []string{Regions, Queens} {
		for _, difficulty := range difficulties[name] {
			for seed := range seeds {
				follow(t, must(MakePuzzle(t.Context(), PuzzleRequest{name, 8 + int(seed)%2, false, difficulty, seed})))
			}
		}
	}
	follow(t, must(MakePuzzle(t.Context(), PuzzleRequest{Queens, 12, false, puzzle.Expert, 1})))
	follow(t, must(MakePuzzle(t.Context(), PuzzleRequest{Queens, 11, true, puzzle.Medium, 1})))
}

func follow(t *testing.T, p *opened) {
	t.Helper()
	a := Attempt{Text: p.Text, Queens: p.given()}
	for len(a.Queens) < p.board.N() {
		hint := must(p.hint(t.Context(), a))
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
func (p *opened) given() Squares {
	switch board := p.board.(type) {
	case queensKind:
		return slices.Collect(board.Given())
	case regionsKind:
		return slices.Collect(board.Given())
	}
	return nil
}

// TestMistakes checks that hints name what is wrong before anything else.
func TestMistakes(t *testing.T) {
	p := must(openPuzzle(t.Context(), "AAABB/AABBB/CADDB/CCEEE/CCCCC")) // d1 a2 c3 e4 b5
	for _, c := range []struct{ queens, crosses, wrong string }{
		{"", "", ""},
		{"", "a1", ""},
		{"d1", "a2", "a2"},
		{"d1", "e1", ""},
		{"a1 c3 a4", "d1", "a1 a4 d1"},
	} {
		a := Attempt{Queens: squares(c.queens), Crosses: squares(c.crosses)}
		wrong, _ := p.check(t.Context(), a)
		hint, err := p.hint(t.Context(), a)
		if err != nil || !slices.Equal(wrong, squares(c.wrong)) || !slices.Equal(hint.Clear, wrong) || (hint.Rule != "") != (len(wrong) == 0) {
			t.Errorf("%+v: %v, %+v, %v", c, wrong, hint, err)
		}
	}
}

func squares(names string) (squares Squares) {
	for name := range strings.FieldsSeq(names) {
		squares = append(squares, must(queens.ParseSquare(name)))
	}
	return squares
}

// TestEdit looks at boards with none, one and several solutions, and at what is wrong with them.
func TestEdit(t *testing.T) {
	for text, want := range map[string]Inspection{
		"AAABB/AABBB/CADDB/CCEEE/CCCCC": {Solvable: true, Unique: true, Difficulty: puzzle.Medium},
		"AAAAA/BBBBB/CCCCC/DDDDD/EEEEE": {Solvable: true},
		"AAB/ABB/CCC":                   {},
		"AABBB/AABBB/CADDB/CCEEE/CCCCA": {Solvable: true, Unique: true, Difficulty: puzzle.Medium, Parts: Items[Parts]{{0, 2}}},
	} {
		board := must(readRegions(text))
		edit, err := Inspect(t.Context(), board.Regions())
		if err != nil || edit.Text != text || edit.Solvable != want.Solvable || edit.Unique != want.Unique || edit.Difficulty != want.Difficulty ||
			!slices.Equal(edit.Parts, want.Parts) || (len(edit.Solutions) == 2) != (want.Solvable && !want.Unique) {
			t.Errorf("%s: %+v, %v", text, edit, err)
		}
	}
	edit, err := Inspect(t.Context(), [][]int{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}})
	if err != nil || !slices.Equal(edit.Missing, Items[int]{1, 2}) || edit.Text != "" {
		t.Errorf("%+v, %v", edit, err)
	}
}

// TestSeveral takes the advice on boards with several solutions: afterwards the first of the two
// that are shown is still a solution, and the second is not.
func TestSeveral(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 7))
	advised := 0
	for range 60 {
		n := 5 + rng.IntN(3)
		made := must(regions.Generate(t.Context(), rng, n, puzzle.Easy))
		numbers := made.Regions()
		for range 3 { // spoil it
			numbers[rng.IntN(n)][rng.IntN(n)] = rng.IntN(n)
		}
		edit := must(Inspect(t.Context(), numbers))
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
	if p, err := MakePuzzle(ctx, PuzzleRequest{Regions, 12, false, puzzle.Hard, 1}); err == nil {
		t.Errorf("%+v", p)
	}
}
