package reading_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/queens/internal/reading"
)

// Answers beside regions are read in all forms, and a bad one is no fault of the board.
func TestDivisionAnswers(t *testing.T) {
	want := []int{1, 3, 0, 2}
	for _, answer := range []string{
		`"answer":[1,3,0,2]`, `"solution":[[0,1],[1,3],[2,0],[3,2]]`, `"solution":[[1,2],[2,4],[3,1],[4,3]]`, `"answer":"2 4 1 3"`,
		`"Solution":[{"row":0,"col":1},{"row":1,"col":3},{"row":2,"col":0},{"row":3,"col":2}]`, `"answers":[["b1","d2","a3","c4"]]`,
		`"solution":[[0,1,0,0],[0,0,0,1],[1,0,0,0],[0,0,1,0]]`, `"solution":".Q../...Q/Q.../..Q."`,
	} {
		d, err := reading.OneDivision(`{"regions":["AAAB","CAAB","CCDD","DDDD"],`+answer+`}`, reading.Limits{Rows: 32, Bytes: 1 << 20})
		if err != nil {
			t.Errorf("%s: %v", answer, err)
			continue
		}
		if all, err := d.Answers(); err != nil || len(all) != 1 || all[0].NoAnswer != nil || !slices.Equal(all[0].Answer, want) {
			t.Errorf("%s: %v, %v", answer, all, err)
		}
	}
	d, err := reading.OneDivision(`{"board":{"regions":"AB/AB"},"answer":[0,7]}`, reading.Limits{Rows: 32, Bytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	if all, err := d.Answers(); err != nil || len(all) != 1 || fmt.Sprint(all[0].NoAnswer) == "<nil>" {
		t.Errorf("a column 7 of 2: %v, %v", all, err)
	}
}

// The time for one board is not quadratic in its text, nor worse: these would take minutes, or for ever.
func TestLong(t *testing.T) {
	frame, row := strings.Repeat("+---", 200)+"+\n", strings.Repeat("| A ", 200)+"|\n"
	gap := "+" + strings.Repeat("   +", 200) + "\n"
	for _, text := range []string{
		strings.Repeat(`{"a":`, 900) + `{"grid":"A"}` + strings.Repeat("}", 900),
		strings.Repeat(`{"a":`, 900) + "{" + strings.Repeat(`"b":1,`, 1<<15) + "}" + strings.Repeat("}", 900),
		strings.Repeat(`{"boards":`, 900) + `{"grid":"A"}` + strings.Repeat("}", 900),
		`{"puzzles":[` + strings.Repeat(`{"grid":[]},`, 1<<15) + `{"grid":[]}]}`,
		frame + row + strings.Repeat(gap+row, 199) + frame,
		strings.Repeat("1", 1<<18) + " star:\nAB\nAB",
	} {
		for areRegions := range 2 {
			outcome(text, areRegions == 1)
		}
	}
}
