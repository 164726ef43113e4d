package page

import (
	"fmt"
	"slices"

	"example.com/queens"
)

// An Attempt is a user's progress on a puzzle.
type Attempt struct {
	Puzzle  Position        `json:"puzzle"`
	Answer  []queens.Square `json:"answer"`
	Queens  []queens.Square `json:"queens"`  // all on the board, given or not
	Crossed []queens.Square `json:"crossed"` // squares that the user has crossed out
}

// Advice answers a question about an attempt, in words and with squares to highlight.
type Advice struct {
	Says    string          `json:"says"`
	Squares []queens.Square `json:"squares"`
	Place   bool            `json:"place"` // the square takes a queen
	Cross   bool            `json:"cross"` // the square can be crossed out
	Solved  bool            `json:"solved"`
}

// checked returns an error if a square of the attempt is off the board, or the answer is
// not complete.
func (a Attempt) checked() error {
	for _, squares := range [][]queens.Square{a.Queens, a.Answer, a.Crossed} {
		if _, err := (Position{N: a.Puzzle.N, Queens: squares}).checked(); err != nil {
			return err
		}
	}
	if len(a.Answer) != a.Puzzle.N {
		return fmt.Errorf("the answer has %s, want %d", plural(len(a.Answer), "queen"), a.Puzzle.N)
	}
	return nil
}

// Check returns which queens and crosses of the attempt are wrong.
func (a Attempt) Check() (Advice, error) {
	if err := a.checked(); err != nil {
		return Advice{}, err
	}
	board, err := a.Puzzle.board()
	if err != nil {
		return Advice{}, err
	}
	if placement, err := a.Puzzle.with(a.Queens).placement(); err == nil && board.Check(placement) == nil {
		return Advice{Says: "Solved! Every queen is where it belongs.", Squares: []queens.Square{}, Solved: true}, nil
	}
	if wrong := a.wrong(); len(wrong) > 0 {
		return Advice{Says: a.sayWrong(wrong), Squares: wrong}, nil
	}
	placed := len(a.Queens) - len(a.Puzzle.Queens)
	if placed == 0 {
		return Advice{Says: "Nothing is wrong. You have placed no queen yet.", Squares: []queens.Square{}}, nil
	}
	return Advice{Says: fmt.Sprintf("All correct so far: %s placed, %d to go.", plural(placed, "queen"), a.Puzzle.N-len(a.Queens)), Squares: []queens.Square{}}, nil
}

// wrong returns the queens that are not in the answer and the crosses on queens that are.
func (a Attempt) wrong() []queens.Square {
	var wrong []queens.Square
	for _, s := range a.Queens {
		if !slices.Contains(a.Answer, s) {
			wrong = append(wrong, s)
		}
	}
	for _, s := range a.Crossed {
		if slices.Contains(a.Answer, s) {
			wrong = append(wrong, s)
		}
	}
	return wrong
}

func (a Attempt) sayWrong(wrong []queens.Square) string {
	s := wrong[0]
	switch {
	case len(wrong) > 1:
		return fmt.Sprintf("%d squares are wrong: %s.", len(wrong), list(wrong, ", "))
	case slices.Contains(a.Crossed, s):
		return fmt.Sprintf("%v is crossed out, but a queen belongs there.", s)
	}
	return fmt.Sprintf("The queen on %v is wrong.", s)
}

// Hint returns what is wrong, or else a queen or a cross that follows from the position, or
// else a queen of the answer.
func (a Attempt) Hint() (Advice, error) {
	if advice, err := a.Check(); err != nil || advice.Solved || len(a.wrong()) > 0 {
		return advice, err
	}
	view := newRules(a.Puzzle).sheet(a.Puzzle.with(a.Queens))
	for _, s := range a.Crossed {
		view.bar(s)
	}
	if last, square, ok := view.single(); ok {
		return Advice{Says: fmt.Sprintf("Look at %v: %v is its last free square.", last, square), Squares: []queens.Square{square}, Place: true}, nil
	}
	if square, left, ok := view.fruitless(); ok {
		return Advice{Says: fmt.Sprintf("A queen on %v would leave %v without a free square, so cross out %[1]v.", square, left), Squares: []queens.Square{square}, Cross: true}, nil
	}
	i := slices.IndexFunc(a.Answer, func(s queens.Square) bool { return !slices.Contains(a.Queens, s) })
	return Advice{Says: fmt.Sprintf("No simple step helps here. There is a queen on %v.", a.Answer[i]), Squares: []queens.Square{a.Answer[i]}, Place: true}, nil
}
