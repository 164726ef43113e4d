package regions_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"strings"

	"example.com/queens"
	"example.com/queens/regions"
)

// board is the one in the package comment.
func board() *regions.Board {
	b, err := regions.ParseBoard(`
		AAABB
		AABBB
		CADDB
		CCEEE
		CCCCC`)
	if err != nil {
		log.Fatal(err)
	}
	return b
}

// Solve the board of the day, and make sure that there is nothing else to find.
func Example() {
	b, err := regions.ParseBoard(`
		A A A B B
		A A B B B
		C A D D B
		C C E E E
		C C C C C`)
	if err != nil {
		log.Fatal(err)
	}
	solution, err := b.Unique(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(b.Diagram(solution))
	// Output:
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
	puzzle := board()
	solution, err := puzzle.Unique(context.Background())
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
		played, err := puzzle.With(regions.Given(placed...), regions.Blocked(crossed...))
		if err != nil {
			log.Fatal(err)
		}
		for step := range played.Deduce(context.Background()) {
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

func square(name string) queens.Square {
	s, err := queens.ParseSquare(name)
	if err != nil {
		log.Fatal(err)
	}
	return s
}

// A puzzle maker: the same seed makes the same boards, on all machines.
func ExampleGenerate() {
	rng := rand.New(rand.NewPCG(2026, 11))
	for _, d := range []queens.Difficulty{queens.Easy, queens.Medium, queens.Hard} {
		b, err := regions.Generate(context.Background(), 6, rng, d)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%v\n%v\n%v\n\n", d, b, b.Link())
	}
	// Output:
	// easy
	// AAAABC
	// AAAABB
	// DABBBB
	// DEBEEE
	// EEEEEE
	// EEFEEE
	// https://puzz.link/p?starbattle/6/6/1/32os0c0r2ug8
	//
	// medium
	// ABCCCC
	// BBCCDE
	// BBCCDE
	// BCCCCE
	// FCCCEE
	// FFFFEE
	// https://puzz.link/p?starbattle/6/6/1/obbhi2hg2a4s
	//
	// hard
	// AAABBB
	// AAAAAC
	// ADDDCC
	// AAEECC
	// EAEFCC
	// EEEFFF
	// https://puzz.link/p?starbattle/6/6/1/41iau43nji8j
}

// A course: how a person solves a board, with the rule of each step.
func ExampleBoard_Deduce() {
	b, err := regions.Generate(context.Background(), 8, rand.New(rand.NewPCG(8, 3)), queens.Hard)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(b.Diagram(nil))
	for step := range b.Deduce(context.Background()) {
		fmt.Printf("%v: %v\n", step.Rule, step)
	}
	// Output:
	//     a   b   c   d   e   f   g   h
	//   +---+---+---+---+---+---+---+---+
	// 1 | A   A   A   A   A   A | B   B |
	//   +---+---+---+       +---+       |
	// 2 | C | D   D | A   A | B   B   B |
	//   |   |       +---+   |   +---+   |
	// 3 | C | D   D | E | A | B | A | B |
	//   |   +---+---+   |   +---+   |   |
	// 4 | C   C | E   E | A   A   A | B |
	//   |   +---+       |   +---+---+   |
	// 5 | C | F | E   E | A | G | B   B |
	//   +---+   +---+---+---+   |       |
	// 6 | F   F   F | H   H | G | B   B |
	//   |   +---+---+       +---+---+   |
	// 7 | F | H   H   H   H   H   H | B |
	//   |   |                   +---+   |
	// 8 | F | H   H   H   H   H | B   B |
	//   +---+---+---+---+---+---+---+---+
	// point: All open squares of region G are in column f, so f1, f2, f3, f4, f7 and f8 are ruled out.
	// point: All open squares of column h are in region B, so g1, g2, g5, g6 and g8 are ruled out.
	// pin: A queen on e5 or e6 would attack every open square of column f.
	// pin: A queen on b7 would attack every open square of region F.
	// set2: All open squares of columns e and g are in regions A and H, so a1, b1, c1, d1, d2 and 6 more are ruled out.
	// point: All open squares of column d are in region E, so c4 and c5 are ruled out.
	// pin: A queen on e4 would attack every open square of column d.
	// pair: Wherever the queens of row 1 and column g stand, they attack h6, h7 and h8.
	// set2: All open squares of rows 7 and 8 are in regions F and H, so b5, a6, b6 and c6 are ruled out.
	// single: Row 6 has one open square left, f6, so its queen stands there.
	// single: Region H has one open square left, e8, so its queen stands there.
	// single: Region F has one open square left, a7, so its queen stands there.
	// single: Region C has one open square left, b4, so its queen stands there.
	// single: Region A has one open square left, g3, so its queen stands there.
	// single: Region D has one open square left, c2, so its queen stands there.
	// single: Region E has one open square left, d5, so its queen stands there.
	// single: Region B has one open square left, h1, so its queen stands there.
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
	b, err := regions.New([][]int{
		{7, 7, 1, 1},
		{7, 2, 2, 1},
		{5, 5, 2, 1},
		{5, 5, 5, 1},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(b)
	_, err = regions.New([][]int{{0, 0}, {1, 1, 1}})
	fmt.Println(err)
	// Output:
	// DDAA
	// DBBA
	// CCBA
	// CCCA
	// regions: row 2 has 3 squares, but there are 2 rows
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

// An archive is a list of boards.
func ExampleBoard_UnmarshalJSON() {
	const archive = `[
		{"id": 1, "date": "2026-11-21", "regions": [[0,0,1,1],[0,2,2,1],[3,3,2,1],[3,3,3,1]]},
		{"id": 2, "date": "2026-11-22", "regions": [[0,1,1,1],[0,1,2,2],[0,1,2,3],[0,1,3,3]]}
	]`
	var boards []*regions.Board
	if err := json.Unmarshal([]byte(archive), &boards); err != nil {
		log.Fatal(err)
	}
	for _, b := range boards {
		count, err := b.Count(context.Background())
		fmt.Println(count, err)
	}
	// Output:
	// 0 <nil>
	// 1 <nil>
}

func ExampleBoard_With() {
	b, err := board().With(regions.Given(square("a2")), regions.Blocked(square("e1")))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(b)
	_, err = b.With(regions.Given(square("c2")))
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
	b, err := regions.ParseBoard("AAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE")
	if err != nil {
		log.Fatal(err)
	}
	for p := range b.Solutions(context.Background()) {
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
	for i := range 14 {
		fmt.Fprintln(&rows, strings.Repeat(regions.RegionName(i), 14))
	}
	b, err := regions.ParseBoard(rows.String())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(b.Count(context.Background()))
	// Output:
	// 11661506218 <nil>
}

func ExampleBoard_Difficulty() {
	d, err := board().Difficulty(context.Background())
	fmt.Println(d, err)
	// Output:
	// medium <nil>
}

// A picture of a hint, with letters for who does not go by colours.
func ExampleSVGStyle() {
	b := board()
	for step := range b.Deduce(context.Background()) {
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
