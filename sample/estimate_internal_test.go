package sample

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/testkit"
)

// However many probes there are, they are divided into numbers that can be kept in
// memory, and few are left over.
func TestDivide(t *testing.T) {
	all := []int{math.MaxInt32, math.MaxInt, math.MaxInt - 1}
	for probes := 1; probes < 5000; probes++ {
		all = append(all, probes)
	}
	for shift := range 62 {
		all = append(all, 1<<shift, 1<<shift+1, 3<<shift-1)
	}
	for _, probes := range all {
		if probes < 1 {
			continue
		}
		d := divide(probes)
		if d.repetitions < 1 || d.repetitions > maxRepetitions || d.size < 1 || d.size > maxPopulation || d.rounds < 1 {
			t.Errorf("%d probes: %+v", probes, d)
		}
		made := d.repetitions * d.rounds * d.size
		if made > probes || made < probes/3 || probes > 1<<14 && d.repetitions < minRepetitions {
			t.Errorf("%d probes: %+v, %d in all", probes, d, made)
		}
	}
}

// The squares of what four results are off add up to 14: the variance is a third of that, and a quarter of
// the variance is the square of the error of their mean.
func TestMeanAndStdErr(t *testing.T) {
	if mean, stdErr := meanAndStdErr([]float64{1, 2, 3, 6}); mean != 3 || math.Abs(stdErr-math.Sqrt(14./3/4)) > 1e-9 {
		t.Errorf("%v ± %v, want 3 ± %v", mean, stdErr, math.Sqrt(14./3/4))
	}
}

// The memory that an estimate takes does not grow with the number of probes.
func TestEstimateMemory(t *testing.T) {
	s := boardtest.New(t, queens.MaxN)
	ctx, cancel := context.WithCancel(t.Context())
	done := queens.OnProgress(func(queens.Progress) { cancel() })
	if got := testkit.Allocated(func() {
		if _, err := EstimateCount(ctx, rand.New(rand.NewPCG(1, 0)), s, math.MaxInt, done, queens.Workers(2)); err != context.Canceled {
			t.Errorf("error %v", err)
		}
	}); got > 32<<20 {
		t.Errorf("%d bytes allocated", got)
	}
}

// An estimate that would take hours reports the repetitions done.
func TestEstimateProgressGrows(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var last queens.Progress
	_, err := EstimateCount(ctx, rand.New(rand.NewPCG(1, 2)), boardtest.New(t, 20), 1<<23, queens.OnProgress(func(p queens.Progress) {
		if p.Done < last.Done || p.Fraction < last.Fraction {
			t.Errorf("%v after %v", p, last)
		}
		if last = p; p.Done > 1 {
			cancel()
		}
	}))
	if !errors.Is(err, context.Canceled) || last.Done < 2 || last.Done == last.Total || last.Fraction <= 0 || last.Fraction >= 1 {
		t.Errorf("the last report is %v, error %v", last, err)
	}
}

var update = flag.Bool("update", false, "rewrite the files that tests generate")

// The picture of the page: how often a queen stands on each square of the
// 64×64 board, beside the limit for large boards.
func TestDensityPicture(t *testing.T) {
	if !testkit.Long() && !*update {
		t.Skip("takes some seconds")
	}
	const n, draws = 64, 100_000
	drawn := squareDensity(boardtest.New(t, n), rand.New(rand.NewPCG(64, 0)), draws)
	limit, _ := limitDensity(n)
	distance := 0.0
	for row := range n {
		for col := range n {
			distance += math.Abs(drawn[row][col]-limit[row][col]) / (n * n)
		}
	}
	for name, d := range map[string][][]float64{"drawn": drawn, "limit": limit} {
		t.Logf("%s: corner %.2f, middle of an edge %.2f, centre %.2f", name, d[0][0], d[0][n/2], d[n/2][n/2])
	}
	if t.Logf("mean distance %.4f", distance); distance > 0.03 {
		t.Errorf("draws and limit differ by %.4f in the mean", distance)
	}
	testkit.CompareFile(t, "../web/static/density.svg", *update, func(w io.Writer) error { return writeDensities(w, drawn, limit) })
}

// There are ((1+o(1)) n e^-α)^n solutions, and the entropy of the limit is -α, which Simkin
// shows to be 1.942 ± 0.003.
func TestLimitDensity(t *testing.T) {
	density, entropy := limitDensity(64)
	if t.Logf("α = %.5f", -entropy); math.Abs(-entropy-1.942) > 0.003 {
		t.Errorf("the entropy is %.5f, want -1.942 ± 0.003", entropy)
	}
	for i := range density {
		row, col := 0.0, 0.0
		for j := range density {
			row += density[i][j] / 64
			col += density[j][i] / 64
		}
		if math.Abs(row-1) > 1e-6 || math.Abs(col-1) > 1e-6 {
			t.Errorf("row %d has %.7f queens, column %[1]d %.7[3]f", i, row, col)
		}
	}
}

// limitDensity returns the density of queens on large boards, in units of the mean, on a grid
// of n×n squares, and its entropy.
//
// Among the densities γ with one queen in each row and column, and d ≤ 1 on each diagonal, it
// is the one of greatest entropy -3 - ∫ γ log γ - Σ (1-d) log(1-d), where the sum is over the
// diagonals of both directions, in units of N: M. Simkin, The number of n-queens
// configurations, 2021, writes 1-d as a measure of its own, which gives 2 log 2 more. At the
// maximum γ is a product of four factors, one for each line through the square; that of a
// diagonal is 1-d. Each step sets the factors of the lines of a direction to what they must
// be, given all others.
func limitDensity(n int) (density [][]float64, entropy float64) {
	lines := linesThrough(n)
	factors := limitFactors(n, lines)
	entropy = -3
	density = make([][]float64, n)
	for row := range density {
		density[row] = make([]float64, n)
		for col := range n {
			d := productAt(lines, factors, row, col)
			density[row][col] = d
			entropy -= d * math.Log(d) / float64(n*n)
		}
	}
	for _, diagonals := range factors[2:] {
		for _, free := range diagonals {
			entropy -= free * math.Log(free) / float64(n)
		}
	}
	return density, entropy
}

// A lineIndex says which line of one direction goes through a square.
type lineIndex func(row, col int) int

// linesThrough returns the lines of the four directions: rows, columns and both kinds of diagonals.
func linesThrough(n int) []lineIndex {
	return []lineIndex{
		func(row, _ int) int { return row },
		func(_, col int) int { return col },
		func(row, col int) int { return row + col },
		func(row, col int) int { return n - 1 + row - col },
	}
}

// productAt returns the product of the factors of the lines through a square.
func productAt(lines []lineIndex, factors [][]float64, row, col int) float64 {
	product := 1.0
	for k, line := range lines {
		product *= factors[k][line(row, col)]
	}
	return product
}

// limitFactors returns the factors of the limit, by direction and line. 400 rounds of the four
// steps are many more than it takes: TestLimitDensity sees that all rows and columns have a queen.
func limitFactors(n int, lines []lineIndex) [][]float64 {
	factors := make([][]float64, len(lines))
	for k := range factors {
		factors[k] = slices.Repeat([]float64{1}, 2*n-1)
	}
	for range 400 {
		for k, line := range lines {
			own := factors[k]
			factors[k] = slices.Repeat([]float64{1}, len(own)) // not in the product
			sums := make([]float64, len(own))
			for row := range n {
				for col := range n {
					sums[line(row, col)] += productAt(lines, factors, row, col) / float64(n)
				}
			}
			for i, sum := range sums {
				if k < 2 {
					own[i] = 1 / sum
				} else {
					own[i] = 1 / (1 + sum) // d = f·sum and f = 1-d
				}
			}
			factors[k] = own
		}
	}
	return factors
}

// squareDensity returns how often queens stand on each square, in units of the mean, averaged
// over draws and the symmetries of the square.
func squareDensity(b *queens.Board, rng *rand.Rand, draws int) [][]float64 {
	n := b.N()
	density := make([][]float64, n)
	for row := range density {
		density[row] = make([]float64, n)
	}
	total, made := 0.0, 0
	for p, weight := range Draws(rng, b) {
		for _, s := range boardtest.Symmetries {
			for queen := range p.Transform(s).Queens() {
				density[queen.Row][queen.Col] += weight
			}
		}
		total += weight
		if made++; made == draws {
			break
		}
	}
	for _, row := range density {
		for col := range row {
			row[col] *= float64(n) / 8 / total
		}
	}
	return density
}

// writeDensities draws the density of draws and its limit side by side: white is the mean, red
// is more and blue is less. The ground around the boards is dark in a dark color scheme.
func writeDensities(w io.Writer, drawn, limit [][]float64) error {
	const levels = 16 // on either side of the mean
	n := len(drawn)
	runs := map[int]string{}
	for board, density := range [][][]float64{drawn, limit} {
		left := 2 + board*(n+4)
		for row := range n {
			for col := 0; col < n; {
				level, first := densityLevel(density[row][col], levels), col
				for col < n && densityLevel(density[row][col], levels) == level {
					col++
				}
				runs[level] += fmt.Sprintf("M%d %dh%d", left+first, 8+n-1-row, col-first)
			}
		}
	}
	width, legend := 2*n+8, n+12
	for level := -levels; level <= levels; level++ {
		runs[level] += fmt.Sprintf("M%d %dh2m-2 1h2", width/2-2*levels-1+2*(level+levels), legend)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\">\n", width, n+20)
	fmt.Fprintf(&b, "<title>How often a queen stands on each square of the %d×%[1]d board, and the limit for large boards: white is the mean, red half as much again, blue half of it</title>\n", n)
	fmt.Fprintf(&b, "<style>@media(prefers-color-scheme:dark){.ground{fill:#1a1512}text{fill:#fff}}</style>\n")
	fmt.Fprintf(&b, "<path class=\"ground\" fill=\"#fff\" d=\"M0 0h%dv%dH0z\"/>\n", width, n+20)
	fmt.Fprintf(&b, "<g font-family=\"sans-serif\" font-size=\"4\" text-anchor=\"middle\">\n")
	text := func(x, y int, words string) { fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\">%s</text>\n", x, y, words) }
	text(2+n/2, 6, fmt.Sprintf("%d×%[1]d", n))
	text(6+n+n/2, 6, "∞") // no words, since pages in any language show it
	text(width/2-2*levels, legend+6, "½")
	text(width/2, legend+6, "1")
	text(width/2+2*levels, legend+6, "1½")
	fmt.Fprintf(&b, "</g>\n<g shape-rendering=\"crispEdges\" transform=\"translate(0 .5)\">\n")
	for level := -levels; level <= levels; level++ {
		fade := 255 - 255*max(level, -level)/levels
		color := fmt.Sprintf("#ff%02x%02[1]x", fade)
		if level < 0 {
			color = fmt.Sprintf("#%02x%02[1]xff", fade)
		}
		fmt.Fprintf(&b, "<path stroke=%q d=%q/>\n", color, runs[level])
	}
	fmt.Fprintf(&b, "</g>\n</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// densityLevel returns how far a density is from the mean, up to half of it.
func densityLevel(density float64, levels int) int {
	return max(-levels, min(levels, int(math.Round(2*float64(levels)*(density-1)))))
}
