package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/queens"
	"example.com/queens/regions"
	tea "github.com/charmbracelet/bubbletea"
)

// five is a board with one solution, d1 a2 c3 e4 b5.
const five = "AAABB\nAABBB\nCADDB\nCCEEE\nCCCCC\n"

func TestRegions(t *testing.T) {
	const squares = "n=5 d1 a2 c3 e4 b5\n"
	tests := []struct {
		line, stdin string
		want        result
	}{
		{"solve -f squares", five, result{0, squares, "1 solution\n"}},
		{"solve -f vector", five, result{0, "4 1 3 5 2\n", "1 solution\n"}},
		{"solve -j", five, result{0, "[3,0,2,4,1]\n", "1 solution\n"}},
		{"solve - --format squares --given a1", five, result{1, "", "no solutions\n"}},
		{"solve -f squares", five + "\n" + five, result{0, squares + squares, "1 solution\n1 solution\n"}},
		{"solve -f squares --limit 1", "ABCD\nABCD\nABCD\nABCD\n", result{0, "n=4 b1 d2 a3 c4\n", "first solution\n"}},
		{"solve", "", result{2, "", "queens: standard input has no board\n"}},
		{"solve", "AAB\n", result{2, "", "queens: standard input, line 1: row 1 has 3 squares, but there is 1 row\n"}},
		{"solve nothing.txt", "", result{2, "", "queens: open nothing.txt: no such file or directory\n"}},
		{"solve 8", "", result{2, "", "queens: board \"8\" cannot be read: a number is not a board of regions\n"}},
		{"solve https://puzz.link/p?starbattle/5/5/1/0", "", result{2, "", "queens: board \"https://puzz.link/p?starbattle/5/5/1/0\" cannot be read: line 1: link: 1 digit for the borders, want 8\n"}},
		{"count", five, result{0, "1\n", ""}},
		{"count", "ABCD\nABCD\nABCD\nABCD\n", result{0, "2\n", ""}},
		{"count --blocked d1", five + "\n" + five, result{0, "0\n0\n", ""}},
		{"count AABB/ACCB/DDCB/DDDB", "", result{0, "0\n", ""}},
		{"count 4x1.ABBBABCCABCDABDD ABBB/ABCC/ABCD/ABDD", "", result{0, "1\n1\n", ""}},
		{"count", "# one\n10 11\n10 11\n\nAB/AB\n[{\"regions\":[[0]]}]", result{0, "0\n0\n1\n", ""}},
		{"count", "A\n\nAB\nA\n", result{2, "1\n", "queens: standard input, line 3: row 2 has 1 square, but there are 2 rows\n"}},
		{"count --given a9", five, result{2, "", "queens: given queen a9 is off the board of 5 rows\n"}},
		{"unique -f squares", five, result{0, squares, "exactly one solution, medium\n"}},
		{"unique -j", five, result{0, `{"board":{"n":5,"regions":[[0,0,0,1,1],[0,0,1,1,1],[2,0,3,3,1],[2,2,4,4,4],[2,2,2,2,2]]},"solutions":"one","difficulty":"medium","answers":[[3,0,2,4,1]]}` + "\n", ""}},
		{"unique -f vector", "ABCD\nABCD\nABCD\nABCD\n", result{1, "2 4 1 3\n3 1 4 2\n", "more than one solution\n"}},
		{"unique -j", "ABC\nABC\nABC\n", result{1, `{"board":{"n":3,"regions":[[0,1,2],[0,1,2],[0,1,2]]},"solutions":"none","answers":[]}` + "\n", ""}},
		{"hint --given a1", five, result{1, "", "the queen on a1 is wrong\n"}},
		{"hint --blocked d1", five, result{1, "", "the cross on d1 is wrong\n"}},
		{"hint --given d1,a2,c3,e4,b5", five, result{1, "", "the board is solved\n"}},
		{"puzzle 3 --seed 1 --difficulty medium", "", result{2, "", "queens: no such puzzle: no board of 3 rows divided into regions is medium\n"}},
		{"puzzle x --seed 1", "", result{2, "", "queens: size of the board is \"x\", want a whole number 1..32\n"}},
		{"play 8", "", result{2, "", "queens: play needs a terminal; hint, solve and draw do without\n"}},
	}
	for _, test := range tests {
		checkResult(t, test.line, test.want, runWith(t, test.stdin, test.line+" --regions"))
		if !slices.Contains([]string{"AAB\n"}, test.stdin) && !strings.HasPrefix(test.stdin, "# one") && !strings.Contains(test.line, "8") && !strings.HasPrefix(test.line, "puzzle") && test.stdin+test.line != "solve" {
			withInput(t, test.stdin) // its form tells that it has regions
			checkResult(t, test.line, test.want, queensRun(t.Context(), test.line))
		}
	}
	withInput(t, five)
	if steps := mustRun(t, "hint --all"); strings.Count(steps, "so its queen stands there.") != 5 {
		t.Errorf("steps to the solution:\n%s", steps)
	}
}

// TestRegionsReadWhatTheyPrint has every command that reads boards of regions read what
// generate writes, from a file and from standard input.
func TestRegionsReadWhatTheyPrint(t *testing.T) {
	for _, level := range []string{"easy", "medium", "hard"} {
		line := "puzzle 9 --regions --count 3 --seed 5 --difficulty " + level
		first := ""
		for _, format := range []string{"letters", "json", "link"} {
			text := mustRun(t, line+" --format "+format)
			name := writeText(t, text)
			for _, arg := range []string{name, "-", ""} {
				solved := runWith(t, text, "solve --format vector "+arg)
				if first == "" {
					first = solved.stdout
				}
				if solved.status != 0 || solved.stdout != first || strings.Count(first, "\n") != 3 {
					t.Errorf("%s, %s: %+v", line, format, solved)
				}
				for _, to := range []string{"unique", "count", "hint", "hint --all --json"} {
					got := runWith(t, text, to+" "+arg)
					if got.status != 0 || to == "unique" && strings.Count(got.stderr, "exactly one solution, "+level) != 3 ||
						to == "count" && got.stdout != "1\n1\n1\n" {
						t.Errorf("%s, %s | %s: %+v", line, format, to, got)
					}
				}
			}
			one, _, _ := strings.Cut(text, "\n\n")
			if format != "letters" {
				one, _, _ = strings.Cut(text, "\n")
			}
			withInput(t, one)
			wellFormed(t, mustRun(t, "draw --answer --letters"))
			if got := quotedRun(t, "count", one); got.stdout != "1\n" {
				t.Errorf("the board as argument: %+v", got)
			}
		}
	}
	if diagram := mustRun(t, "puzzle 6 --regions --seed 1 --format diagram"); !strings.Contains(diagram, "+---+") {
		t.Errorf("the diagram is\n%s", diagram)
	}
	if picture := mustRun(t, "puzzle 6 --regions --seed 1 --format diagram --color always"); !strings.Contains(picture, "\x1b[") {
		t.Errorf("no colour in\n%s", picture)
	}
}

// TestPlay solves a board key by key, with mistakes.
func TestPlay(t *testing.T) {
	board := must(regions.ParseBoard(five))
	g := newGame(regionBoard{board}, nil)
	arrows := map[string]tea.KeyType{"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight}
	press := func(keys ...string) {
		for _, key := range keys {
			msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(key)}
			if arrow, ok := arrows[key]; ok {
				msg = tea.KeyMsg{Type: arrow}
			}
			g.Update(msg)
		}
	}
	expect := func(want string) {
		t.Helper()
		if view := g.View(); !strings.Contains(view, want) {
			t.Errorf("no %q in\n%s", want, view)
		}
	}
	g.Update(tea.WindowSizeMsg{Width: 100, Height: 40})
	expect("[A]")
	press(" ", "h")
	expect("the queen on a1 is wrong")
	press("right", " ")
	expect("[!]")
	press("h")
	expect(" is attacked.")
	press("u", "u", "x", "left", "x", "h")
	expect("Look at ")
	press("h")
	expect("so ")
	if _, crosses := g.placed(); len(crosses) != 2 {
		t.Errorf("crosses on %v", crosses)
	}
	press("u", "u")
	for row, col := range []int{3, 0, 2, 4, 1} {
		for g.cursor.Row < row {
			press("down")
		}
		for g.cursor.Col < col {
			press("right")
		}
		for g.cursor.Col > col {
			press("left")
		}
		press(" ")
	}
	expect("Solved!")
	g.Update(tea.WindowSizeMsg{Width: 10, Height: 5})
	expect("Enlarge the window")
	if _, cmd := g.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("q")}); cmd == nil {
		t.Error("q does not end the game")
	}
}

// TestPlayByHints solves generated boards by the hints alone.
func TestPlayByHints(t *testing.T) {
	for seed := range uint64(5) {
		board := must(regions.Generate(t.Context(), rand.New(rand.NewPCG(seed, 0)), 8, queens.Medium))
		g := newGame(regionBoard{board}, nil)
		for begun := time.Now(); !g.solved(); {
			step := ""
			placed, crosses := g.placed()
			marked := must(board.With(regions.Given(placed...), regions.Blocked(crosses...)))
			for deduced, err := range marked.Deduce(t.Context()) {
				if err != nil {
					break
				}
				step = fmt.Sprint(deduced)
				for _, s := range deduced.Queens {
					g.signs[s] = ownQueen
				}
				for _, s := range deduced.Excluded {
					if g.signs[s] == 0 {
						g.signs[s] = ownCross
					}
				}
				break
			}
			if step == "" || g.hint() == "" || time.Since(begun) > time.Minute {
				t.Fatalf("seed %d: the hints end", seed)
			}
		}
	}
}
