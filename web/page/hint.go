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
// Then the page can do it: put queens, crosses, or nothing on squares.
type Hint struct {
	Sayings []Advice        `json:"sayings"`
	Queens  []queens.Square `json:"queens"`
	Crosses []queens.Square `json:"crosses"`
	Clear   []queens.Square `json:"clear"`
}

// hint returns what is wrong, or else the easiest step that leads on.
func (a attempt) hint(ctx context.Context) (Hint, error) {
	if wrong := a.wrong(); len(wrong) > 0 {
		return Hint{Sayings: []Advice{a.check()}, Clear: wrong}, nil
	}
	hint, ok, err := a.step(ctx)
	if err != nil {
		return Hint{}, err
	}
	if !ok {
		return Hint{Sayings: []Advice{a.check()}}, nil
	}
	return hint, nil
}

// step returns the first step of a person who goes on from an attempt. There is none on a
// solved board.
func (a attempt) step(ctx context.Context) (Hint, bool, error) {
	switch k := a.board.(type) {
	case queensKind:
		return k.step(ctx, a.queens, a.crosses)
	case regionsKind:
		return k.step(a.queens, a.crosses)
	}
	return Hint{}, false, nil
}

func (k queensKind) step(ctx context.Context, placed, crossed []queens.Square) (Hint, bool, error) {
	board, err := k.With(queens.Given(placed...), queens.Blocked(crossed...))
	if err != nil {
		return Hint{}, false, err
	}
	for d := range board.Deduce(ctx) {
		where := Advice{fmt.Sprintf("What would follow from a queen on %s?", enumerate(d.Excluded)), d.Excluded}
		if len(d.Lines) > 0 {
			where = Advice{fmt.Sprintf("Look at %v.", d.Lines[0]), k.squaresOf(d.Lines[0])}
		}
		why := Advice{d.String(), slices.Concat(where.Squares, d.Because, d.Excluded)}
		for _, step := range d.Steps {
			why.Squares = slices.Concat(why.Squares, step.Queens, step.Excluded)
		}
		return newHint(where, why, d.Queens, d.Excluded), true, nil
	}
	return Hint{}, false, nil
}

// squaresOf returns the squares of a row or column.
func (k queensKind) squaresOf(line queens.Line) []queens.Square {
	squares := make([]queens.Square, k.N())
	for i := range squares {
		squares[i] = queens.Square{Row: line.Index, Col: i}
		if line.Column {
			squares[i] = queens.Square{Row: i, Col: line.Index}
		}
	}
	return squares
}

func (k regionsKind) step(placed, crossed []queens.Square) (Hint, bool, error) {
	board, err := k.With(regions.Given(placed...), regions.Blocked(crossed...))
	if err != nil {
		return Hint{}, false, err
	}
	for d := range board.Deduce(context.Background()) {
		where := Advice{Says: fmt.Sprintf("What would follow from a queen on %s?", enumerate(d.Excluded)), Squares: d.Excluded}
		if units := slices.Concat(d.Units, d.Within); len(units) > 0 {
			where = Advice{fmt.Sprintf("Look at %s.", unitNames(units)), k.squares(units)}
		}
		if d.Rule == regions.Search {
			where = Advice{fmt.Sprintf("Look at %s.", enumerate(d.Excluded)), d.Excluded}
		}
		return newHint(where, k.why(d), d.Queens, d.Excluded), true, nil
	}
	return Hint{}, false, nil
}

// why gives the reason for a step. That of a trial is all that follows from it.
func (k regionsKind) why(d regions.Deduction) Advice {
	said, _, concluded := strings.Cut(d.String(), ", so ") // what follows is said later
	if concluded {
		said += "."
	}
	squares := slices.Concat(d.Because, d.Excluded)
	if len(d.Steps) > 1 {
		for _, step := range d.Steps {
			said += " " + step.String()
			squares = append(squares, step.Queens...)
		}
	}
	return Advice{said, squares}
}

// squares returns the squares of rows, columns and regions.
func (k regionsKind) squares(units []regions.Unit) []queens.Square {
	return slices.DeleteFunc(Position{N: k.N()}.squares(), func(s queens.Square) bool {
		return !slices.ContainsFunc(units, func(u regions.Unit) bool {
			return u.Kind == regions.Row && u.Index == s.Row || u.Kind == regions.Column && u.Index == s.Col ||
				u.Kind == regions.Region && u.Index == k.Region(s)
		})
	})
}

// unitNames returns "row 3, region A and region B".
func unitNames(units []regions.Unit) string {
	names := make([]string, len(units))
	for i, u := range units {
		names[i] = u.String()
	}
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// mostNamed is how many squares a sentence names at most.
const mostNamed = 8

// newHint adds what follows.
func newHint(where, why Advice, placed, crossed []queens.Square) Hint {
	then := Advice{Squares: slices.Concat(placed, crossed)}
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
	return Hint{Sayings: []Advice{where, why, then}, Queens: placed, Crosses: crossed}
}
