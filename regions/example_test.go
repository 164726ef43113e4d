package regions_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"strings"

	"example.com/queens"
	"example.com/queens/puzzle"
	"example.com/queens/regions"
)

// board is the one in the package comment.
func board() *regions.Board {
	return must(regions.ParseBoard(`
		AAABB
		AABBB
		CADDB
		CCEEE
		CCCCC`))
}

// must ends an example at an error that it cannot have.
func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

// The example of the package comment: solve a board as a person does, and draw its only solution.
func Example() {
	ctx := context.Background()
	b, _ := regions.ParseBoard("AAABB/AABBB/CADDB/CCEEE/CCCCC")
	for step := range b.Deduce(ctx) {
		fmt.Println(step)
	}
	solution, _ := b.Unique(ctx)
	fmt.Print(b.Diagram(solution))
	// Output:
	// All open squares of region D are in row 3, so a3, b3 and e3 are ruled out.
	// All open squares of region E are in row 4, so a4 and b4 are ruled out.
	// A queen on c2, d2, c4 or d4 would attack every open square of row 3.
	// Region E has one open square left, e4, so its queen stands there.
	// Region B has one open square left, d1, so its queen stands there.
	// Region D has one open square left, c3, so its queen stands there.
	// Region A has one open square left, a2, so its queen stands there.
	// Region C has one open square left, b5, so its queen stands there.
	//     a   b   c   d   e
	//   +---+---+---+---+---+
	// 1 | A   A   A | ♛   B |
	//   |       +---+       |
	// 2 | ♛   A | B   B   B |
	//   +---+   +---+---+   |
	// 3 | C | A | ♛   D | B |
	//   |   +---+---+---+---+
	// 4 | C   C | E   E   ♛ |
	//   |       +---+---+---+
	// 5 | C   ♛   C   C   C |
	//   +---+---+---+---+---+
}

// A game: a player has put down queens and crosses, and asks for a hint. A mistake is
// named first. Otherwise the hint comes in three parts: where to look, why, and what
// follows.
func Example_game() {
	made := board()
	solution, err := made.Unique(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	hint := func(placed, crossed []queens.Square) {
		for _, s := range placed {
			if solution[s.Row] != s.Col {
				fmt.Println("The queen on", s, "is wrong.")
				return
			}
		}
		for _, s := range crossed {
			if solution[s.Row] == s.Col {
				fmt.Println("The cross on", s, "is wrong.")
				return
			}
		}
		played, err := made.With(regions.Given(placed...), regions.Blocked(crossed...))
		if err != nil {
			log.Fatal(err)
		}
		for step, err := range played.Deduce(context.Background()) {
			if err != nil {
				log.Fatal(err)
			}
			fmt.Println("Look at:", step.Units, step.Within)
			fmt.Println("Because of:", step.Because)
			fmt.Println("It follows:", step)
			return
		}
		fmt.Println("Solved!")
	}
	b1, a2, c3, e4, b5, d1 := square("b1"), square("a2"), square("c3"), square("e4"), square("b5"), square("d1")
	hint([]queens.Square{b1}, nil)
	hint(nil, []queens.Square{b1, a2})
	hint(nil, nil)
	hint([]queens.Square{a2}, []queens.Square{b1})
	hint([]queens.Square{d1, a2, c3, e4, b5}, nil)
	// Output:
	// The queen on b1 is wrong.
	// The cross on a2 is wrong.
	// Look at: [region D] [row 3]
	// Because of: [c3 d3]
	// It follows: All open squares of region D are in row 3, so a3, b3 and e3 are ruled out.
	// Look at: [region D] [row 3]
	// Because of: [c3 d3]
	// It follows: All open squares of region D are in row 3, so e3 is ruled out.
	// Solved!
}

func square(name string) queens.Square { return must(queens.ParseSquare(name)) }

// A puzzle maker: the same seed makes the same boards, on all machines.
func ExampleGenerate() {
	rng := rand.New(rand.NewPCG(2026, 11))
	for _, d := range []puzzle.Difficulty{puzzle.Easy, puzzle.Medium, puzzle.Hard, puzzle.Expert} {
		b, err := regions.Generate(context.Background(), rng, 6, d)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%v\n%v\n%v\n\n", d, b, b.Link())
	}
	// Output:
	// easy
	// AABBBB
	// BBBBBC
	// BDEEFC
	// BDEFFF
	// BBEEFF
	// EEEEEF
	// https://puzz.link/p?starbattle/6/6/1/81rsa1ongl9i
	//
	// medium
	// AAAABB
	// CADAEF
	// CADEEF
	// AADEFF
	// DDDEEF
	// DDDDFF
	// https://puzz.link/p?starbattle/6/6/1/2vte52lh4b46
	//
	// hard
	// AABCCC
	// ABBBBC
	// BBBDDD
	// EEEDDF
	// EDDDFF
	// EDDFFF
	// https://puzz.link/p?starbattle/6/6/1/ch45ikb9v5k4
	//
	// expert
	// AAAABB
	// CDABBB
	// CDEBEE
	// CEEEEE
	// CEEEFE
	// CCCCFE
	// https://puzz.link/p?starbattle/6/6/1/2sugj3q2qg4s
}

// An editor says while a board is painted whether it is a puzzle yet.
func ExampleBoard_Unique() {
	for _, text := range []string{
		"ABBB\nABCC\nABCD\nABDD",
		"AABB\nACCB\nDDCB\nDDDB",
		"AAAA\nBBBB\nCCCC\nDDDD",
	} {
		b, err := regions.ParseBoard(text)
		if err != nil {
			log.Fatal(err)
		}
		solution, err := b.Unique(context.Background())
		switch {
		case errors.Is(err, queens.ErrNoSolution):
			fmt.Println("none")
		case errors.Is(err, queens.ErrNotUnique):
			count, _ := b.Count(context.Background())
			fmt.Println(count, "solutions")
		default:
			fmt.Println("one:", solution)
		}
	}
	// Output:
	// one: 2 4 1 3
	// none
	// 2 solutions
}

func ExampleNew() {
	b := must(regions.New([][]int{
		{7, 7, 1, 1},
		{7, 2, 2, 1},
		{5, 5, 2, 1},
		{5, 5, 5, 1},
	}))
	fmt.Println(b)
	_, err := regions.New([][]int{{0, 0}, {1, 1, 1}})
	fmt.Println(err)
	// Output:
	// DDAA
	// DBBA
	// CCBA
	// CCCA
	// regions: row 2 has 3 squares, want 2
}

func ExampleParseBoard() {
	for _, text := range []string{
		"AB\nAB",
		"[[0,1],[0,1]]",
		`{"id": 1, "regions": [["x","y"],["x","y"]]}`,
		"https://puzz.link/p?starbattle/2/2/1/o0",
	} {
		b, err := regions.ParseBoard(text)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(strings.ReplaceAll(b.String(), "\n", "/"))
	}
	// Output:
	// AB/AB
	// AB/AB
	// AB/AB
	// AB/AB
}

func ExampleBoard_With() {
	b := must(board().With(regions.Given(square("a2")), regions.Blocked(square("e1"))))
	fmt.Println(b)
	_, err := b.With(regions.Given(square("c2")))
	fmt.Println(err)
	// Output:
	// AAABB
	// AABBB
	// CADDB
	// CCEEE
	// CCCCC
	// given=a2 blocked=e1
	// regions: given queens a2 and c2 are both in row 2
}

func ExampleBoard_Check() {
	b := board()
	fmt.Println(b.Check(queens.Placement{3, 0, 2, 4, 1}))
	fmt.Println(b.Check(queens.Placement{3, 0, 2, queens.Empty, 1}))
	fmt.Println(b.Check(queens.Placement{3, 0, 2, 1, 4}))
	// Output:
	// <nil>
	// regions: row 4 has no queen
	// regions: queens c3 and b4 touch
}

func ExampleBoard_Conflicts() {
	for s, t := range board().Conflicts(queens.Placement{3, 0, 2, 1, 4}) {
		fmt.Println(s, "and", t)
	}
	// Output:
	// c3 and b4
	// b4 and e5
}

func ExampleBoard_Solutions() {
	b := must(regions.ParseBoard("AAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE"))
	for p, err := range b.Solutions(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(p)
		if p[0] > 0 {
			break
		}
	}
	// Output:
	// 1 3 5 2 4
	// 1 4 2 5 3
	// 2 4 1 3 5
}

func ExampleBoard_Count() {
	var rows strings.Builder
	for i := range 8 {
		fmt.Fprintln(&rows, strings.Repeat(regions.RegionName(i), 8))
	}
	b := must(regions.ParseBoard(rows.String()))
	fmt.Println(b.Count(context.Background()))
	// Output:
	// 5242 <nil>
}

// The steps solve the board, or the last pair says why they do not. The last board here has 16
// rows, and its regions are diagonals that continue at the opposite edge. It has no solution: the
// rows and columns of n queens add up to n(n-1) and the numbers of their regions to n(n-1)/2, which
// for even n differ modulo n. No rule knows that.
func ExampleBoard_Deduce() {
	diagonals := make([][]int, 16)
	for row := range diagonals {
		for col := range diagonals {
			diagonals[row] = append(diagonals[row], (row+col)%len(diagonals))
		}
	}
	for _, b := range []*regions.Board{
		board(),
		must(regions.ParseBoard("AAAA/BBBB/CCCC/DDDD")),
		must(regions.ParseBoard("AAB/ABB/CCC")),
		must(regions.New(diagonals)),
	} {
		steps, end := 0, error(nil)
		for _, end = range b.Deduce(context.Background()) {
			if end == nil {
				steps++
			}
		}
		fmt.Printf("%d rows: %d steps, %v\n", b.N(), steps, end)
	}
	// Output:
	// 5 rows: 8 steps, <nil>
	// 4 rows: 7 steps, queens: more than one solution
	// 3 rows: 4 steps, queens: no solution
	// 16 rows: 0 steps, puzzle: the rules end here
}

func ExampleBoard_Rate() {
	rating, err := board().Rate(context.Background())
	fmt.Println(rating, err)
	// Output:
	// medium, score 22, 8 steps <nil>
}

// A picture of a hint, with letters for readers who do not go by colours.
func ExampleSVGStyle() {
	b := board()
	for step, err := range b.Deduce(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		var picture strings.Builder
		style := regions.SVGStyle{Letters: true, Step: &step}
		if err := style.Write(&picture, b, nil); err != nil {
			log.Fatal(err)
		}
		for line := range strings.Lines(picture.String()) {
			if strings.HasPrefix(line, "<desc>") {
				fmt.Print(line)
			}
		}
		break
	}
	// Output:
	// <desc>Regions AAABB/AABBB/CADDB/CCEEE/CCCCC. All open squares of region D are in row 3, so a3, b3 and e3 are ruled out.</desc>
}
