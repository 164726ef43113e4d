package queens

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// Whatever a program may print is worth reading, and no address of anything.
func TestPrinted(t *testing.T) {
	s := newBoard(t, 8, Given(Square{3, 1}), Blocked(Square{0, 0}))
	sampler, err := s.Sampler(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	census, err := s.Census(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	estimate, err := newBoard(t, 12).Estimate(t.Context(), rand.New(rand.NewPCG(1, 2)), 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		value any
		want  string
	}{
		{s, "n=8 given=b4 blocked=a1"},
		{Given(Square{3, 1}), "[b4]"},
		{Blocked(Square{0, 0}), "[a1]"},
		{sampler, "sampler of 8 solutions of n=8 given=b4 blocked=a1"},
		{census, "8 solutions in 8 orbits: 8 of 1"},
		{estimate, " ± "},
		{Task{}, "no task"},
		{Task{pieceOf[*piece]{crossMethod{s}, newPiece(s.given, 1)}}, "queens-task/1 n=8 given=b4 blocked=a1 weight=1 crc32="},
		{Step{Place, Square{3, 1}}, "Place b4"},
		{Progress{Done: 61, Total: 1024, Solutions: 7386256, Fraction: 0.5}, "50.0 %, 61 of 1024 pieces, 7386256 solutions"},
		{Workers(3), "3"},
		{OnProgress(func(Progress) {}), "OnProgress"},
		{Rotate90, "Rotate90"},
		{Placement{1, 3, 0, 2}, "2 4 1 3"},
	} {
		for _, verb := range []string{"%v", "%+v"} {
			got := fmt.Sprintf(verb, test.value)
			if !strings.Contains(got, test.want) || strings.Contains(got, "0x") {
				t.Errorf("%T prints as %q with %s, want %q", test.value, got, verb, test.want)
			}
		}
	}
}

// Whatever a program may store comes back from its JSON.
func TestCensusTaskJSON(t *testing.T) {
	var census, censusBack Census
	var err error
	if census, err = newBoard(t, 8).Census(context.Background()); err != nil {
		t.Fatal(err)
	}
	task := tasksOf(t, newBoard(t, 8), 1)[0]
	var taskBack Task
	for _, test := range []struct{ value, back any }{{census, &censusBack}, {task, &taskBack}} {
		text, err := json.Marshal(test.value)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, test.back); err != nil {
			t.Fatal(err)
		}
	}
	if census != censusBack || task.String() != taskBack.String() {
		t.Errorf("%v and %v come back as %v and %v", census, task, censusBack, taskBack)
	}
}
