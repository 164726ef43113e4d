package regions_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"

	"example.com/queens"
	"example.com/queens/regions"
)

func ExampleBoard() {
	b := must(regions.ParseBoard("AABB/ACCB/DDCB/DDDB given=b1 blocked=a4"))
	fmt.Println(b.N(), "rows, and d1 is in region", regions.RegionName(b.Region(square("d1"))))
	fmt.Println(b.Regions())
	for s := range b.Given() {
		fmt.Println("given:", s)
	}
	for s := range b.Blocked() {
		fmt.Println("blocked:", s)
	}
	object, err := json.Marshal(b)
	fmt.Printf("%s %v\n", object, err)
	fmt.Println(b)
	// Output:
	// 4 rows, and d1 is in region B
	// [[0 0 1 1] [0 2 2 1] [3 3 2 1] [3 3 3 1]]
	// given: b1
	// blocked: a4
	// {"n":4,"regions":[[0,0,1,1],[0,2,2,1],[3,3,2,1],[3,3,3,1]],"given":["b1"],"blocked":["a4"]} <nil>
	// AABB
	// ACCB
	// DDCB
	// DDDB
	// given=b1 blocked=a4
}

// A file of boards in many forms, one of them wrong.
func ExampleReadBoards() {
	const file = `# letters, with a queen and a cross
ABBB
ABCC
ABCD
ABDD
given=b1 blocked=a1

# in one line, in Star Battle notation, and as links
ABBB/ABCC/ABCD/ABDD
ABBB/ABCC/ABCD/ABDD # of 7 days
https://puzz.link/p?starbattle/4/4/1/jfg64g
ABBB/ABCC/ABD/ABDD
[
  {"id": 1, "date": "2026-11-23", "regions": [[1,2,2,2],[1,2,3,3],[1,2,3,4],[1,2,4,4]]},
  {"colorRegions": ["ABBB","ABCC","ABCD","ABDD"], "given": ["b1"], "blocked": ["a1","c1","d1"]}
]
`
	for b, err := range regions.ReadBoards(strings.NewReader(file)) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(strings.ReplaceAll(b.String(), "\n", "/"))
	}
	// Output:
	// ABBB/ABCC/ABCD/ABDD/given=b1 blocked=a1
	// ABBB/ABCC/ABCD/ABDD
	// ABBB/ABCC/ABCD/ABDD
	// ABBB/ABCC/ABCD/ABDD
	// regions: line 12: "ABBB" and 3 lines below are not the rows of a square
	// ABBB/ABCC/ABCD/ABDD
	// ABBB/ABCC/ABCD/ABDD/given=b1 blocked=a1,c1,d1
}

// The same constraints fit any board that is large enough.
func ExampleConstraint() {
	corners := regions.Blocked(square("a1"), square("d1"), square("a4"), square("d4"))
	for _, text := range []string{"ABBB/ABCC/ABCD/ABDD", "AAAA/BBBB/CCCC/DDDD"} {
		b := must(regions.ParseBoard(text))
		b = must(b.With(corners, regions.Given(square("b1"))))
		fmt.Println(b.Unique(context.Background()))
	}
	// Output:
	// 2 4 1 3 <nil>
	// 2 4 1 3 <nil>
}

func ExampleGiven() {
	b := must(board().With(regions.Given(square("d1"), square("a2"))))
	for p, err := range b.Solutions(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(p)
	}
	_, err := b.With(regions.Given(square("b3")))
	fmt.Println(err)
	// Output:
	// 4 1 3 5 2
	// regions: given queens a2 and b3 are both in region A
}

func ExampleBlocked() {
	b := must(board().With(regions.Blocked(square("d1"))))
	_, err := b.Find(context.Background())
	fmt.Println(err)
	// Output:
	// queens: no solution
}

func ExampleRegionName() {
	fmt.Println(regions.RegionName(0), regions.RegionName(25), regions.RegionName(26))
	// Output:
	// A Z a
}

func ExampleRegionColor() {
	b := board()
	for col := range b.N() {
		region := b.Region(queens.Square{Row: 2, Col: col})
		fmt.Println(regions.RegionName(region), regions.RegionColor(region))
	}
	// Output:
	// C #93c37c
	// A #79b3fc
	// D #f9b2e3
	// D #f9b2e3
	// B #df9c47
}

// A region, a rule and what a step is about.
func ExampleDeduction() {
	for step, err := range board().Deduce(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(step.Rule, step.Units, step.Within)
		fmt.Println("because of", step.Because)
		fmt.Println("there is a queen on", step.Queens, "and none on", step.Excluded)
		fmt.Println(step)
		break
	}
	// Output:
	// point [region D] [row 3]
	// because of [c3 d3]
	// there is a queen on [] and none on [a3 b3 e3]
	// All open squares of region D are in row 3, so a3, b3 and e3 are ruled out.
}

func ExampleUnit() {
	for _, u := range []regions.Unit{{Kind: regions.Row, Index: 2}, {Kind: regions.Column, Index: 2}, {Kind: regions.Region, Index: 2}} {
		fmt.Println(u)
	}
	// Output:
	// row 3
	// column c
	// region C
}

func ExampleKind() {
	fmt.Println(regions.Row, regions.Column, regions.Region)
	// Output:
	// row column region
}

// How often each rule is needed.
func ExampleRule() {
	steps := make(map[regions.Rule]int)
	for step, err := range board().Deduce(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		steps[step.Rule]++
	}
	for rule := regions.Single; rule <= regions.Contradiction; rule++ {
		if steps[rule] > 0 {
			fmt.Println(rule, steps[rule])
		}
	}
	// Output:
	// single 5
	// point 2
	// pin 1
}

// A faulty puzzle: it has two solutions.
func ExampleBoard_Another() {
	b := must(regions.ParseBoard("AAAAA/BBBBB/CCCCC/DDDDD/EEEEE given=c1"))
	p := must(b.Find(context.Background()))
	q, err := b.Another(context.Background(), p)
	fmt.Println(slices.Equal(p, q), b.Check(p), b.Check(q), err)
	// Output:
	// false <nil> <nil> <nil>
}

func ExampleBoard_Attacks() {
	b := board()
	fmt.Println(b.Attacks(square("a1"), square("b2"))) // they touch
	fmt.Println(b.Attacks(square("a1"), square("b3"))) // in region A
	fmt.Println(b.Attacks(square("a1"), square("d4"))) // a farther diagonal
	// Output:
	// true
	// true
	// false
}

// A collector sorts out boards that are the same puzzle, turned and coloured differently.
func ExampleBoard_Canonical() {
	seen := make(map[string]bool)
	for _, text := range []string{"ABBB/ABCC/ABCD/ABDD", "wwww/zzzz/zyyx/zyxx", "AABB/ACCB/DDCB/DDDB"} {
		b := must(regions.ParseBoard(text))
		canonical := b.Canonical().String()
		fmt.Println(seen[canonical])
		seen[canonical] = true
	}
	// Output:
	// false
	// true
	// false
}

func ExampleBoard_Symmetries() {
	b := must(regions.ParseBoard("AAAA/BBBB/CCCC/DDDD"))
	fmt.Println(b.Symmetries())
	fmt.Println(board().Symmetries())
	// Output:
	// [identity rotate180 fliprows flipcolumns]
	// [identity]
}

func ExampleBoard_Link() {
	fmt.Println(board().Link())
	// Output:
	// https://puzz.link/p?starbattle/5/5/1/4ja04mf7
}

func ExampleBoard_Find() {
	fmt.Println(board().Find(context.Background()))
	// Output:
	// 4 1 3 5 2 <nil>
}

// A drawing is text that can be read back.
func ExampleBoard_Diagram() {
	b := must(regions.ParseBoard("ABBB/ABCC/ABCD/ABDD given=b1 blocked=a1"))
	drawing := b.Diagram(nil)
	fmt.Print(drawing)
	read := must(regions.ParseBoard(drawing))
	fmt.Println(read.String() == b.String())
	// Output:
	//     a   b   c   d
	//   +---+---+---+---+
	// 1 | x | ♛   B   B |
	//   |   |   +---+---+
	// 2 | A | B | C   C |
	//   |   |   |   +---+
	// 3 | A | B | C | D |
	//   |   |   +---+   |
	// 4 | A | B | D   D |
	//   +---+---+---+---+
	// true
}

func ExampleBoard_WriteSVG() {
	f, err := os.CreateTemp("", "board-*.svg")
	if err != nil {
		log.Fatal(err)
	}
	defer os.Remove(f.Name())
	b := board()
	solution, err := b.Unique(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	if err := b.WriteSVG(f, solution); err != nil {
		log.Fatal(err)
	}
	fmt.Println(f.Close())
	// Output:
	// <nil>
}
