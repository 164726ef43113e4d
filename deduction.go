package queens

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

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

var ruleWords = words.New("queens", "Rule", "single", "pin", "trial", "contradiction")

// String returns the name of r: "single", "pin", "trial" or "contradiction".
func (r Rule) String() string { return ruleWords.Word(uint8(r)) }

// MarshalText returns the name of r. A value that is not one of the constants is an error.
func (r Rule) MarshalText() ([]byte, error) { return ruleWords.Text(uint8(r)) }

// UnmarshalText reads the name of a rule, in upper or lower case. Anything else is
// an error, and leaves r as it is.
func (r *Rule) UnmarshalText(text []byte) error { return words.Read(ruleWords, text, r) }

// UnmarshalJSON reads a rule as UnmarshalText does, from a string. Null is an error.
func (r *Rule) UnmarshalJSON(data []byte) error { return words.ReadName(data, "queens: rule", r) }

// A Line is a row or a column of a board.
type Line struct {
	Column bool // rather than a row
	Index  int  // from 0
}

// String returns the name of l on a chessboard, such as "rank 5" or "file f", or "file (-1)"
// if its index is negative.
func (l Line) String() string {
	kind, name := "rank", rankName
	if l.Column {
		kind, name = "file", fileName
	}
	if l.Index < 0 {
		return fmt.Sprintf("%s (%d)", kind, l.Index)
	}
	return kind + " " + name(l.Index)
}

// MarshalText returns the name of l, as String does. It is an error if l has none, because
// its index is negative, or too large for a square that has a name.
func (l Line) MarshalText() ([]byte, error) {
	if _, err := (Square{l.Index, l.Index}).MarshalText(); err != nil {
		return nil, fmt.Errorf("queens: a line has no name: its index is %d", l.Index)
	}
	return []byte(l.String()), nil
}

// UnmarshalText reads the name of a line. Anything else is an error, and leaves l as it is.
func (l *Line) UnmarshalText(text []byte) error {
	kind, name, _ := strings.Cut(string(text), " ")
	number, _ := strconv.Atoi(name)
	line := Line{Index: number - 1}
	if kind == "file" {
		line = Line{Column: true, Index: fileNumber(name)}
	}
	if standard, err := line.MarshalText(); err != nil || string(standard) != string(text) {
		return fmt.Errorf("queens: line %s, want a rank or a file, such as \"rank 5\" or \"file f\"", words.Excerpt(string(text)))
	}
	*l = line
	return nil
}

// UnmarshalJSON reads the name of a line as UnmarshalText does, from a string. Null is an error.
func (l *Line) UnmarshalJSON(data []byte) error { return words.ReadName(data, "queens: line", l) }

// A Deduction is one step of a person who solves a board: a conclusion that holds in
// every solution, and the reason for it. [Board.Deduce] yields them.
//
// A hint can be given in three parts: first Lines and Because, which tell where to look
// and name no square of Queens and Excluded, then String, then Queens and Excluded.
//
// In JSON its rule, lines and squares are written by their names, and what is empty is left
// out. The sentence of String is there as well, as "text"; reading ignores it.
type Deduction struct {
	Rule Rule `json:"rule"`

	// Queens are the squares that take a queen: one after Single, none after the other
	// rules.
	Queens []Square `json:"queens,omitempty"`

	// Excluded are open squares that take no queen: one or more after Pin, one after
	// Trial. Squares that the queen of a Single attacks are not among them.
	Excluded []Square `json:"excluded,omitempty"`

	// Because are the open squares of the line, in order. There are none after Single, whose
	// queen takes the last one, and after Contradiction.
	Because []Square `json:"because,omitempty"`

	// Lines are the lines that the rule looks at. There is one: after Single and Pin the line
	// of the rule, after Trial the one that would be left without an open square, after
	// Contradiction the one that has none.
	Lines []Line `json:"lines,omitempty"`

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

// UnmarshalJSON reads what [Deduction.MarshalJSON] writes. It is an error if the rule is missing,
// or if the steps of a trial have steps, and d does not change.
func (d *Deduction) UnmarshalJSON(data []byte) error {
	read, steps, err := words.ReadSteps(data, whatDeduction, readDeduction)
	if err != nil {
		return err
	}
	read.Steps = steps
	*d = read
	return nil
}

const whatDeduction = "queens: deduction"

// readDeduction reads a deduction. It leaves its steps in a list.
func readDeduction(data []byte, steps any) (Deduction, error) {
	type fields Deduction // without its methods
	var read struct {
		fields
		Rule  *Rule `json:"rule"`
		Steps any   `json:"steps"`
	}
	read.Steps = steps
	if err := cmp.Or(words.ReadObject(data, whatDeduction, &read), words.Missing(whatDeduction, "rule", read.Rule)); err != nil {
		return Deduction{}, err
	}
	read.fields.Rule = *read.Rule
	return Deduction(read.fields), nil
}

// String returns d as a sentence in English, such as
//
//	Rank 5 has one open square left, a5.
//	A queen on c3 or d5 would leave file f no square.
//	A queen on c3 would force queens on a5 and b8, then rule out g7, leaving file f no square.
//	A queen on c3 would leave file f no square in the end.
//	File f has no open square left.
//
// The fourth is a trial within a trial, which has no steps of its own. [Board.Deduce]
// yields nothing else; any other Deduction is written as its rule and its squares.
func (d Deduction) String() string {
	switch {
	case d.Rule == Single && len(d.Queens) == 1 && len(d.Lines) == 1:
		return fmt.Sprintf("%s has one open square left, %v.", words.Capital(d.Lines[0].String()), d.Queens[0])
	case d.Rule == Pin && len(d.Excluded) > 0 && len(d.Lines) == 1:
		return fmt.Sprintf("A queen on %s would leave %v no square.", enumerate(d.Excluded, "or"), d.Lines[0])
	case d.Rule == Trial && len(d.Excluded) > 0 && d.endsInContradiction():
		return fmt.Sprintf("A queen on %s would %s.", enumerate(d.Excluded, "or"), d.effect())
	case d.Rule == Trial && len(d.Excluded) > 0 && len(d.Steps) == 0 && len(d.Lines) == 1:
		return fmt.Sprintf("A queen on %s would leave %v no square in the end.", enumerate(d.Excluded, "or"), d.Lines[0])
	case d.Rule == Contradiction && len(d.Lines) == 1:
		return words.Capital(d.Lines[0].String()) + " has no open square left."
	}
	return fmt.Sprintf("%v: queens %v, excluded %v, because %v", d.Rule, d.Queens, d.Excluded, d.Because)
}

// endsInContradiction reports whether the steps of a trial are conclusions and a contradiction.
func (d Deduction) endsInContradiction() bool {
	last := len(d.Steps) - 1
	return last >= 0 && d.Steps[last].Rule == Contradiction && len(d.Steps[last].Lines) == 1 &&
		!slices.ContainsFunc(d.Steps[:last], func(step Deduction) bool { return len(step.Queens)+len(step.Excluded) == 0 })
}

// effect says what a queen would do, by the steps of a trial.
func (d Deduction) effect() string {
	var clauses []string
	last := len(d.Steps) - 1
	for i := 0; i < last; {
		forces := len(d.Steps[i].Queens) > 0
		var squares []Square
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
	leave := fmt.Sprintf("%v no square", d.Steps[last].Lines[0])
	if clauses == nil {
		return "leave " + leave
	}
	return strings.Join(clauses, ", then ") + ", leaving " + leave
}

// enumerate returns "a1", "a1 and b3", "a1, b3 and c5" and so on.
func enumerate(squares []Square, and string) string {
	return words.Enumerate(words.Names(slices.Values(squares)), and)
}
