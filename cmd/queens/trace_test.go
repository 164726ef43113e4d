package main

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/queens"
)

// TestTrace lists the steps of searches with known numbers of steps.
func TestTrace(t *testing.T) {
	none := result{1, `1 place a1
2 reject a2, which a1 attacks
3 reject b2, which a1 attacks
4 remove a1
5 place b1
6 reject a2, which b1 attacks
7 reject b2, which b1 attacks
8 remove b1
`, "8 steps, 6 squares tried, 2 queens placed, 2 dead ends, 0 solutions\n"}
	checkResult(t, "trace 2", none, queensRun(t.Context(), "trace 2"))
	brief := result{1, "1 place a1\n2 remove a1\n3 place b1\n4 remove b1\n", "4 steps, 6 squares tried, 2 queens placed, 2 dead ends, 0 solutions\n"}
	checkResult(t, "trace 2 --brief", brief, queensRun(t.Context(), "trace 2 --brief"))
	check(t, "trace 1", "1 place a1\n2 found 1\n3 remove a1\n", "3 steps, 1 square tried, 1 queen placed, 0 dead ends, 1 solution\n")
	check(t, "trace 0", "1 found \n", "1 step, 0 squares tried, 0 queens placed, 0 dead ends, 1 solution\n")
	got := queensRun(t.Context(), "trace 8 --limit 1 --brief")
	if !strings.HasSuffix(got.stdout, " place d8\n219 found 1 5 8 6 3 7 2 4\n") || !strings.Contains(got.stderr, " 876 squares tried, 113 queens placed,") {
		t.Errorf("%.100q … %q", got.stdout, got.stderr)
	}
	if got := queensRun(t.Context(), "trace 8"); !strings.Contains(got.stderr, " 15720 squares tried, 2056 queens placed,") || !strings.HasSuffix(got.stderr, " 92 solutions\n") {
		t.Errorf("%q", got.stderr)
	}
}

// TestTraceJSON lists the steps as JSON.
func TestTraceJSON(t *testing.T) {
	check(t, "trace 1 --json", `{"step":1,"op":"place","square":"a1"}
{"step":2,"op":"found","board":[0]}
{"step":3,"op":"remove","square":"a1"}
{"steps":3,"tried":1,"placed":1,"dead_ends":0,"solutions":1}
`, "")
	if got := queensRun(t.Context(), "trace 2 --json"); !strings.Contains(got.stdout, `{"step":2,"op":"reject","square":"a2","by":"a1"}`) {
		t.Errorf("%+v", got)
	}
	got := queensRun(t.Context(), "trace 3 --json --brief")
	if !strings.HasSuffix(got.stdout, `{"steps":10,"tried":18,"placed":5,"dead_ends":3,"solutions":0}`+"\n") || got.status != 1 {
		t.Errorf("%+v", got)
	}
	for line := range strings.Lines(mustRun(t, "trace 6 --limit 1 --json")) {
		var step struct {
			queens.Step
			Board queens.Placement `json:"board"`
		}
		if err := json.Unmarshal([]byte(line), &step); err != nil || (step.Op == queens.Found) != (len(step.Board) == 6 && step.Board.Solved()) {
			t.Errorf("%s: %+v, %v", line, step, err)
		}
	}
}

// TestAnimation presses keys and lets time pass.
func TestAnimation(t *testing.T) {
	s := must(queens.New(4))
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
	if a.search.steps < 7 || a.search.steps > 8 {
		t.Errorf("%d steps in a second", a.search.steps)
	}
	press(" ")
	steps := a.search.steps
	a.Update(tick{})
	expect("(paused)")
	press("nn")
	if a.search.steps != steps+2 {
		t.Errorf("from %d steps to %d", steps, a.search.steps)
	}
	press(strings.Repeat("n", 100))
	expect("found 2 4 1 3 (finished)")
	if _, cmd := a.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'q'}}); cmd == nil {
		t.Error("q does not end it")
	}
}

// TestAnimationInSmallWindow says what does not fit.
func TestAnimationInSmallWindow(t *testing.T) {
	board := must(queens.New(30))
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
