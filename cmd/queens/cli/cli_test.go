package cli

import (
	"errors"
	"strings"
	"testing"
	"time"

	"example.com/queens"
	"github.com/google/go-cmp/cmp"
)

func TestDuration(t *testing.T) {
	const minute, hour, day, year = 60, 3600, 86400, 365 * 86400
	tests := []struct {
		seconds float64
		want    string
	}{
		{0, "0 s"}, {1.4, "1 s"}, {59.4, "59 s"}, {59.6, "1 min"}, {61, "1 min 1 s"}, {10*minute - 1, "9 min 59 s"},
		{10 * minute, "10 min"}, {77 * minute, "1 h 17 min"}, {hour, "1 h"}, {10*hour + 29*minute, "10 h"}, {25 * hour, "1 d 1 h"},
		{9 * day, "9 d"}, {100 * day, "100 d"}, {3 * year, "3 years"}, {1e300, "over 1000 years"},
	}
	for _, test := range tests {
		if got := Duration(test.seconds); got != test.want {
			t.Errorf("%v s: %q, want %q", test.seconds, got, test.want)
		}
	}
}

// TestBoards splits texts into boards.
func TestBoards(t *testing.T) {
	tests := []struct {
		text string
		want []Text
	}{
		{"", nil},
		{"\n# nothing\n\n", nil},
		{"2413\n3142\n", []Text{{1, "2413"}, {2, "3142"}}},
		{"# two\n(2, 4, 1, 3)\n\n. . 1\n[1]", []Text{{2, "(2, 4, 1, 3)"}, {4, ". . 1"}, {5, "[1]"}}},
		{"a1 b3\nn=4 given=a1\n2Q1/Q3/3Q/1Q2", []Text{{1, "a1 b3"}, {2, "n=4 given=a1"}, {3, "2Q1/Q3/3Q/1Q2"}}},
		{"Q .\n. Q\n\n2 Q .\n# no\n1 . Q\n  a b\n13", []Text{{1, "Q .\n. Q\n"}, {4, "2 Q .\n1 . Q\n  a b\n13\n"}}},
		{"  +---+\n1 | Q |\n  +---+\n", []Text{{1, "  +---+\n1 | Q |\n  +---+\n"}}},
	}
	for _, test := range tests {
		var got []Text
		boards(readLines(t.Context(), strings.NewReader(test.text)), func(text Text, err error) bool {
			if err != nil {
				t.Errorf("%q: %v", test.text, err)
			}
			got = append(got, text)
			return true
		})
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%q (-want +got)\n%s", test.text, diff)
		}
	}
}

// TestMeter shows the progress of a resumed count, on something that is not a terminal.
func TestMeter(t *testing.T) {
	var out strings.Builder
	m := NewMeter(&out)
	m.Long = func(seconds float64) string { return "long: " + Duration(seconds) }
	m.show() // before there is any progress
	at := func(seconds time.Duration, p queens.Progress) {
		m.begun = time.Now().Add(-seconds * time.Second)
		m.Update(p)
		m.show()
	}
	at(1, queens.Progress{Fraction: 0.5, Solutions: 500})
	at(10, queens.Progress{Fraction: 0.5, Solutions: 500})
	at(20, queens.Progress{Fraction: 0.6, Solutions: 600})
	at(21, queens.Progress{Fraction: 0.6, Solutions: 600})
	at(100, queens.Progress{Fraction: 0.75, Solutions: 750})
	want := "50 %, 500 solutions\nlong: 1 min 40 s\n60 %, 1 min 20 s left, 600 solutions\n75 %, 1 min 40 s left, 750 solutions\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestStatusLine draws the progress on terminals of several widths.
func TestStatusLine(t *testing.T) {
	figures := []string{"60 %", "1 min 20 s left", "600 solutions"}
	tests := []struct {
		fraction float64
		width    int
		want     string
	}{
		{0, 79, "60 %, 1 min 20 s left, 600 solutions [                                        ]"},
		{0.001, 79, "60 %, 1 min 20 s left, 600 solutions [>                                       ]"},
		{0.6, 79, "60 %, 1 min 20 s left, 600 solutions [=======================>                ]"},
		{1, 79, "60 %, 1 min 20 s left, 600 solutions [=======================================>]"},
		{0.6, 46, "60 %, 1 min 20 s left, 600 solutions [====>  ]"},
		{0.6, 45, "60 %, 1 min 20 s left, 600 solutions"},
		{0.6, 39, "60 %, 1 min 20 s left, 600 solutions"},
		{0.6, 35, "60 %, 1 min 20 s left [======>    ]"},
		{0.6, 14, "60 % [====>  ]"},
		{0.6, 4, "60 %"},
		{0.6, 1, "60 %"},
	}
	for _, test := range tests {
		if got := statusLine(figures, test.fraction, test.width); got != test.want {
			t.Errorf("%v, width %d: got\n%q, want\n%q", test.fraction, test.width, got, test.want)
		}
	}
}

func TestMessage(t *testing.T) {
	if got := Message(errors.New("queens: no\nway")); got != `no\nway` {
		t.Errorf("got %q", got)
	}
}
