package queens_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"example.com/queens"
)

func ExampleParsePlacement() {
	for _, text := range []string{
		"(2, 4, 1, 3)",
		"2413",
		"b1 d2 a3 c4",
		"2Q1/Q3/3Q/1Q2",
		"2Q1/Q3/3Q/1Q2 w - - 0 1",
		".Q..\n...Q\nQ...\n..Q.",
		"2 4 1 5",
	} {
		p, err := queens.ParsePlacement(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(p, p.Solved())
	}
	// Output:
	// 2 4 1 3 true
	// 2 4 1 3 true
	// 2 4 1 3 true
	// 2 4 1 3 true
	// 2 4 1 3 true
	// 2 4 1 3 true
	// queens: parse: item 4 is "5", want a column 1..4 or "."
}

func ExamplePlacement_String() {
	fmt.Println(queens.Placement{0, 4, 7, 5, 2, 6, 1, 3})
	fmt.Println(queens.Placement{0, 4, queens.Empty, queens.Empty, 2})
	// Output:
	// 1 5 8 6 3 7 2 4
	// 1 5 . . 3
}

func ExamplePlacement_FEN() {
	fmt.Println(queens.Placement{0, 4, 7, 5, 2, 6, 1, 3}.FEN())
	fmt.Println(queens.Placement{1, 3, queens.Empty, 2}.FEN())
	// Output:
	// 3Q4/1Q6/6Q1/2Q5/5Q2/7Q/4Q3/Q7
	// 2Q1/4/3Q/1Q2
}

// In JSON, columns are numbered from 0, and -1 is a row without a queen.
func ExamplePlacement_json() {
	b, err := json.Marshal(queens.Placement{1, 3, queens.Empty, 2})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(b))

	var p queens.Placement
	if err := json.Unmarshal([]byte("[1, 3, 0, 4]"), &p); err != nil {
		log.Fatal(err)
	}
	fmt.Println(p, p.Valid()) // row 3 has no column 4
	// Output:
	// [1,3,-1,2]
	// 2 4 1 5 false
}

func ExamplePlacement_Diagram() {
	fmt.Print(queens.Placement{1, 3, 0, 2}.Diagram(queens.DiagramStyle{}))
	// Output:
	// .Q..
	// ...Q
	// Q...
	// ..Q.
}

// A list of rows, as LeetCode's problems 51 and 52 have it; Parse reads it, too.
func ExamplePlacement_Diagram_rows() {
	rows := strings.Fields(queens.Placement{1, 3, 0, 2}.Diagram(queens.DiagramStyle{}))
	text, err := json.Marshal(rows)
	if err != nil {
		log.Fatal(err)
	}
	p, err := queens.ParsePlacement(string(text))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s is %v\n", text, p)
	// Output: [".Q..","...Q","Q...","..Q."] is 2 4 1 3
}

func ExampleDiagramStyle() {
	p := queens.Placement{1, 3, 0, 2}
	fmt.Println(p.Diagram(queens.DiagramStyle{Queen: "♛", Empty: "·", Labels: true, RankUp: true}))
	// Output:
	// 4 ··♛·
	// 3 ♛···
	// 2 ···♛
	// 1 ·♛··
	//   abcd
}

// A picture in a file, which any browser shows.
func ExamplePlacement_WriteSVG() {
	file, err := os.CreateTemp("", "queens-*.svg")
	if err != nil {
		log.Fatal(err)
	}
	defer os.Remove(file.Name())
	if err := (queens.Placement{1, 3, 0, 2}).WriteSVG(file); err != nil {
		log.Fatal(err)
	}
	if err := file.Close(); err != nil {
		log.Fatal(err)
	}
	svg, err := os.ReadFile(file.Name())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.SplitN(string(svg), "\n", 3)[1])
	// Output: <title>4×4 board, 4 queens</title>
}

// The puzzle of 1850, with given queens on b4 and d5, and an answer.
func ExampleBoard_WriteSVG() {
	b, err := queens.ParseBoard("n=8 given=b4,d5")
	if err != nil {
		log.Fatal(err)
	}
	answer, err := b.First(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	var svg strings.Builder
	if err := b.WriteSVG(&svg, answer); err != nil {
		log.Fatal(err)
	}
	for _, line := range strings.Split(svg.String(), "\n")[1:3] {
		fmt.Println(line)
	}
	// Output:
	// <title>8×8 board, 8 queens</title>
	// <desc>Given queens on b4, d5; Other queens on c1, f2, h3, a6, g7, e8</desc>
}

// The two solutions of the 4×4 board in one picture.
func ExampleWriteGallery() {
	var svg strings.Builder
	if err := queens.WriteGallery(&svg, []queens.Placement{{1, 3, 0, 2}, {2, 0, 3, 1}}); err != nil {
		log.Fatal(err)
	}
	for _, line := range strings.Split(svg.String(), "\n")[1:3] {
		fmt.Println(line)
	}
	// Output:
	// <title>2 boards</title>
	// <desc>1: 2 4 1 3; 2: 3 1 4 2</desc>
}

// A file may mix notations, diagrams and JSON.
func ExampleReadBoards() {
	const file = `# two puzzles and a mistake
n=8 given=b4,d5 blocked=c1

4 . . . .
3 . . . .
2 . . . .
1 . Q . .
  a b c d

2 4 1 9
{"board":"torus 1 . . . ."}
`
	for board, err := range queens.ReadBoards(strings.NewReader(file)) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		_, err := board.Unique(context.Background())
		fmt.Println(board, err)
	}
	// Output:
	// n=8 given=b4,d5 blocked=c1 <nil>
	// n=4 given=b1 <nil>
	// queens: line 10: item 4 is "9", want a column 1..4 or "."
	// n=5 torus given=a1 queens: more than one solution
}

// An editor can go to the line that is wrong.
func ExampleParseError() {
	_, err := queens.ParseBoard("Q...\n..Q.\n.Q?.\n...Q")
	if wrong, ok := errors.AsType[*queens.ParseError](err); ok {
		fmt.Println("see line", wrong.Line)
	}
	// Output: see line 1
}

// Answers may be right or wrong, and larger than any Board.
func ExampleReadPlacements() {
	const answers = "15863724\n[1,3,0,2]\n2Q1/1Q2/3Q/Q3 w - - 0 1\n"
	for p, err := range queens.ReadPlacements(strings.NewReader(answers)) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(p, p.Check())
	}
	// Output:
	// 1 5 8 6 3 7 2 4 <nil>
	// 2 4 1 3 <nil>
	// 1 4 2 3 queens: b3 and c4 attack each other
}
