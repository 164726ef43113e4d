package puzzle

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"example.com/queens"
	"example.com/queens/internal/words"
)

// A Rule is a way to draw a conclusion about a board, as a person would. The weaker one
// is less than the stronger, and all are less than [Contradiction].
type Rule uint8

// The rules of a [Deduction]. A line is a row or a column that has no queen yet.
const (
	Single        Rule = iota // a line has one open square, which takes its queen
	Pin                       // a queen would leave a line no open square
	Trial                     // a queen would leave a line none in the end, by what follows from it
	Contradiction             // a line has no open square: there is no solution
)

var ruleWords = words.New("puzzle", "Rule", "single", "pin", "trial", "contradiction")

// String returns the name of r: "single", "pin", "trial" or "contradiction".
func (r Rule) String() string { return ruleWords.Word(uint8(r)) }

// MarshalText returns the name of r. A value that is not one of the constants is an error.
func (r Rule) MarshalText() ([]byte, error) { return ruleWords.Text(uint8(r)) }

// UnmarshalText reads the name of a rule, in upper or lower case. Anything else is an error, and
// leaves r as it is.
func (r *Rule) UnmarshalText(text []byte) error { return words.Read(ruleWords, text, r) }

// A Line is a row or a column of a board.
type Line struct {
	Column bool // rather than a row
	Index  int  // from 0
}

// String returns the name of l on a chessboard, such as "rank 5" or "file f", or "file (-1)"
// if its index is negative.
func (l Line) String() string {
	kind, name := "rank", words.Rank
	if l.Column {
		kind, name = "file", words.File
	}
	if l.Index < 0 {
		return fmt.Sprintf("%s (%d)", kind, l.Index)
	}
	return kind + " " + name(l.Index)
}

// MarshalText returns the name of l, as String does. It is an error if l has none, because
// its index is negative, or too large for a square that has a name.
func (l Line) MarshalText() ([]byte, error) {
	if _, err := (queens.Square{Row: l.Index, Col: l.Index}).MarshalText(); err != nil {
		return nil, fmt.Errorf("puzzle: a line has no name: its index is %d", l.Index)
	}
	return []byte(l.String()), nil
}

// UnmarshalText reads the name of a line, such as "rank 5" or "file f". Anything else is an error,
// and leaves l as it is.
func (l *Line) UnmarshalText(text []byte) error {
	kind, name, _ := strings.Cut(string(text), " ")
	line, corner := Line{Column: kind == "file"}, "a"+name // where the line meets file a or rank 1
	if line.Column {
		corner = name + "1"
	}
	square, err := queens.ParseSquare(corner)
	line.Index = max(square.Row, square.Col)
	if err != nil || line.String() != string(text) {
		return fmt.Errorf("puzzle: line %s, want rank 5 or file f", words.Excerpt(string(text)))
	}
	*l = line
	return nil
}

// A Deduction is one step of a person who solves a board: a conclusion that holds in
// every solution, and the reason for it. [Deduce] yields them.
//
// A hint can be given in three parts: first Line and Because, which tell where to look
// and name no square of Queens and Excluded, then String, then Queens and Excluded.
//
// In JSON its rule, line and squares are written by their names, and what is empty is left
// out. The sentence of String is there as well, as "text".
type Deduction struct {
	Rule Rule `json:"rule"`

	// Queens are the squares that take a queen: one after Single, none after the other
	// rules.
	Queens []queens.Square `json:"queens,omitempty"`

	// Excluded are open squares that take no queen: one or more after Pin, one after
	// Trial. Squares that the queen of a Single attacks are not among them.
	Excluded []queens.Square `json:"excluded,omitempty"`

	// Because are the open squares of the line, in order. There are none after Single, whose
	// queen takes the last one, and after Contradiction.
	Because []queens.Square `json:"because,omitempty"`

	// Line is the line that the rule looks at: after Single and Pin that of the rule, after Trial
	// the one that would be left without an open square, after Contradiction the one that has none.
	Line Line `json:"line"`

	// Steps, of a trial, are what would follow from a queen on the excluded square, one
	// after another: what is needed for the Contradiction that they end with. A trial among
	// them has no steps of its own.
	Steps []Deduction `json:"steps,omitempty"`
}

// MarshalJSON returns d with its sentence.
func (d Deduction) MarshalJSON() ([]byte, error) {
	type fields Deduction // without this method
	return json.Marshal(struct {
		fields
		Text string `json:"text"`
	}{fields(d), d.String()})
}

// String returns d as a sentence in English, such as
//
//	Rank 5 has one open square left, a5.
//	A queen on c3 or d5 would leave file f no square.
//	A queen on c3 would force queens on a5 and b8, then rule out g7, leaving file f no square.
//	A queen on c3 would leave file f no square in the end.
//	File f has no open square left.
//
// The fourth is a trial within a trial, which has no steps of its own. [Deduce]
// yields nothing else; any other Deduction is written as its rule and its squares.
func (d Deduction) String() string {
	switch {
	case d.Rule == Single && len(d.Queens) == 1:
		return fmt.Sprintf("%s has one open square left, %v.", words.Capital(d.Line.String()), d.Queens[0])
	case d.Rule == Pin && len(d.Excluded) > 0:
		return fmt.Sprintf("A queen on %s would leave %v no square.", enumerate(d.Excluded, "or"), d.Line)
	case d.Rule == Trial && len(d.Excluded) > 0 && d.endsInContradiction():
		return fmt.Sprintf("A queen on %s would %s.", enumerate(d.Excluded, "or"), d.effect())
	case d.Rule == Trial && len(d.Excluded) > 0 && len(d.Steps) == 0:
		return fmt.Sprintf("A queen on %s would leave %v no square in the end.", enumerate(d.Excluded, "or"), d.Line)
	case d.Rule == Contradiction:
		return words.Capital(d.Line.String()) + " has no open square left."
	}
	return fmt.Sprintf("%v: queens %v, excluded %v, because %v", d.Rule, d.Queens, d.Excluded, d.Because)
}

// endsInContradiction reports whether the steps of a trial are conclusions and a contradiction.
func (d Deduction) endsInContradiction() bool {
	last := len(d.Steps) - 1
	return last >= 0 && d.Steps[last].Rule == Contradiction &&
		!slices.ContainsFunc(d.Steps[:last], func(step Deduction) bool { return len(step.Queens)+len(step.Excluded) == 0 })
}

// effect says what a queen would do, by the steps of a trial.
func (d Deduction) effect() string {
	var clauses []string
	last := len(d.Steps) - 1
	for i := 0; i < last; {
		forces := len(d.Steps[i].Queens) > 0
		var squares []queens.Square
		for ; i < last && len(d.Steps[i].Queens) > 0 == forces; i++ {
			squares = append(append(squares, d.Steps[i].Queens...), d.Steps[i].Excluded...)
		}
		verb := "rule out "
		switch {
		case forces && len(squares) == 1:
			verb = "force a queen on "
		case forces:
			verb = "force queens on "
		}
		clauses = append(clauses, verb+enumerate(squares, "and"))
	}
	leave := fmt.Sprintf("%v no square", d.Steps[last].Line)
	if clauses == nil {
		return "leave " + leave
	}
	return strings.Join(clauses, ", then ") + ", leaving " + leave
}

// enumerate returns "a1", "a1 and b3", "a1, b3 and c5" and so on.
func enumerate(squares []queens.Square, and string) string {
	return words.Enumerate(words.Names(slices.Values(squares)), and)
}
