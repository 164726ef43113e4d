package page

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/queens"
	"example.com/queens/regions"
)

var difficulties = []queens.Difficulty{queens.Easy, queens.Medium, queens.Hard}

// TestMakePuzzle makes puzzles of both kinds, all difficulties and all sizes: they have one
// solution and the difficulty asked for, and open from their text.
func TestMakePuzzle(t *testing.T) {
	for name, most := range map[string]int{Regions: mostRegions, Queens: mostQueens} {
		least := map[string]int{Regions: leastRegions, Queens: leastQueens}[name]
		for n := least; n <= most; n++ {
			for _, difficulty := range difficulties {
				wish := Wish{name, n, name == Queens && n == 13, difficulty, 5}
				puzzle, err := MakePuzzle(t.Context(), wish)
				if err != nil {
					t.Fatal(wish, err)
				}
				opened, err := OpenPuzzle(t.Context(), puzzle.Text)
				if err != nil {
					t.Fatal(puzzle.Text, err)
				}
				again, err := MakePuzzle(t.Context(), wish)
				if err != nil || again.Text != puzzle.Text || opened.Text != puzzle.Text || opened.Difficulty != difficulty || opened.N != n || opened.Torus != wish.Torus {
					t.Errorf("%+v: %+v, opened %+v, made again %+v", wish, puzzle, opened, again)
				}
				if !strings.HasPrefix(puzzle.Says, difficulty.String()) || strings.Contains(puzzle.Text, "\n") {
					t.Error(puzzle.Says, puzzle.Text)
				}
			}
		}
	}
}

// TestToday makes the puzzles of three weeks, which have one solution each and the size and
// difficulty of their day. The two that are written out show a change of the library that
// changes everybody's puzzle of the day.
func TestToday(t *testing.T) {
	seen := map[string]bool{}
	byDay := map[string]string{}
	day := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	for range 21 {
		for _, name := range []string{Regions, Queens} {
			puzzle, err := Today(t.Context(), name, day.Format(time.DateOnly))
			if err != nil {
				t.Fatal(err)
			}
			if wish := week[day.Weekday()]; puzzle.N != wish.N || puzzle.Difficulty != wish.Difficulty || seen[puzzle.Text] {
				t.Errorf("%v: %+v", day, puzzle)
			}
			seen[puzzle.Text] = true
			byDay[name+" "+day.Format(time.DateOnly)] = puzzle.Text
		}
		day = day.AddDate(0, 0, 1)
	}
	for day, want := range map[string]string{
		"regions 2026-11-23": "AAABCCC/ACABCCC/CCCCCCC/DDDDDCC/EDDCDCC/EDFCCCC/EDFGGGG",
		"queens 2026-11-23":  "n=7 given=b1,f6,d7",
	} {
		if byDay[day] != want {
			t.Errorf("%s: %s, want %s", day, byDay[day], want)
		}
	}
}

func TestStreak(t *testing.T) {
	for days, want := range map[string]int{
		"":                                 0,
		"2026-11-22":                       1,
		"2026-11-21":                       1,
		"2026-11-20":                       0,
		"2026-11-20 2026-11-22 2026-11-21": 3,
		"2026-11-20 2026-11-22 2026-11-22": 1,
		"2026-11-23":                       0,
	} {
		if got, err := Streak(strings.Fields(days), "2026-11-22"); err != nil || got != want {
			t.Errorf("%s: %d, %v, want %d", days, got, err, want)
		}
	}
	if got, err := Streak([]string{"2024-02-28", "2024-02-29", "2024-03-01"}, "2024-03-01"); err != nil || got != 3 {
		t.Errorf("leap year: %d, %v", got, err)
	}
}

// TestFormats opens boards in the formats that people have.
func TestFormats(t *testing.T) {
	const want = "AAABB/AABBB/CADDB/CCEEE/CCCCC"
	for _, text := range []string{
		want,
		" AAABB\nAABBB\n\nCADDB\nCCEEE\nCCCCC\n",
		"1 1 1 2 2\n1 1 2 2 2\n3 1 4 4 2\n3 3 5 5 5\n3 3 3 3 3",
		`{"regions":[[0,0,0,1,1],[0,0,1,1,1],[2,0,3,3,1],[2,2,4,4,4],[2,2,2,2,2]]}`,
	} {
		p, err := OpenPuzzle(t.Context(), text)
		if err != nil || p.Text != want || p.Kind != Regions {
			t.Errorf("%q: %+v, %v", text, p, err)
			continue
		}
		link := p.board.(regionsKind).Link()
		if q, err := OpenPuzzle(t.Context(), link); err != nil || q.Text != want {
			t.Errorf("%q: %+v, %v", link, q, err)
		}
	}
	for _, text := range []string{"n=4 given=b1", "2 . . .", "1Q2/4/4/4", ". Q . .\n. . . .\n. . . .\n. . . ."} {
		if p, err := OpenPuzzle(t.Context(), text); err != nil || p.Kind != Queens || p.N != 4 {
			t.Errorf("%q: %+v, %v", text, p, err)
		}
	}
	p, err := OpenPuzzle(t.Context(), want+" given=d1 blocked=b1")
	if err != nil || p.Text != want+" given=d1 blocked=b1" || len(p.Given) != 1 || len(p.Blocked) != 1 {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestMap compares the colours and letters of regions with the library's.
func TestMap(t *testing.T) {
	p, err := MakePuzzle(t.Context(), Wish{Kind: Regions, N: 12, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	for i := range p.N {
		if p.Map.Colours[i] != regions.RegionColor(i) || p.Map.Names[i] != regions.RegionName(i) || slices.Contains(p.Map.Colours[:i], p.Map.Colours[i]) {
			t.Errorf("region %d: %s %s", i, p.Map.Names[i], p.Map.Colours[i])
		}
	}
}

// with returns marks with one square changed.
func (m Marks) with(n int, s queens.Square, mark byte) Marks {
	changed := []byte(m)
	changed[s.Row*n+s.Col] = mark
	return Marks(changed)
}

// TestHints follows the hints to the end, for both kinds and all difficulties, and every
// hint has its three sayings and leads on.
func TestHints(t *testing.T) {
	seeds := uint64(2)
	if os.Getenv("QUEENS_LONG") != "" {
		seeds = 30
	}
	for _, name := range []string{Regions, Queens} {
		for _, difficulty := range difficulties {
			for seed := range seeds {
				p, err := MakePuzzle(t.Context(), Wish{name, 8 + int(seed)%2, false, difficulty, seed})
				if err != nil {
					t.Fatal(err)
				}
				follow(t, p)
			}
		}
	}
	torus, err := MakePuzzle(t.Context(), Wish{Queens, 11, true, queens.Medium, 1})
	if err != nil {
		t.Fatal(err)
	}
	follow(t, torus)
}

func follow(t *testing.T, p *Puzzle) {
	t.Helper()
	marks := Marks(strings.Repeat(".", p.N*p.N))
	for {
		a, err := p.attempt(marks)
		if err != nil {
			t.Fatal(err)
		}
		if a.solved() {
			break
		}
		hint, err := a.hint(t.Context())
		if err != nil {
			t.Fatal(p.Text, marks, err)
		}
		before := marks
		for _, s := range hint.Queens {
			marks = marks.with(p.N, s, 'q')
		}
		for _, s := range hint.Crosses {
			marks = marks.with(p.N, s, 'x')
		}
		if marks == before || len(hint.Sayings) != 3 {
			t.Fatalf("%s: %+v", p.Text, hint)
		}
		for _, saying := range hint.Sayings {
			if len(saying.Squares) == 0 || !strings.ContainsAny(saying.Says[len(saying.Says)-1:], ".?:") {
				t.Errorf("%s: %+v", p.Text, saying)
			}
		}
		for _, s := range hint.Queens {
			if strings.Contains(hint.Sayings[0].Says, s.String()) {
				t.Errorf("%s: %+v says at once where the queen stands", p.Text, hint)
			}
		}
	}
}

// TestMistakes names what is wrong before anything else.
func TestMistakes(t *testing.T) {
	p, err := OpenPuzzle(t.Context(), "AAABB/AABBB/CADDB/CCEEE/CCCCC") // d1 a2 c3 e4 b5
	if err != nil {
		t.Fatal(err)
	}
	for marks, want := range map[Marks]string{
		".........................": "Nothing is on the board yet, so nothing is wrong.",
		"x........................": "Nothing is wrong. You have placed no queen yet.",
		"...q.x...................": "a2 is crossed out, but a queen belongs there.",
		"...qx....................": "Nothing is wrong: 1 queen placed, 4 to go.",
		"q........................": "The queen on a1 is wrong.",
		"q..x......q..............": "The queens on a1 and a3 are wrong. d1 is crossed out, but a queen belongs there.",
		"q..x.x...................": "The queen on a1 is wrong. d1 and a2 are crossed out, but queens belong there.",
		"...q.q......q......q.q...": "Solved. Every queen is where it belongs.",
	} {
		a, err := p.attempt(marks)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.check(); got.Says != want {
			t.Errorf("%s: %q, want %q", marks, got.Says, want)
		}
		hint, err := a.hint(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if wrong := strings.Contains(want, "wrong.") && want[0] != 'N' || strings.Contains(want, "belongs there") || strings.Contains(want, "belong there"); wrong != (len(hint.Clear) > 0) || wrong && hint.Sayings[0].Says != want {
			t.Errorf("%s: %+v", marks, hint)
		}
		if solved := strings.HasPrefix(want, "Solved"); a.state().Solved != solved {
			t.Errorf("%s: solved %v", marks, !solved)
		}
	}
	if answer := p.marks(); answer != "...q.q......q..." && answer != "...q.q......q......q.q..." {
		t.Error(answer)
	}
}

// TestRegionsAttacks compares the attacks of regions with a plain reading of their rules.
func TestRegionsAttacks(t *testing.T) {
	p, err := MakePuzzle(t.Context(), Wish{Regions, 7, false, queens.Medium, 9})
	if err != nil {
		t.Fatal(err)
	}
	b := p.board.(regionsKind)
	for _, s := range (Position{N: p.N}).squares() {
		found := attackedSquares(b, []queens.Square{s})
		for _, other := range (Position{N: p.N}).squares() {
			want := s != other && (s.Row == other.Row || s.Col == other.Col || b.Region(s) == b.Region(other) || distance(s, other) == 1)
			if slices.Contains(found, other) != want {
				t.Errorf("%v attacks %v: %v", s, other, !want)
			}
		}
	}
	a, err := p.attempt(Marks(strings.Repeat("q", p.N) + strings.Repeat(".", p.N*(p.N-1))))
	if err != nil {
		t.Fatal(err)
	}
	if s := a.state(); s.Solved || len(s.Lines) != p.N*(p.N-1)/2 || !strings.Contains(s.Says, "7 queens, but a1 and b1 attack each other") {
		t.Errorf("%+v", s)
	}
}

// TestEdit looks at boards of none, one and several solutions.
func TestEdit(t *testing.T) {
	for text, want := range map[string]string{
		"AAABB/AABBB/CADDB/CCEEE/CCCCC": "Exactly one solution: a puzzle. Difficulty: medium.",
		"AAAAA/BBBBB/CCCCC/DDDDD/EEEEE": "Several solutions. A puzzle has one.",
		"AAB/ABB/CCC":                   "No solution.",
	} {
		edit, err := ReadRegions(t.Context(), text)
		if err != nil || edit.Says != want || edit.Text != text {
			t.Errorf("%s: %+v, %v", text, edit, err)
		}
	}
	edit, err := LookAtRegions(t.Context(), [][]int{{0, 0}, {0, 0}})
	if err != nil || edit.Says != "Region B has no square yet." || edit.Text != "" {
		t.Errorf("%+v, %v", edit, err)
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
			for _, difficulty := range difficulties {
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
