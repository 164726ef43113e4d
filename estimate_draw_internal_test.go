package queens

import (
	"fmt"
	"io"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// The picture of the README: how often a queen stands on each square of the 64×64 board.
func TestDensityPicture(t *testing.T) {
	if !long() && !*update {
		t.Skip("takes some seconds")
	}
	const n, draws = 64, 100_000
	density := squareDensity(newBoard(t, n), rand.New(rand.NewPCG(64, 0)), draws)
	t.Logf("corner %.2f, middle of an edge %.2f, centre %.2f", density[0][0], density[0][n/2], density[n/2][n/2])
	compareFile(t, "testdata/density64.svg", func(w io.Writer) error { return writeDensity(w, density) })
}

// squareDensity returns how often queens stand on each square, in units of the mean, averaged
// over draws and the symmetries of the square.
func squareDensity(b *Board, rng *rand.Rand, draws int) [][]float64 {
	n := b.N()
	density := make([][]float64, n)
	for row := range density {
		density[row] = make([]float64, n)
	}
	total, made := 0.0, 0
	for p, weight := range b.Draws(rng) {
		for _, s := range allSymmetries() {
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

// writeDensity draws a density: white is the mean, red is more and blue is less.
func writeDensity(w io.Writer, density [][]float64) error {
	const levels = 16 // on either side of the mean
	n := len(density)
	paths := map[int]string{}
	for row := range density {
		for col, d := range density[row] {
			level := max(-levels, min(levels, int(math.Round(2*levels*(d-1)))))
			paths[level] += fmt.Sprintf("M%d %dh1v1h-1z", col, n-1-row)
		}
	}
	fmt.Fprintf(w, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" shape-rendering=\"crispEdges\" role=\"img\">\n", n, n)
	fmt.Fprintf(w, "<title>How often a queen stands on each square of the %d×%[1]d board: white is the mean, red half as much again, blue half of it</title>\n", n)
	for level := -levels; level <= levels; level++ {
		fade := 255 - 255*max(level, -level)/levels
		color := fmt.Sprintf("#ff%02x%02[1]x", fade)
		if level < 0 {
			color = fmt.Sprintf("#%02x%02[1]xff", fade)
		}
		if paths[level] != "" {
			fmt.Fprintf(w, "<path fill=%q d=%q/>\n", color, paths[level])
		}
	}
	_, err := fmt.Fprintln(w, "</svg>")
	return err
}

// chooseBits chooses each set of bits equally often.
func TestChooseBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	const word, draws = uint64(0b1011_0100_1000_0000) << 40, 40_000
	counts := map[uint64]int{}
	for range draws {
		chosen := chooseBits(rng, word, 2)
		if bits.OnesCount64(chosen) != 2 || chosen&^word != 0 {
			t.Fatalf("%b of %b", chosen, word)
		}
		counts[chosen]++
	}
	for chosen, count := range counts {
		if want := draws / 10; count < want-300 || count > want+300 {
			t.Errorf("%b is chosen %d times of %d, want %d", chosen, count, draws, want)
		}
	}
	if len(counts) != 10 || chooseBits(rng, word, 5) != word || chooseBits(rng, word, 6) != word || chooseBits(rng, 0, 1) != 0 {
		t.Errorf("%d sets", len(counts))
	}
}
