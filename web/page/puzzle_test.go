package page

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.com/queens"
)

// TestMakePuzzle makes puzzles of all sizes: they have exactly one solution and, on boards
// large enough, the level asked for.
func TestMakePuzzle(t *testing.T) {
	for n := 4; n <= MaxN; n++ {
		for level := Easy; level <= Hard; level++ {
			rng := rand.New(rand.NewPCG(uint64(n), uint64(level)))
			puzzle, err := MakePuzzle(t.Context(), n, n == 7 || n == 13, level, rng)
			if err != nil {
				t.Fatal(err)
			}
			checkPuzzle(t, puzzle)
			if puzzle.Level > level || n >= 10 && puzzle.Level != level {
				t.Errorf("n=%d: level %d, not %d: %s", n, puzzle.Level, level, puzzle.View.Text)
			}
		}
	}
}

func checkPuzzle(t *testing.T, puzzle Puzzle) {
	t.Helper()
	s, err := queens.ParseBoard(puzzle.View.Text)
	if err != nil {
		t.Fatal(err)
	}
	if only, err := s.Unique(t.Context()); err != nil || !slices.Equal(queensOf(only), puzzle.Answer) {
		t.Fatalf("%s: %v, not %v, %v", puzzle.View.Text, puzzle.Answer, only, err)
	}
	if given := len(puzzle.View.Queens); !strings.Contains(puzzle.Says, fmt.Sprintf("%s given, %d to find", plural(given, "queen"), puzzle.View.N-given)) {
		t.Error(puzzle.Says)
	}
}

// TestSteps deduces what it can in puzzles of all levels: each single is in the answer, and
// no fruitless square is.
func TestSteps(t *testing.T) {
	for seed := range uint64(30) {
		n, level := 6+int(seed%7), Level(seed%3)
		puzzle, err := MakePuzzle(t.Context(), n, n == 7, level, rand.New(rand.NewPCG(seed, 3)))
		if err != nil {
			t.Fatal(err)
		}
		sheet := newRules(puzzle.View.Position).sheet(puzzle.View.Position)
		for took := true; took && sheet.rows != 0; {
			line, square, single := sheet.single()
			if single {
				if !slices.Contains(puzzle.Answer, square) {
					t.Fatalf("%s: %v is not a single of %v", puzzle.View.Text, square, line)
				}
				sheet.place(square)
				continue
			}
			if square, line, took = sheet.fruitless(); took {
				if slices.Contains(puzzle.Answer, square) {
					t.Fatalf("%s: %v does not starve %v", puzzle.View.Text, square, line)
				}
				sheet.bar(square)
			}
		}
		if solved := sheet.rows == 0; solved != (puzzle.Level < Hard) {
			t.Errorf("%s, of level %d: solved %v", puzzle.View.Text, puzzle.Level, solved)
		}
	}
}

// TestHints follows the hints to the end.
func TestHints(t *testing.T) {
	for level := Easy; level <= Hard; level++ {
		puzzle, err := MakePuzzle(t.Context(), 9, false, level, rand.New(rand.NewPCG(5, uint64(level))))
		if err != nil {
			t.Fatal(err)
		}
		a := Attempt{Puzzle: puzzle.View.Position, Answer: puzzle.Answer, Queens: puzzle.View.Queens}
		crossed, given := 0, 0
		for hints := 0; ; hints++ {
			advice, err := a.Hint()
			if err != nil || hints > 9*9 {
				t.Fatalf("%s: hint %d is %+v, %v", puzzle.View.Text, hints, advice, err)
			}
			if advice.Solved {
				break
			}
			switch {
			case advice.Cross:
				a.Crossed = append(a.Crossed, advice.Squares...)
				crossed++
			case advice.Place:
				a.Queens = append(slices.Clone(a.Queens), advice.Squares...)
			}
			if strings.HasPrefix(advice.Says, "No simple step") {
				given++
			}
		}
		if (crossed > 0) != (level >= Medium) || (given > 0) != (level == Hard) {
			t.Errorf("%s, of level %d: %d squares crossed out, %d queens given", puzzle.View.Text, level, crossed, given)
		}
	}
}

func TestCheckAndHint(t *testing.T) {
	puzzle, err := OpenPuzzle(t.Context(), mustParse(t, "n=8 given=b4,d5 blocked=c1"))
	if err != nil {
		t.Fatal(err)
	}
	checkPuzzle(t, puzzle)
	wrong := slices.DeleteFunc(puzzle.View.squares(), in(puzzle.Answer))[0]
	right := slices.DeleteFunc(slices.Clone(puzzle.Answer), in(puzzle.View.Queens))[0]
	attempt := func(placed, crossed []queens.Square) Attempt {
		return Attempt{puzzle.View.Position, puzzle.Answer, slices.Concat(puzzle.View.Queens, placed), crossed}
	}
	for name, c := range map[string]struct {
		attempt Attempt
		want    string
	}{
		"nothing":     {attempt(nil, nil), "Nothing is wrong. You have placed no queen yet."},
		"right":       {attempt([]queens.Square{right}, nil), "All correct so far: 1 queen placed, 5 to go."},
		"wrong":       {attempt([]queens.Square{wrong}, nil), fmt.Sprintf("The queen on %v is wrong.", wrong)},
		"cross":       {attempt(nil, []queens.Square{wrong}), "Nothing is wrong. You have placed no queen yet."},
		"wrong cross": {attempt(nil, []queens.Square{right}), fmt.Sprintf("%v is crossed out, but a queen belongs there.", right)},
		"both wrong":  {attempt([]queens.Square{wrong}, []queens.Square{right}), fmt.Sprintf("2 squares are wrong: %v, %v.", wrong, right)},
		"solved":      {Attempt{puzzle.View.Position, puzzle.Answer, puzzle.Answer, nil}, "Solved! Every queen is where it belongs."},
	} {
		advice, err := c.attempt.Check()
		if err != nil || advice.Says != c.want || advice.Solved != (name == "solved") {
			t.Errorf("%s: %+v, %v, want %q", name, advice, err, c.want)
		}
	}
	if hint, err := attempt([]queens.Square{wrong}, nil).Hint(); err != nil || !slices.Equal(hint.Squares, []queens.Square{wrong}) || hint.Place {
		t.Errorf("%+v, %v", hint, err)
	}
}

func TestOpenPuzzleErrors(t *testing.T) {
	for text, want := range map[string]string{
		"n=8":                        "several solutions",
		"n=3":                        "no solution",
		"n=8 given=a1,a2":            "attack each other",
		"n=4 given=b1 blocked=d2,c4": "no solution",
	} {
		if puzzle, err := OpenPuzzle(t.Context(), mustParse(t, text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v", text, puzzle, err)
		}
	}
}

func TestMakePuzzleErrors(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for name, err := range map[string]error{
		"this board has no solution": second(MakePuzzle(t.Context(), 3, false, Easy, rng)),
		"no solution":                second(MakePuzzle(t.Context(), 8, true, Easy, rng)),
		"the board has 21 rows":      second(MakePuzzle(t.Context(), 21, false, Easy, rng)),
		"the level of a puzzle is 3": second(MakePuzzle(t.Context(), 8, false, 3, rng)),
	} {
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v, want an error with %q", err, name)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// in returns a function that reports whether a square is one of several.
func in(squares []queens.Square) func(queens.Square) bool {
	return func(s queens.Square) bool { return slices.Contains(squares, s) }
}
