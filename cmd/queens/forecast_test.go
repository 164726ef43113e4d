package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"example.com/queens/internal/testkit"
)

// TestCoreSeconds finds the times that bench and forecasts compare with in BENCHMARKS.md.
func TestCoreSeconds(t *testing.T) {
	text := testkit.Must(os.ReadFile("../../BENCHMARKS.md"))
	_, row, found := strings.Cut(string(text), "| `Count`, AVX-512 |")
	row, _, _ = strings.Cut(row, "\n")
	milliseconds := strings.Fields(strings.ReplaceAll(row, "|", " ")) // n = 14 to 18
	if !found || len(milliseconds) != 5 {
		t.Fatalf("BENCHMARKS.md has %q", row)
	}
	units := map[string]float64{"ms": 1e-3, "s": 1, "min": minute, "h": hour, "days": day, "years": year}
	for i, seconds := range coreSeconds {
		n := tableFrom + i
		var figure, unit string
		if n <= 18 {
			figure, unit = milliseconds[n-14], "ms"
		} else if row := regexp.MustCompile(fmt.Sprintf(`(?m)^\| %d \| [^|]* \| ([\d.]+)(?: ± [\d.]+)? (\S+) \|`, n)).FindSubmatch(text); row != nil {
			figure, unit = string(row[1]), string(row[2])
		}
		number, err := strconv.ParseFloat(figure, 64)
		if err != nil || math.Abs(seconds/(number*units[unit])-1) > 1e-9 {
			t.Errorf("n = %d: %v s, BENCHMARKS.md has %q %s", n, seconds, figure, unit)
		}
	}
}

// TestForecast checks that long counts are announced before they start, and short ones are
// not.
func TestForecast(t *testing.T) {
	testkit.Sequential(t)
	for _, test := range []struct{ line, want string }{
		{"count 27 --workers 1", "this takes about "},
		{"count 24 --ledger " + t.TempDir() + "/ledger", "the whole count takes about "},
		{"count 33", "this takes over 1000 years; with "},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		announced := stopAtWrite{stop: cancel}
		status := cli.Run(ctx, newRoot(), fields(test.line), io.Discard, &announced)
		if text := announced.String(); status != 130 || !strings.HasPrefix(text, test.want) {
			t.Errorf("%s: status %d, %q", test.line, status, text)
		}
	}
	for _, n := range []int{8, 18, 19, 24, 28, 29} {
		board := testkit.Must(queens.New(n))
		seconds, err := forecast(t.Context(), board, 1)
		if err != nil || (seconds == 0) != (n < forecastFrom) || seconds < 0 || n >= 24 && seconds < 3600 {
			t.Errorf("n = %d: %v s, %v", n, seconds, err)
		}
	}
}
