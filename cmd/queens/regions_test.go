package main

import (
	"strings"
	"testing"

	"example.com/queens/internal/testkit"
	"example.com/queens/regions"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"
)

// five is a board with one solution, d1 a2 c3 e4 b5.
const five = "AAABB\nAABBB\nCADDB\nCCEEE\nCCCCC\n"

// TestRegionsReadWhatTheyPrint has every command that reads boards of regions read what
// "puzzle --regions" prints, in each format that shows regions.
func TestRegionsReadWhatTheyPrint(t *testing.T) {
	line := "puzzle 9 --regions --count 3 --seed 5"
	vectors := runWith(t, mustRun(t, line), "solve --format vector").stdout
	for _, format := range []string{"letters", "json", "link", "diagram"} {
		text := mustRun(t, line+" --format "+format)
		for command, want := range map[string]string{
			"solve -f vector -q": vectors, "unique -f vector": vectors, "complete -f vector": vectors, "count": "1\n1\n1\n", "hint": "", "hint --all --json": "", "draw --answer --letters": "",
		} {
			if got := runWith(t, text, command); got.status != 0 || want != "" && got.stdout != want {
				t.Errorf("%s | %s: %+v", format, command, got)
			}
		}
	}
	if picture := mustRun(t, "puzzle 6 --regions --seed 1 --format diagram --color always"); !strings.Contains(picture, "\x1b[") {
		t.Errorf("no colour in\n%s", picture)
	}
}

// TestPlay solves a board key by key, with mistakes.
func TestPlay(t *testing.T) {
	board := testkit.Must(regions.ParseBoard(five))
	g := newGame(regionBoard{board}, termenv.Ascii)
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

// TestRegionColors checks that terminals with 256 colours or more show the sixteen colours
// of regions apart. With fewer, squares have letters.
func TestRegionColors(t *testing.T) {
	for _, profile := range []termenv.Profile{termenv.TrueColor, termenv.ANSI256} {
		seen := map[string]int{}
		for region := range 16 {
			color := profile.Color(regions.RegionColor(region)).Sequence(true)
			if other, ok := seen[color]; ok {
				t.Errorf("%v: regions %d and %d look alike", profile, other, region)
			}
			seen[color] = region
		}
	}
}
