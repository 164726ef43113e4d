package queens

import (
	"fmt"
	"strings"
)

// A Rule is a way to draw a conclusion about a board, as a person would. The weaker one
// is less than the stronger.
type Rule uint8

// The rules of a [Deduction]. A line is a row or a column that has no queen yet.
const (
	Single Rule = iota // a line has one open square, which takes its queen
	Pin                // a queen would leave a line no open square
	Trial              // a queen would leave a line none in the end, by what follows from it
)

var ruleNames = [...]string{"Single", "Pin", "Trial"}

// String returns the name of r: "Single", "Pin" or "Trial".
func (r Rule) String() string {
	if int(r) < len(ruleNames) {
		return ruleNames[r]
	}
	return fmt.Sprintf("Rule(%d)", uint8(r))
}

// A Deduction is one step of a person who solves a board: a conclusion that holds in
// every solution, and the reason for it. [Board.Deduce] yields them.
//
// A hint can be given a third at a time: first Because, then String, then Queens and
// Excluded.
type Deduction struct {
	Rule Rule

	// Queens are the squares that take a queen: one after Single, none after the other
	// rules.
	Queens []Square

	// Excluded are open squares that take no queen: one or more after Pin, one after
	// Trial. Squares that the queen of a Single attacks are not among them.
	Excluded []Square

	// Because are the squares to look at. They end with all squares of the line that the
	// conclusion is about, in order, whether they are open or not. With Single and Pin
	// these are all there is. With Trial, the squares come before them that a queen on
	// the excluded square would decide, one after another: a square that would take a
	// queen is followed by the next one, and a square that could take none by the
	// squares of the line that such a queen would leave no open square.
	Because []Square
}

// String returns d as a sentence in English, such as
//
//	Rank 5 has one open square left, a5.
//	A queen on c3 or d5 would leave file f no square.
//	A queen on c3 would force queens on a5 and b8, then rule out g7, leaving file f no square.
//	File f has no open square left.
//
// A Deduction that makes no such sentence, which does not come from [Board.Deduce], is
// written as its rule and its squares.
func (d Deduction) String() string {
	r, ok := readReason(d.Because)
	switch {
	case !ok:
	case d.Rule == Single && len(d.Queens) == 1:
		return fmt.Sprintf("%s has one open square left, %v.", r.lineAtStart(), d.Queens[0])
	case d.Rule == Single && len(d.Queens)+len(d.Excluded) == 0:
		return r.lineAtStart() + " has no open square left."
	case (d.Rule == Pin || d.Rule == Trial) && len(d.Excluded) > 0:
		return fmt.Sprintf("A queen on %s would %s.", enumerate(d.Excluded, "or"), r.effect())
	}
	return fmt.Sprintf("%v: queens %v, excluded %v, because %v", d.Rule, d.Queens, d.Excluded, d.Because)
}

// A reason is [Deduction.Because], taken apart.
type reason struct {
	decided []decision // in a trial
	line    string     // "rank 5" or "file f"
}

// A decision is that a square takes a queen, or that it takes none.
type decision struct {
	square Square
	queen  bool
}

// readReason takes squares apart, which have to end with a whole line. A square that a
// whole line follows takes no queen. The squares that take one make no whole line, because
// no two of them are on a line, nor is the last of them the only square of a board.
func readReason(squares []Square) (r reason, ok bool) {
	if len(squares) == 0 {
		return r, false
	}
	last := squares[len(squares)-1]
	if min(last.Row, last.Col) < 0 || max(last.Row, last.Col) >= len(squares) {
		return r, false
	}
	n := max(last.Row, last.Col) + 1
	first := len(squares) - n
	if r.line, ok = lineName(squares[first:]); !ok {
		return r, false
	}
	for i := 0; i < first; i++ {
		d := decision{squares[i], true}
		if i+n < first {
			if _, ok := lineName(squares[i+1 : i+1+n]); ok {
				d.queen = false
				i += n
			}
		}
		r.decided = append(r.decided, d)
	}
	return r, true
}

// lineName returns the name of the row or column whose squares, all and in order, these
// are.
func lineName(squares []Square) (name string, ok bool) {
	first := squares[0]
	row, col := true, true
	for i, s := range squares {
		row = row && s == Square{first.Row, i}
		col = col && s == Square{i, first.Col}
	}
	switch {
	case row:
		return fmt.Sprintf("rank %d", first.Row+1), true
	case col:
		return "file " + fileName(first.Col), true
	}
	return "", false
}

func (r reason) lineAtStart() string { return strings.ToUpper(r.line[:1]) + r.line[1:] }

// effect says what a queen would do.
func (r reason) effect() string {
	if len(r.decided) == 0 {
		return "leave " + r.line + " no square"
	}
	var clauses []string
	for i := 0; i < len(r.decided); {
		queen := r.decided[i].queen
		var squares []Square
		for ; i < len(r.decided) && r.decided[i].queen == queen; i++ {
			squares = append(squares, r.decided[i].square)
		}
		verb := "rule out "
		switch {
		case queen && len(squares) == 1:
			verb = "force a queen on "
		case queen:
			verb = "force queens on "
		}
		clauses = append(clauses, verb+enumerate(squares, "and"))
	}
	return strings.Join(clauses, ", then ") + ", leaving " + r.line + " no square"
}

// enumerate returns "a1", "a1 and b3", "a1, b3 and c5" and so on.
func enumerate(squares []Square, and string) string {
	var b strings.Builder
	for i, s := range squares {
		switch {
		case i > 0 && i == len(squares)-1:
			b.WriteString(" " + and + " ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(s.String())
	}
	return b.String()
}
