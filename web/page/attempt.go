package page

import (
	"fmt"
	"slices"
	"strings"

	"example.com/queens"
)

// Marks are what a player has put on the squares of a puzzle, row by row: '.' for nothing,
// 'x' for a cross and 'q' for a queen. Given queens are not among them.
type Marks string

// An attempt is a player's progress on a puzzle.
type attempt struct {
	*Puzzle
	queens  []queens.Square // given or not
	crosses []queens.Square
}

// attempt reads marks.
func (p *Puzzle) attempt(marks Marks) (attempt, error) {
	a := attempt{Puzzle: p, queens: slices.Clone(p.Given)}
	if len(marks) != p.N*p.N {
		return a, fmt.Errorf("there are marks for %d squares, want %d", len(marks), p.N*p.N)
	}
	for i, mark := range []byte(marks) {
		s := queens.Square{Row: i / p.N, Col: i % p.N}
		switch {
		case mark == '.':
		case mark != 'q' && mark != 'x':
			return a, fmt.Errorf("the mark on %v is %q, want '.', 'x' or 'q'", s, mark)
		case slices.Contains(p.Given, s) || slices.Contains(p.Blocked, s):
			return a, fmt.Errorf("%v belongs to the puzzle and takes no mark", s)
		case mark == 'q':
			a.queens = append(a.queens, s)
		default:
			a.crosses = append(a.crosses, s)
		}
	}
	return a, nil
}

// State is what the page shows of an attempt. What the player does not want to see, the
// page leaves out.
type State struct {
	Attacked []queens.Square `json:"attacked"`
	Lines    [][4]int        `json:"lines"` // of the attacks between queens: row and column of both ends
	Wrong    []queens.Square `json:"wrong"` // queens and crosses that contradict the solution
	Solved   bool            `json:"solved"`
	Says     string          `json:"says"`
}

// state returns the state of an attempt.
func (a attempt) state() State {
	pairs, lines := conflicts(a.board, a.queens)
	s := State{Attacked: attackedSquares(a.board, a.queens), Lines: append([][4]int{}, lines...), Wrong: a.wrong(), Solved: a.solved()}
	switch {
	case s.Solved:
		s.Says = fmt.Sprintf("Solved: all %d queens are in place.", a.N)
	case len(a.queens) >= a.N && len(pairs) > 0:
		s.Says = fmt.Sprintf("There are %d queens, but %v and %v attack each other.", len(a.queens), pairs[0][0], pairs[0][1])
	case len(a.queens) > 0:
		s.Says = fmt.Sprintf("%d of %s.", len(a.queens), plural(a.N, "queen"))
	}
	return s
}

func (a attempt) solved() bool {
	placement, err := Position{N: a.N, Queens: a.queens}.placement()
	return err == nil && a.board.Check(placement) == nil
}

// wrong returns the queens that are not in the solution and the crosses on squares of it.
func (a attempt) wrong() []queens.Square {
	wrong := []queens.Square{}
	for _, s := range a.queens {
		if a.answer[s.Row] != s.Col {
			wrong = append(wrong, s)
		}
	}
	for _, s := range a.crosses {
		if a.answer[s.Row] == s.Col {
			wrong = append(wrong, s)
		}
	}
	return wrong
}

// Advice answers a question about an attempt, in words and with squares to light up.
type Advice struct {
	Says    string          `json:"says"`
	Squares []queens.Square `json:"squares"`
}

// check says which queens and crosses are wrong.
func (a attempt) check() Advice {
	wrong := a.wrong()
	placed := len(a.queens) - len(a.Given)
	advice := Advice{Squares: wrong}
	switch {
	case a.solved():
		advice.Says = "Solved. Every queen is where it belongs."
	case len(wrong) > 0:
		advice.Says = a.sayWrong(wrong)
	case placed == 0 && len(a.crosses) == 0:
		advice.Says = "Nothing is on the board yet, so nothing is wrong."
	case placed == 0:
		advice.Says = "Nothing is wrong. You have placed no queen yet."
	default:
		advice.Says = fmt.Sprintf("Nothing is wrong: %s placed, %d to go.", plural(placed, "queen"), a.N-len(a.queens))
	}
	return advice
}

func (a attempt) sayWrong(wrong []queens.Square) string {
	queensWrong := slices.DeleteFunc(slices.Clone(wrong), func(s queens.Square) bool { return slices.Contains(a.crosses, s) })
	crosses := wrong[len(queensWrong):]
	var said []string
	switch len(queensWrong) {
	case 0:
	case 1:
		said = append(said, fmt.Sprintf("The queen on %v is wrong.", queensWrong[0]))
	default:
		said = append(said, fmt.Sprintf("The queens on %s are wrong.", enumerate(queensWrong)))
	}
	switch len(crosses) {
	case 0:
	case 1:
		said = append(said, fmt.Sprintf("%v is crossed out, but a queen belongs there.", crosses[0]))
	default:
		said = append(said, fmt.Sprintf("%s are crossed out, but queens belong there.", enumerate(crosses)))
	}
	return strings.Join(said, " ")
}

// enumerate returns "a1", "a1 and b3", "a1, b3 and c5".
func enumerate(squares []queens.Square) string {
	last := len(squares) - 1
	if last < 1 {
		return list(squares, ", ")
	}
	return list(squares[:last], ", ") + " and " + squares[last].String()
}

// marks returns the solution of a puzzle as marks.
func (p *Puzzle) marks() Marks {
	marks := []byte(strings.Repeat(".", p.N*p.N))
	for s := range p.answer.Queens() {
		if !slices.Contains(p.Given, s) {
			marks[s.Row*p.N+s.Col] = 'q'
		}
	}
	return Marks(marks)
}

// picture returns a picture of an attempt in SVG, without its crosses.
func (a attempt) picture(letters bool) (string, error) {
	placement, err := Position{N: a.N, Queens: a.queens}.placement()
	if err != nil {
		return "", err
	}
	var svg strings.Builder
	err = a.board.draw(&svg, placement, letters)
	return svg.String(), err
}
