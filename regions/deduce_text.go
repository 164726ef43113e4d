package regions

import (
	"encoding/json"
	"fmt"
	"slices"

	"example.com/queens"
	"example.com/queens/internal/words"
)

// MarshalJSON returns d with its sentence.
func (d Deduction) MarshalJSON() ([]byte, error) {
	type fields Deduction // without this method
	return json.Marshal(struct {
		fields
		Text string `json:"text"`
	}{fields(d), d.String()})
}

// String returns the step as one English sentence:
//
//	Region C has one open square left, d2, so its queen stands there.
//	All open squares of regions A and B are in rows 3 and 4, so e3 and f4 are ruled out.
//	A queen on b2 would attack every open square of region D.
//
// It names at most six squares; [Deduction.Excluded] has all of them. Each deduction of
// [Board.Deduce] has such a sentence. The zero Deduction is written as its rule, "single".
func (d Deduction) String() string {
	if len(d.Units) == 0 {
		return d.Rule.String()
	}
	units, excluded := unitNames(d.Units, "and"), squareNames(d.Excluded, "or")
	switch d.Rule {
	case Single:
		return fmt.Sprintf("%s has one open square left, %s, so its queen stands there.", words.Capital(units), squareNames(d.Queens, "and"))
	case Pin:
		return fmt.Sprintf("A queen on %s would attack every open square of %s.", excluded, units)
	case Point, Set2, Set3, Set4:
		return fmt.Sprintf("All open squares of %s are in %s, so %s ruled out.", units, unitNames(d.Within, "and"), areSquares(d.Excluded))
	case Trial:
		return fmt.Sprintf("A queen on %s would leave %s no open square%s.", excluded, units, d.afterSteps())
	case Search:
		return fmt.Sprintf("No solution has a queen on %s: a search of every continuation finds none.", excluded)
	case Contradiction:
		return words.Capital(units) + " has no open square left."
	}
	return d.Rule.String()
}

// afterSteps returns " after 3 steps", of a trial, or "" if there are none before its end.
func (d Deduction) afterSteps() string {
	if len(d.Steps) < 2 {
		return ""
	}
	return " after " + words.Plural(len(d.Steps)-1, "step")
}

// unitNames returns "row 3", "regions A and B" or "row 3 and region B".
func unitNames(units []Unit, word string) string {
	same := true
	names, labels := make([]string, len(units)), make([]string, len(units))
	for i, u := range units {
		names[i], labels[i] = u.String(), u.label()
		same = same && u.Kind == units[0].Kind
	}
	if same && len(units) > 1 {
		return units[0].Kind.String() + "s " + words.Enumerate(labels, word)
	}
	return words.Enumerate(names, word)
}

// mostNamed is how many squares a sentence names.
const mostNamed = 6

// squareNames returns "a1", "a1 and b3" or "a1, b3 and 7 more".
func squareNames(squares []queens.Square, word string) string {
	names := words.Names(slices.Values(squares))
	if len(names) > mostNamed {
		names = append(names[:mostNamed-1], fmt.Sprintf("%d more", len(names)-mostNamed+1))
	}
	return words.Enumerate(names, word)
}

// areSquares returns "a1 is" or "a1 and b3 are".
func areSquares(squares []queens.Square) string {
	if len(squares) == 1 {
		return squareNames(squares, "") + " is"
	}
	return squareNames(squares, "and") + " are"
}
