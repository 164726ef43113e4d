package regions_test

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/testkit"
	"example.com/queens/puzzle"
	"example.com/queens/regions"
)

var difficulties = []puzzle.Difficulty{puzzle.Easy, puzzle.Medium, puzzle.Hard, puzzle.Expert}

// generate returns a board that Generate makes of a seed.
func generate(t testing.TB, n int, seed uint64, d puzzle.Difficulty) *regions.Board {
	t.Helper()
	return testkit.Must(regions.Generate(t.Context(), rand.New(rand.NewPCG(seed, uint64(n))), n, d))
}

// Boards are of the size and the difficulty asked for, with one solution and connected regions,
// and differ; and every step of their deduction is right.
func TestGenerate(t *testing.T) {
	testkit.Sequential(t)
	rules := make(map[regions.Rule]int)
	sizes := []int{4, 5, 6, 7, 8, 9, 10, 11, 12, 15}
	if !testing.Short() {
		sizes = append(sizes[:9], 16, 20)
	}
	for _, n := range sizes {
		seen := make(map[string]bool)
		boards := 40 / n
		if n > 12 {
			boards = 1
		}
		for _, d := range difficulties {
			if n == 4 && d >= puzzle.Hard || n == 5 && d == puzzle.Hard {
				continue
			}
			for seed := range uint64(boards) {
				b := generate(t, n, seed, d)
				solution, err := b.Unique(t.Context())
				if err != nil || b.N() != n {
					t.Fatalf("n = %d, %v: %v\n%v", n, d, err, b)
				}
				if got, err := b.Rate(t.Context()); err != nil || got.Difficulty != d {
					t.Fatalf("n = %d: %v, %v, want %v\n%v", n, got, err, d, b)
				}
				if read, err := regions.ParseBoard(b.Link()); err != nil || read.String() != b.String() { // its regions are connected
					t.Fatalf("n = %d, %v: %v\n%v", n, d, err, b)
				}
				seen[b.String()] = true
				if n > testkit.Fewer(12, 8) {
					continue
				}
				_, steps := checkDeduce(t, b, []queens.Placement{solution}, (*sketch).check)
				add(rules, steps)
			}
		}
		if n > 4 && len(seen) < 3*boards {
			t.Errorf("n = %d: only %d different boards", n, len(seen))
		}
	}
	t.Log(rules)
	for rule := regions.Single; rule <= regions.Trial; rule++ {
		if rules[rule] == 0 && !testing.Short() {
			t.Errorf("no step by %v", rule)
		}
	}
}

// Boards give few queens away: at the sizes that people play, at most 0.4 regions of a board
// have a single square, on average. The largest region takes a fair share of the board.
func TestGenerateShapes(t *testing.T) {
	testkit.Sequential(t)
	boards := testkit.Fewer(40, 15) // the means are four standard deviations off the bounds
	for _, d := range difficulties {
		singles, most := 0, 0.4*float64(5*boards)
		for n := 8; n <= 12; n++ {
			largest := 0
			for seed := range uint64(boards) {
				sizes := make([]int, n)
				for _, row := range generate(t, n, 1000+seed, d).Regions() {
					for _, region := range row {
						sizes[region]++
					}
				}
				singles += len(slices.DeleteFunc(slices.Clone(sizes), func(size int) bool { return size > 1 }))
				largest += slices.Max(sizes)
			}
			if share := float64(largest) / float64(n*n*boards); share < 0.2 || share > 0.5 {
				t.Errorf("n = %d, %v: the largest region has %.2f of the board", n, d, share)
			}
		}
		t.Log(d, singles)
		if float64(singles) > most {
			t.Errorf("%v: %d regions of a single square on %d boards, want at most %.0f", d, singles, 5*boards, most)
		}
	}
}

func TestGenerateWrong(t *testing.T) {
	for _, test := range []struct {
		n    int
		d    puzzle.Difficulty
		want string
	}{
		{-1, puzzle.Easy, "regions: generate: n = -1 out of range 1..32"},
		{0, puzzle.Easy, "regions: generate: n = 0 out of range 1..32"},
		{33, puzzle.Easy, "regions: generate: n = 33 out of range 1..32"},
		{2, puzzle.Easy, "puzzle: no such puzzle: no board of 2 rows divided into regions is easy"},
		{3, puzzle.Hard, "puzzle: no such puzzle: no board of 3 rows divided into regions is hard"},
		{1, puzzle.Medium, "puzzle: no such puzzle: no board of 1 row divided into regions is medium"},
		{4, puzzle.Hard, "puzzle: no such puzzle: no board of 4 rows divided into regions is hard"},
		{5, puzzle.Hard, "puzzle: no such puzzle: no board of 5 rows divided into regions is hard"},
		{8, puzzle.Expert + 1, "regions: generate: Difficulty(4) is not a difficulty"},
	} {
		b, err := regions.Generate(t.Context(), rand.New(rand.NewPCG(1, 2)), test.n, test.d)
		wantError(t, fmt.Sprint(test.n, test.d), err, test.want)
		if none := test.n > 0 && test.n <= regions.MaxN && test.d <= puzzle.Expert; errors.Is(err, puzzle.ErrNoPuzzle) != none {
			t.Errorf("%d, %v: ErrNoPuzzle %v, want %v", test.n, test.d, !none, none)
		}
		if b != nil {
			t.Errorf("%d, %v: a board beside the error", test.n, test.d)
		}
	}
	if b := generate(t, 1, 0, puzzle.Easy); b.String() != "A" {
		t.Errorf("board of one row: %v", b)
	}
}

// Of all boards of four rows with connected regions, none is hard, as Generate says.
func TestNoHardBoardOfFourRows(t *testing.T) {
	const n, all = 4, 1<<16 - 1
	solution := []int{1, 7, 8, 14} // b1 d2 a3 c4; the only other one is its mirror image
	var masks [n][]int             // connected sets of squares with one queen of the solution
	queenSquares := 1<<1 | 1<<7 | 1<<8 | 1<<14
	for mask := range all + 1 {
		if queen := mask & queenSquares; bits.OnesCount(uint(queen)) == 1 && connectedMask(mask) {
			for region, square := range solution {
				if queen == 1<<square {
					masks[region] = append(masks[region], mask)
				}
			}
		}
	}
	boards := make(map[puzzle.Difficulty]int)
	for _, first := range masks[0] {
		for _, second := range masks[1] {
			if first&second != 0 {
				continue
			}
			for _, third := range masks[2] {
				if third&(first|second) != 0 || !connectedMask(all&^(first|second|third)) {
					continue
				}
				matrix := make([][]int, n)
				for square := range n * n {
					matrix[square/n] = append(matrix[square/n], first>>square&1+2*(second>>square&1)+3*(third>>square&1))
				}
				d, err := testkit.Must(regions.New(matrix)).Rate(t.Context())
				if err == nil {
					boards[d.Difficulty]++
				}
			}
		}
	}
	t.Log(boards)
	if len(boards) != 2 || boards[puzzle.Easy] == 0 || boards[puzzle.Medium] == 0 {
		t.Errorf("boards of four rows: %v, want easy and medium ones", boards)
	}
}

// connectedMask reports whether squares of the 4×4 board hang together by their sides.
func connectedMask(mask int) bool {
	const left, right = 0x1111, 0x8888
	reached := mask & -mask
	for {
		wider := mask & (reached | reached<<4 | reached>>4 | reached&^right<<1 | reached&^left>>1)
		if wider == reached {
			return reached == mask
		}
		reached = wider
	}
}
