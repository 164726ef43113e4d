package queens_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/testkit"
)

// The rows of testdata/first.txt, the least solutions of empty boards. Those that are left out take ten
// seconds at most.
func TestFirstKnown(t *testing.T) {
	most := 49
	switch {
	case testing.Short():
		most = 31
	case os.Getenv("QUEENS_LONG") != "":
		most = queens.MaxN
	}
	for line := range strings.Lines(string(testkit.Must(os.ReadFile("testdata/first.txt")))) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		want := testkit.Must(queens.ParsePlacement(line))
		if n := len(want); n <= most || !testkit.RaceEnabled && slices.Contains([]int{39, 41, 62}, n) {
			got, err := boardtest.Spec{N: n}.Board(t).First(t.Context(), queens.Workers(2))
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("n = %d: %v, %v, want %v", n, got, err, want)
			}
		}
	}
}
