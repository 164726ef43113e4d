package tasks

import (
	"strings"
	"testing"

	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/testkit"
	"example.com/queens/internal/words"
)

func TestCensusOf(t *testing.T) {
	const n = 20 // the root's tests of Census have smaller boards
	census, err := CensusOf(t.Context(), boardtest.New(t, n), testkit.Reference[n].All)
	if err != nil || census.Fundamental != testkit.Reference[n].Fundamental {
		t.Errorf("n = %d: %d fundamental solutions, %v, want %d", n, census.Fundamental, err, testkit.Reference[n].Fundamental)
	}
	for _, wrong := range []struct {
		n   int
		all uint64
	}{{8, 91}, {8, 93}, {12, 72}, {5, 0}, {5, 1}, {1, 2}, {0, 7}} {
		_, err := CensusOf(t.Context(), boardtest.New(t, wrong.n), wrong.all)
		if err == nil || !strings.Contains(err.Error(), words.Plural(wrong.all, "solution")+" cannot be all") {
			t.Errorf("n = %d, %d solutions: error %v", wrong.n, wrong.all, err)
		}
	}
}
