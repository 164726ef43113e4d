package page

import (
	"fmt"
	"slices"

	"example.com/queens"
)

// An Attempt is how far somebody is with a puzzle.
type Attempt struct {
	Puzzle  Position `json:"puzzle"`
	Answer  Squares  `json:"answer"`
	Queens  Squares  `json:"queens"`  // all on the board, given or not
	Crossed Squares  `json:"crossed"` // squares where they think that no queen stands
}

// Advice is an answer to a question about an attempt: in words, and squares to look at.
type Advice struct {
	Says    string  `json:"says"`
	Squares Squares `json:"squares"`
	Place   bool    `json:"place"` // the square takes a queen
	Cross   bool    `json:"cross"` // the square can be crossed out
	Solved  bool    `json:"solved"`
}

// checked returns an error unless the attempt is on a board, and its answer too.
func (a Attempt) checked() error {
	for _, squares := range []Squares{a.Queens, a.Answer, a.Crossed} {
		if _, err := (Position{N: a.Puzzle.N, Queens: squares}).checked(); err != nil {
			return err
		}
	}
	if len(a.Answer) != a.Puzzle.N {
		return fmt.Errorf("an answer of %s, want %d", plural(len(a.Answer), "queen"), a.Puzzle.N)
	}
	return nil
}

// Check says which queens and crosses of the attempt are wrong.
func (a Attempt) Check() (Advice, error) {
	if err := a.checked(); err != nil {
		return Advice{}, err
	}
	s, err := a.Puzzle.solver()
	if err != nil {
		return Advice{}, err
	}
	if placement, err := a.Puzzle.with(a.Queens).placement(); err == nil && s.Check(placement) == nil {
		return Advice{Says: "Solved! Every queen is where it belongs.", Squares: Squares{}, Solved: true}, nil
	}
	if wrong := a.wrong(); len(wrong) > 0 {
		return Advice{Says: a.sayWrong(wrong), Squares: wrong}, nil
	}
	found := len(a.Queens) - len(a.Puzzle.Queens)
	if found == 0 {
		return Advice{Says: "Nothing is wrong, and no queen is placed yet.", Squares: Squares{}}, nil
	}
	return Advice{Says: fmt.Sprintf("All right so far: %s placed, %d to go.", plural(found, "queen"), a.Puzzle.N-len(a.Queens)), Squares: Squares{}}, nil
}

// wrong returns the queens that are not in the answer and the crosses that hide one of it.
func (a Attempt) wrong() Squares {
	var wrong Squares
	for _, s := range a.Queens {
		if !a.Answer.has(s) {
			wrong = append(wrong, s)
		}
	}
	for _, s := range a.Crossed {
		if a.Answer.has(s) {
			wrong = append(wrong, s)
		}
	}
	return wrong
}

func (a Attempt) sayWrong(wrong Squares) string {
	s := wrong[0]
	switch {
	case len(wrong) > 1:
		return fmt.Sprintf("%d squares are wrong: %v.", len(wrong), wrong)
	case a.Crossed.has(s):
		return fmt.Sprintf("%v is crossed out, but a queen stands there.", s)
	}
	return fmt.Sprintf("The queen on %v is wrong.", s)
}

// Hint gives the next step: what is wrong, or a queen or a cross that follows, or if
// nothing simple does, a queen of the answer.
func (a Attempt) Hint() (Advice, error) {
	if advice, err := a.Check(); err != nil || advice.Solved || len(a.wrong()) > 0 {
		return advice, err
	}
	sheet := newRules(a.Puzzle).sheet(a.Puzzle.with(a.Queens))
	for _, s := range a.Crossed {
		sheet.bar(s)
	}
	if line, square, ok := sheet.single(); ok {
		return Advice{Says: fmt.Sprintf("Look at %v: %v is its last free square.", line, square), Squares: Squares{square}, Place: true}, nil
	}
	if square, line, ok := sheet.fruitless(); ok {
		return Advice{Says: fmt.Sprintf("A queen on %v would leave %v without a free square: cross %[1]v out.", square, line), Squares: Squares{square}, Cross: true}, nil
	}
	i := slices.IndexFunc(a.Answer, func(s queens.Square) bool { return !a.Queens.has(s) })
	return Advice{Says: fmt.Sprintf("No simple step helps here. A queen stands on %v.", a.Answer[i]), Squares: Squares{a.Answer[i]}, Place: true}, nil
}
