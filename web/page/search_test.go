package page

import (
	"reflect"
	"slices"
	"testing"

	"example.com/queens"
)

// A driver asks an engine for states of one search.
type driver struct {
	*testing.T
	engine  Engine
	request SearchRequest
}

func newDriver(t *testing.T, text string) *driver {
	t.Helper()
	return &driver{T: t, request: SearchRequest{Position: must(ReadPosition(text))}}
}

// move moves on from where the driver is.
func (d *driver) move(steps int, goal string) SearchState {
	d.Helper()
	d.request.Steps, d.request.Goal = steps, goal
	state := must(d.engine.search(d.Context(), d.request))
	d.request.At = state.Steps
	return state
}

// TestCounters counts the squares tried and the queens placed on the chessboard: 876 and 113
// to the first solution, 15720 and 2056 in all.
func TestCounters(t *testing.T) {
	d := newDriver(t, "n=8")
	if m := d.move(1e6, Solution); m.Tried != 876 || m.Placed != 113 || m.Solutions != 1 || m.Op != "found" || len(m.Queens) != 8 {
		t.Errorf("at the first solution: %+v", m)
	}
	m := d.move(1e6, AnyStep)
	if m.Placed != 2056 || m.Solutions != 92 || m.Next != "" || m.Cut || m.Op != "remove" {
		t.Errorf("at the end: %+v", m)
	}
	if want := []int{8, 42, 140, 344, 568, 550, 312, 92}; !slices.Equal(m.ByRow, want) || m.Tried != 15720 || m.Steps != 15720+2056+92 {
		t.Errorf("by row %v, %d steps", m.ByRow, m.Steps)
	}
}

// TestBackAndForth goes through searches forwards and backwards: the states are the same,
// and their queens are those that the library's steps leave.
func TestBackAndForth(t *testing.T) {
	for _, text := range []string{"n=1", "n=2", "n=4", "n=5", "n=5 torus", "n=6 given=b1", "n=6 given=d3 blocked=a1,c6", "n=3 blocked=a1,b1,c1"} {
		d := newDriver(t, text)
		states := []SearchState{d.move(0, AnyStep)}
		board := must(must(ReadPosition(text)).board())
		given := must(ReadPosition(text)).Queens
		placed := Squares{}
		for step := range board.Steps() {
			switch step.Op {
			case queens.Place:
				placed = append(placed, step.Square)
			case queens.Remove:
				placed = placed[:len(placed)-1]
			}
			m := d.move(1, AnyStep)
			if want := tidy(slices.Concat(placed, given)); !slices.Equal(m.Queens, want) || m.Square[0] != step.Square || m.Op == "reject" && m.By[0] != step.By {
				t.Fatalf("%s, step %d, %v: queens %v, not %v", text, m.Steps, step, m.Queens, want)
			}
			states = append(states, m)
		}
		if m := d.move(1, AnyStep); !reflect.DeepEqual(m, states[len(states)-1]) || m.Next != "" {
			t.Fatalf("%s: beyond the end %+v", text, m)
		}
		for _, want := range slices.Backward(states[:len(states)-1]) {
			if m := d.move(-1, AnyStep); !reflect.DeepEqual(m, want) {
				t.Fatalf("%s: back at\n%+v, not\n%+v", text, m, want)
			}
		}
		if m := d.move(-1, AnyStep); m.Steps != 0 {
			t.Fatalf("%s: before the start %+v", text, m)
		}
	}
}

// TestDeadEnds goes from dead end to dead end: the next row has no free square there, and there are
// as many as the counter says.
func TestDeadEnds(t *testing.T) {
	d := newDriver(t, "n=6")
	ends := 0
	for {
		m := d.move(1e6, DeadEnd)
		if m.Next == "" {
			if m.DeadEnds != ends {
				t.Errorf("%d dead ends, %d counted", ends, m.DeadEnds)
			}
			return
		}
		ends++
		next := m.DeadRow
		for col := range 6 {
			s := queens.Square{Row: next, Col: col}
			if !slices.ContainsFunc(m.Queens, s.Attacks) {
				t.Fatalf("%v is free at the dead end %v", s, m.Queens)
			}
		}
		if !m.DeadEnd || m.DeadEnds != ends || m.Next != "remove" {
			t.Fatalf("%+v", m)
		}
	}
}

// TestSearchEndsEarly has a search that remembers few steps.
func TestSearchEndsEarly(t *testing.T) {
	d := newDriver(t, "n=8")
	d.move(0, AnyStep)
	d.engine.steps.most = 10
	if m := d.move(100, AnyStep); m.Steps != 10 || m.Next != "" || !m.Cut {
		t.Errorf("%+v", m)
	}
	if m := d.move(-100, AnyStep); m.Steps != 0 || m.Next == "" {
		t.Errorf("%+v", m)
	}
}

// TestSearchAgain asks engines that hold no search, or another one, for a state in the middle: it is the same.
func TestSearchAgain(t *testing.T) {
	d := newDriver(t, "n=8")
	want := d.move(37, AnyStep)
	var fresh Engine
	request := SearchRequest{Position: d.request.Position, At: 36, Steps: 1}
	must(fresh.search(t.Context(), SearchRequest{Position: must(ReadPosition("n=6")), Steps: 9}))
	if got := must(fresh.search(t.Context(), request)); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, not %+v", got, want)
	}
	request.Steps = -1e6
	if got := must(d.engine.search(t.Context(), request)); got.Steps != 0 {
		t.Errorf("back: %+v", got)
	}
}
