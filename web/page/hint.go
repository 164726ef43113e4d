package page

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"example.com/queens"
	"example.com/queens/regions"
)

// A Hint leads a player on, one saying at a time: where to look, why, and what follows.
// Then the page can do it: put queens, crosses, or nothing on squares. A hint without any
// of these says that there is nothing to do.
type Hint struct {
	Rule    string   `json:"rule"` // the position of the course that teaches it, such as "set2"
	Sayings []Saying `json:"sayings"`
	Queens  Squares  `json:"queens"`
	Crosses Squares  `json:"crosses"`
	Clear   Squares  `json:"clear"` // what is wrong; the page says so
}

// A Saying is a sentence with the squares that it is about.
type Saying struct {
	Says    string  `json:"says"`
	Because Squares `json:"because"` // the reason
	Then    Squares `json:"then"`    // what follows, or is tried
}

// inPlay has the words for rows and columns of puzzles of both kinds.
var inPlay = strings.NewReplacer("Rank ", "Row ", "rank ", "row ", "File ", "Column ", "file ", "column ")

func (k queensKind) hint(ctx context.Context, placed, crossed Squares) (Hint, error) {
	board, err := k.With(queens.Given(placed...), queens.Blocked(crossed...))
	if err != nil {
		return Hint{}, err
	}
	for d, err := range board.Deduce(ctx) {
		if err != nil {
			return Hint{Sayings: []Saying{}}, ctx.Err()
		}
		where := tried(d.Excluded)
		if len(d.Lines) > 0 {
			where = Saying{Says: inPlay.Replace(fmt.Sprintf("Look at %v.", d.Lines[0])), Because: d.Because}
		}
		why := Saying{inPlay.Replace(d.String()), where.Because, d.Excluded}
		for _, step := range d.Steps {
			why.Because = append(why.Because, step.Queens...)
		}
		return newHint("queens-"+d.Rule.String(), where, why, d.Queens, d.Excluded), nil
	}
	return Hint{Sayings: []Saying{}}, nil
}

func (k regionsKind) hint(ctx context.Context, placed, crossed Squares) (Hint, error) {
	board, err := k.With(regions.Given(placed...), regions.Blocked(crossed...))
	if err != nil {
		return Hint{}, err
	}
	for d, err := range board.Deduce(ctx) {
		if err != nil {
			return Hint{Sayings: []Saying{}}, ctx.Err()
		}
		where := tried(d.Excluded)
		if units := slices.Concat(d.Units, d.Within); len(units) > 0 {
			where = Saying{Says: fmt.Sprintf("Look at %s.", enumerate(units)), Because: d.Because}
		}
		return newHint(d.Rule.String(), where, k.why(d), d.Queens, d.Excluded), nil
	}
	return Hint{Sayings: []Saying{}}, nil
}

func tried(squares Squares) Saying {
	return Saying{Says: fmt.Sprintf("What would follow from a queen on %s?", enumerate(squares)), Then: squares}
}

// why gives the reason for a step. That of a trial is all that follows from it.
func (k regionsKind) why(d regions.Deduction) Saying {
	said, _, concluded := strings.Cut(d.String(), ", so ") // what follows is said later
	if concluded {
		said += "."
	}
	because := d.Because
	if len(d.Steps) > 0 {
		because = nil
		for _, step := range d.Steps {
			because = append(because, step.Queens...)
			if len(d.Steps) > 1 {
				said += " " + step.String()
			}
		}
		because = append(because, k.open(d.Steps[len(d.Steps)-1].Units, d.Because)...)
	}
	return Saying{said, because, d.Excluded}
}

// open returns those of the squares that are in one of the units.
func (k regionsKind) open(units []regions.Unit, squares []queens.Square) []queens.Square {
	return slices.DeleteFunc(slices.Clone(squares), func(s queens.Square) bool {
		return !slices.ContainsFunc(units, func(u regions.Unit) bool {
			return u.Kind == regions.Row && u.Index == s.Row || u.Kind == regions.Column && u.Index == s.Col ||
				u.Kind == regions.Region && u.Index == k.Region(s)
		})
	})
}

// mostNamed is how many squares a sentence names at most.
const mostNamed = 8

// newHint adds what follows.
func newHint(rule string, where, why Saying, placed, crossed Squares) Hint {
	then := Saying{Because: why.Because, Then: slices.Concat(placed, crossed)}
	switch {
	case len(placed) > 0:
		then.Says = fmt.Sprintf("So there is a queen on %s.", enumerate(placed))
	case len(crossed) > mostNamed:
		then.Says = "So there is no queen on the marked squares: cross them out."
	case len(crossed) == 1:
		then.Says = fmt.Sprintf("So there is no queen on %s: cross it out.", crossed[0])
	default:
		then.Says = fmt.Sprintf("So there is no queen on %s: cross them out.", enumerate(crossed))
	}
	return Hint{Rule: rule, Sayings: []Saying{where, why, then}, Queens: placed, Crosses: crossed}
}
