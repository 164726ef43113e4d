package main

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"example.com/queens"
)

// chances are commands that take a seed, and whose output is likely to differ from
// seed to seed.
var chances = []string{"sample 10", "random 50", "estimate 20 --probes 500", "estimate 16 --probes 500 --json"}

// TestSeed makes choices again with the seed that was printed.
func TestSeed(t *testing.T) {
	for _, line := range chances {
		first := queensRun(t.Context(), line)
		seed, ok := strings.CutPrefix(first.stderr, "seed ")
		if !ok || first.status != 0 || first.stdout == "" {
			t.Fatalf("%s: %+v", line, first)
		}
		if again := mustRun(t, line+" --seed "+seed); again != first.stdout {
			t.Errorf("%s: seed %s gave %q and then %q", line, seed, first.stdout, again)
		}
		if mustRun(t, line+" --seed 1") == mustRun(t, line+" --seed 2") {
			t.Errorf("%s: the same with seeds 1 and 2", line)
		}
	}
}

func TestWrongChance(t *testing.T) {
	const seed = ` for "--seed" flag: want a whole number below 2^64`
	const least = ` flag: want a whole number, at least 1`
	for _, test := range []struct{ line, want string }{
		{"sample 8 --seed x", `invalid argument "x"` + seed},
		{"random 8 --seed -1", `invalid argument "-1"` + seed},
		{"estimate 8 --seed 18446744073709551616", `invalid argument "18446744073709551616"` + seed},
		{"sample 8 --count 0", `invalid argument "0" for "--count"` + least},
		{"sample 8 --count many", `invalid argument "many" for "--count"` + least},
		{"estimate 8 --probes -3", `invalid argument "-3" for "--probes"` + least},
		{"estimate 8 --probes 1e4", `invalid argument "1e4" for "--probes"` + least},
		{"random 8 --format html", `invalid argument "html" for "--format" flag: want one of diagram, grid, vector, fen, squares, json`},
	} {
		checkResult(t, test.line, result{2, "", "queens: " + test.want + "\n"}, queensRun(t.Context(), test.line))
	}
}

// TestSample draws often enough that each of four solutions comes, and no other.
func TestSample(t *testing.T) {
	want := map[string]bool{}
	for p := range queens.All(6) {
		want[p.String()] = true
	}
	got := mustRun(t, "sample 6 --count 100 --seed 1")
	seen := map[string]bool{}
	for line := range strings.Lines(got) {
		seen[strings.TrimSpace(line)] = true
	}
	if strings.Count(got, "\n") != 100 || fmt.Sprint(seen) != fmt.Sprint(want) {
		t.Errorf("saw %v, want %v", seen, want)
	}
	for _, test := range []struct{ line, stdout, stderr string }{
		{"sample 3 --seed 1", "", "no solution\n"},
		{"sample 3 --seed 1 --count 2 --format grid", "no solution\n", ""},
		{"sample 8 --seed 1 --given b4,d5 --block f1", "3 6 8 2 4 1 7 5\n", ""},
		{"sample 8 --seed 1 --given b4,d5 --block f1 --count 2 --format json", strings.Repeat("[2,5,7,1,3,0,6,4]\n", 2), ""},
		{"sample 0 --seed 1", "\n", ""},
	} {
		check(t, test.line, test.stdout, test.stderr)
	}
}

func TestEstimate(t *testing.T) {
	for _, test := range []struct{ line, stdout string }{
		{"estimate 8 --seed 1", "92, exactly\n"},
		{"estimate 3 --seed 1", "0, exactly\n"},
		{"estimate 8 --given b4,d5 --seed 1", "2, exactly\n"},
		{"estimate 8 --probes 20000 --seed 7 --json", `{"mean":92,"stderr":0,"probes":20000,"seed":7}` + "\n"},
	} {
		check(t, test.line, test.stdout, "")
	}

	var got struct {
		Mean, StdErr float64
		Probes, Seed int
	}
	text := mustRun(t, "estimate 16 --probes 3000 --seed 5 --json")
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	const all = 14772512
	if math.Abs(got.Mean-all) > 4*got.StdErr || got.StdErr > all/10 || got.Probes < 2900 || got.Probes > 3000 || got.Seed != 5 {
		t.Errorf("got %+v", got)
	}
	want := estimateText(queens.Estimate{Mean: got.Mean, StdErr: got.StdErr, Probes: got.Probes}) + "\n"
	check(t, "estimate 16 --probes 3000 --seed 5", want, "")
}

func TestEstimateText(t *testing.T) {
	tests := []struct {
		estimate   queens.Estimate
		text, json string
	}{
		{queens.Estimate{Mean: 92, StdErr: 0, Probes: 100}, "92, exactly", `{"mean":92,"stderr":0,"probes":100,"seed":1}`},
		{queens.Estimate{Mean: 14772512, StdErr: 0, Probes: 100}, "14772512, exactly", `{"mean":14772512,"stderr":0,"probes":100,"seed":1}`},
		{queens.Estimate{Mean: 2.34907e17, StdErr: 9.6e14, Probes: 20000}, "2.349e17 ± 0.41 %", `{"mean":234907000000000000,"stderr":960000000000000,"probes":20000,"seed":1}`},
		{queens.Estimate{Mean: 1.905e63, StdErr: 2.9e61, Probes: 20000}, "1.91e63 ± 1.5 %", `{"mean":1.905e+63,"stderr":2.9e+61,"probes":20000,"seed":1}`},
		{queens.Estimate{Mean: 724, StdErr: 400, Probes: 50}, "7.2e2 ± 55 %", `{"mean":724,"stderr":400,"probes":50,"seed":1}`},
		{queens.Estimate{Mean: 724, StdErr: 800, Probes: 50}, "7.2e2 ± 1.1e+02 %", `{"mean":724,"stderr":800,"probes":50,"seed":1}`},
		{queens.Estimate{Mean: 0.25, StdErr: 0.025, Probes: 50}, "2.5e-1 ± 10 %", `{"mean":0.25,"stderr":0.025,"probes":50,"seed":1}`},
		{queens.Estimate{Mean: 3e20, StdErr: math.Inf(1), Probes: 1}, "3.0e20, with unknown error", `{"mean":300000000000000000000,"stderr":null,"probes":1,"seed":1}`},
		{queens.Estimate{Mean: 0, StdErr: math.Inf(1), Probes: 1}, "none found by 1 probe", `{"mean":0,"stderr":null,"probes":1,"seed":1}`},
		{queens.Estimate{Mean: 0, StdErr: math.Inf(1), Probes: 40}, "none found by 40 probes", `{"mean":0,"stderr":null,"probes":40,"seed":1}`},
	}
	for _, test := range tests {
		if text := estimateText(test.estimate); text != test.text {
			t.Errorf("%+v: %s, want %s", test.estimate, text, test.text)
		}
		if text := estimateJSON(test.estimate, 1); text != test.json {
			t.Errorf("%+v: %s, want %s", test.estimate, text, test.json)
		}
	}
}
