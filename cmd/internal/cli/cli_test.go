package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"example.com/queens"
	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
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

// TestMeter shows the progress of a resumed count, on something that is not a terminal.
func TestMeter(t *testing.T) {
	var out strings.Builder
	m := NewMeter(&out)
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
	want := "50 %, 500 solutions\n60 %, 1 min 20 s left, 600 solutions\n75 %, 1 min 40 s left, 750 solutions\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestStatusLine shows the progress on terminals of several widths.
func TestStatusLine(t *testing.T) {
	figures := []string{"60 %", "1 min 20 s left", "600 solutions"}
	for width, want := range map[int]string{
		79: "60 %, 1 min 20 s left, 600 solutions", 36: "60 %, 1 min 20 s left, 600 solutions", 35: "60 %, 1 min 20 s left", 20: "60 %", 1: "60 %",
	} {
		if got := statusLine(figures, width); got != want {
			t.Errorf("width %d: got\n%q, want\n%q", width, got, want)
		}
	}
}

// TestEnds runs commands that end with errors of several kinds.
func TestEnds(t *testing.T) {
	for _, test := range []struct {
		err    error
		status int
		stderr string
	}{
		{nil, 0, ""}, {ErrNo, 1, ""}, {fmt.Errorf("on line 3: %w", ErrReported), 2, ""},
		{errors.New("queens: two\nlines"), 2, "test: two\\nlines\n"},
		{context.Canceled, 130, "test: interrupted\n"},
		{fmt.Errorf("SIGTERM: %w", context.Canceled), 130, "test: interrupted\n"},
		{Interruption("interrupted after 3 tasks"), 130, "test: interrupted after 3 tasks\n"},
	} {
		root := &cobra.Command{Use: "test"}
		root.AddCommand(&cobra.Command{Use: "end", RunE: func(*cobra.Command, []string) error { return test.err }})
		var stderr strings.Builder
		if status := Run(t.Context(), root, []string{"end"}, io.Discard, &stderr); status != test.status || stderr.String() != test.stderr {
			t.Errorf("%v: status %d, %q", test.err, status, stderr.String())
		}
	}
}
