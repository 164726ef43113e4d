package testkit

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// A Family is boards of one kind of which about half have a solution. The file
// testdata/find_families.txt lists them, and says what they are and where their answers come from.
type Family struct {
	Name      string
	N         int
	Answers   []string // of each board: yes, no or ?
	parameter float64
	seed      uint64
}

// A FamilyBoard is a board of a family. Squares are a row and a column.
type FamilyBoard struct {
	Given, Blocked [][2]int
	Torus          bool
}

// Families reads the list of families.
func Families(t testing.TB, file string) (all []Family) {
	t.Helper()
	for line := range strings.Lines(string(Must(os.ReadFile(file)))) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var f Family
		if _, err := fmt.Sscan(line, &f.Name, &f.N, &f.parameter, &f.seed); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		f.Answers = strings.Fields(line)[4:]
		all = append(all, f)
	}
	return all
}

// Boards yields the boards of a family with what is known of them.
func (f Family) Boards() iter.Seq2[FamilyBoard, string] {
	return func(yield func(FamilyBoard, string) bool) {
		rng := rand.New(rand.NewPCG(f.seed, uint64(f.N)))
		for _, answer := range f.Answers {
			if !yield(f.draw(rng), answer) {
				return
			}
		}
	}
}

func (f Family) draw(rng *rand.Rand) FamilyBoard {
	switch f.Name {
	case "completion":
		return FamilyBoard{Given: f.peacefulQueens(rng)}
	case "blocked", "torus":
		blocked := f.squaresWhere(func(row, col int) bool { return rng.Float64() >= f.parameter })
		return FamilyBoard{Blocked: blocked, Torus: f.Name == "torus"}
	case "diagonals":
		chosen := rng.Perm(4*f.N - 2)[:int(f.parameter)]
		return FamilyBoard{Blocked: f.squaresWhere(func(row, col int) bool {
			return slices.Contains(chosen, row+col) || slices.Contains(chosen, 3*f.N-2+row-col)
		})}
	}
	panic("no family is called " + f.Name)
}

// peacefulQueens returns squares at random that do not attack each other.
func (f Family) peacefulQueens(rng *rand.Rand) (queens [][2]int) {
	for len(queens) < int(f.parameter) {
		row, col := rng.IntN(f.N), rng.IntN(f.N)
		if !slices.ContainsFunc(queens, func(q [2]int) bool {
			rows, cols := row-q[0], col-q[1]
			return rows == 0 || cols == 0 || rows == cols || rows == -cols
		}) {
			queens = append(queens, [2]int{row, col})
		}
	}
	return queens
}

func (f Family) squaresWhere(is func(row, col int) bool) (squares [][2]int) {
	for row := range f.N {
		for col := range f.N {
			if is(row, col) {
				squares = append(squares, [2]int{row, col})
			}
		}
	}
	return squares
}
