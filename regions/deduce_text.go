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
// It names at most six squares; [Deduction.Excluded] has all of them. [Board.Deduce] yields
// nothing else; any other Deduction is written as its rule and its squares.
func (d Deduction) String() string {
	looks, excludes := len(d.Units) > 0, len(d.Excluded) > 0
	switch {
	case d.Rule == Single && looks && len(d.Queens) > 0:
		units, queen := words.Capital(unitNames(d.Units, "")), squareNames(d.Queens, "")
		return fmt.Sprintf("%s has one open square left, %s, so its queen stands there.", units, queen)
	case d.Rule == Pin && looks && excludes:
		tried, units := squareNames(d.Excluded, "or"), unitNames(d.Units, "")
		return fmt.Sprintf("A queen on %s would attack every open square of %s.", tried, units)
	case Point <= d.Rule && d.Rule <= Set4 && looks && excludes && len(d.Within) > 0:
		units, within := unitNames(d.Units, "and"), unitNames(d.Within, "and")
		return fmt.Sprintf("All open squares of %s are in %s, so %s ruled out.", units, within, areSquares(d.Excluded))
	case d.Rule == Trial && excludes && d.endsInContradiction():
		return fmt.Sprintf("A queen on %s would leave %s.", squareNames(d.Excluded, ""), d.end())
	case d.Rule == Search && excludes:
		square := squareNames(d.Excluded, "")
		return fmt.Sprintf("No solution has a queen on %s: a search of every continuation finds none.", square)
	case d.Rule == Contradiction && looks:
		return words.Capital(unitNames(d.Units, "and")) + " has no open square left."
	}
	return fmt.Sprintf("%v: queens %v, excluded %v, because %v", d.Rule, d.Queens, d.Excluded, d.Because)
}

func (d Deduction) endsInContradiction() bool {
	last := len(d.Steps) - 1
	return last >= 0 && d.Steps[last].Rule == Contradiction && len(d.Steps[last].Units) > 0
}

// end returns what a trial ends with: "region B no open square after 3 steps", or without the
// steps if that is the first.
func (d Deduction) end() string {
	last := len(d.Steps) - 1
	end := unitNames(d.Steps[last].Units, "and") + " no open square"
	if last > 0 {
		end += " after " + words.Plural(last, "step")
	}
	return end
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
