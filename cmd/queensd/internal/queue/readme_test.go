package queue

import (
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestReadmeTable compares the table of the README with the formula.
func TestReadmeTable(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	columns := []struct {
		tasks int
		share float64
	}{{5000, 0.01}, {50000, 0.01}, {5000, 0.1}}
	rows := regexp.MustCompile(`(?m)^\| (one|[0-9.]+ %) \| (.+) \| (.+) \| (.+) \|$`).FindAllStringSubmatch(string(text), -1)
	if len(rows) != 5 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows {
		for i, column := range columns {
			forged := 1
			if row[1] != "one" {
				forged = int(math.Round(percent(t, row[1]) / 100 * float64(column.tasks)))
			}
			p := missed(column.tasks, forged, quota(column.tasks, column.share))
			if cell := row[i+2]; cell != inWords(cell, p) {
				t.Errorf("%d of %d forged: %s, want %s", forged, column.tasks, cell, inWords(cell, p))
			}
		}
	}
}

func percent(t *testing.T, cell string) float64 {
	t.Helper()
	value, err := strconv.ParseFloat(strings.TrimSuffix(cell, " %"), 64)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// inWords writes a probability as a cell of the table does: in percent with as many decimals,
// or as a power of ten.
func inWords(cell string, p float64) string {
	if number, ok := strings.CutSuffix(cell, " %"); ok {
		_, decimals, _ := strings.Cut(number, ".")
		return strconv.FormatFloat(100*p, 'f', len(decimals), 64) + " %"
	}
	factor, exponent, _ := strings.Cut(strconv.FormatFloat(p, 'e', 0, 64), "e-")
	power := "10⁻"
	for _, digit := range exponent {
		power += string([]rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[digit-'0'])
	}
	if factor == "1" {
		return power
	}
	return factor + " · " + power
}
