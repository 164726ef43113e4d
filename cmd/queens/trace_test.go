package main

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/queens"
	"example.com/queens/internal/testkit"
)

// TestAnimation presses keys and lets time pass.
func TestAnimation(t *testing.T) {
	s := testkit.Must(queens.New(4))
	a := &animation{search: newSearch(s, 1, true), write: func(p queens.Placement) string { return p.String() }, rate: 4}
	press := func(keys string) { a.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(keys)}) }
	expect := func(want string) {
		t.Helper()
		if got := a.View(); !strings.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
	expect("start (4 steps/s)")
	press("++-")
	expect("(8 steps/s)")
	for range time.Second / frame {
		a.Update(tick{})
	}
	if a.search.Steps < 7 || a.search.Steps > 8 {
		t.Errorf("%d steps in a second", a.search.Steps)
	}
	press(" ")
	steps := a.search.Steps
	a.Update(tick{})
	expect("(paused)")
	press("nn")
	if a.search.Steps != steps+2 {
		t.Errorf("from %d steps to %d", steps, a.search.Steps)
	}
	press(strings.Repeat("n", 100))
	expect("found 2 4 1 3 (finished)")
	if _, cmd := a.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'q'}}); cmd == nil {
		t.Error("q does not end it")
	}
}

// TestAnimationInSmallWindow has too little room, which the animation says, and then enough.
func TestAnimationInSmallWindow(t *testing.T) {
	board := testkit.Must(queens.New(30))
	var plain colors
	plain.V = "never"
	a := &animation{search: newSearch(board, 0, false), write: plain.drawer(nil, plainBoard{board}), rate: 4}
	a.Update(tea.WindowSizeMsg{Width: 40, Height: 24})
	if view := a.View(); !strings.Contains(view, "Enlarge the window") || !strings.Contains(view, "40 and 24") {
		t.Errorf("%q", view)
	}
	a.Update(tea.WindowSizeMsg{Width: 200, Height: 60})
	if view := a.View(); strings.Contains(view, "Enlarge") {
		t.Errorf("%q", view)
	}
}
