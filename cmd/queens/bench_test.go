package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/queens"
)

// TestBench checks the three lines, and the figures that it compares with.
func TestBench(t *testing.T) {
	if testing.Short() {
		t.Skip("counts n = 18")
	}
	lines := strings.Split(mustRun(t, "bench"), "\n")
	if len(lines) != 4 || !strings.HasPrefix(lines[1], "n = 16: 14772512 solutions in ") || !strings.HasPrefix(lines[2], "n = 18: 666090624 solutions in ") {
		t.Errorf("%q", lines)
	}
}

// TestBenchWorkers counts with two workers, for which there is no table.
func TestBenchWorkers(t *testing.T) {
	if testing.Short() {
		t.Skip("counts n = 18")
	}
	if lines := mustRun(t, "bench --workers 2"); strings.Count(lines, "; the table has no figure for this\n") != 2 || !strings.HasPrefix(lines, kernelName()+" on ") {
		t.Errorf("%q", lines)
	}
}

// TestPublished finds the figures of bench in BENCHMARKS.md.
func TestPublished(t *testing.T) {
	text := must(os.ReadFile("../../BENCHMARKS.md"))
	for kernel, seconds := range published {
		_, row, found := strings.Cut(string(text), "| `Count`, "+kernel+" |")
		row, _, _ = strings.Cut(row, "\n")
		cells := strings.Fields(strings.ReplaceAll(row, "|", " ")) // n = 14 to 18, in milliseconds
		if !found || len(cells) != 5 || cells[2] != fmt.Sprint(1000*seconds[0]) || cells[4] != fmt.Sprint(1000*seconds[1]) {
			t.Errorf("%s: %v, BENCHMARKS.md has %q", kernel, seconds, cells)
		}
	}
}

// TestCoreSeconds finds the times of long counts there.
func TestCoreSeconds(t *testing.T) {
	text := must(os.ReadFile("../../BENCHMARKS.md"))
	units := map[string]float64{"s": 1, "min": minute, "h": hour, "days": day, "years": year}
	for i, seconds := range coreSeconds {
		row := regexp.MustCompile(fmt.Sprintf(`(?m)^\| %d \| [^|]* \| ([\d.]+)(?: ± [\d.]+)? (\S+) \|`, forecastFrom+i)).FindSubmatch(text)
		if row == nil {
			t.Fatalf("n = %d is not in the table", forecastFrom+i)
		}
		number, err := strconv.ParseFloat(string(row[1]), 64)
		if want := number * units[string(row[2])]; err != nil || math.Abs(seconds/want-1) > 1e-9 {
			t.Errorf("n = %d: %v s, BENCHMARKS.md has %q", forecastFrom+i, seconds, row[0])
		}
	}
}

// TestForecast checks that long counts are announced before they start, and short ones are
// not.
func TestForecast(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"count 27 --workers 1", "this takes about "},
		{"count 24 --ledger " + t.TempDir() + "/ledger", "the whole count takes about "},
		{"count 33", "this takes over 1000 years; with "},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(1500*time.Millisecond, cancel)
		got := queensRun(ctx, test.line)
		if first, _, _ := strings.Cut(got.stderr, "\n"); got.status != 130 || !strings.HasPrefix(first, test.want) {
			t.Errorf("%s: %+v", test.line, got)
		}
	}
	for _, n := range []int{8, 18, 19, 24, 28, 29} {
		board := must(queens.New(n))
		seconds, err := forecast(t.Context(), board, 1)
		if err != nil || (seconds == 0) != (n < forecastFrom) || seconds < 0 || n >= 24 && seconds < 3600 {
			t.Errorf("n = %d: %v s, %v", n, seconds, err)
		}
	}
}
