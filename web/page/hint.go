package page

import (
	"context"
	"iter"

	"example.com/queens"
	"example.com/queens/puzzle"
	"example.com/queens/regions"
)

// A Hint is the easiest step that leads a player on, or what is wrong. A hint without a rule
// and with nothing to clear says that there is no step.
type Hint struct {
	Reason
	Clear Squares `json:"clear"`
}

// A Reason is a Deduction of either kind of board. Its rule is the position of the course
// that teaches it, such as "pin" or "queens-pin".
type Reason struct {
	Rule    string        `json:"rule"`
	Units   Items[Unit]   `json:"units"` // that the rule looks at
	Within  Items[Unit]   `json:"within"`
	Because Squares       `json:"because"`
	Queens  Squares       `json:"queens"`
	Crosses Squares       `json:"crosses"`
	Steps   Items[Reason] `json:"steps"` // of a trial
}

// A Unit is a row, a column or a region of a board.
type Unit struct {
	Kind  string `json:"kind"` // "row", "column" or "region"
	Index int    `json:"index"`
}

func (k queensKind) hint(ctx context.Context, placed, crossed Squares) (Reason, error) {
	board, err := k.With(queens.Given(placed...), queens.Blocked(crossed...))
	if err != nil {
		return Reason{}, err
	}
	return first(ctx, puzzle.Deduce(ctx, board), reasonOf)
}

// first returns the first of the steps, or no reason if there is none.
func first[D any](ctx context.Context, steps iter.Seq2[D, error], reasonOf func(D) Reason) (Reason, error) {
	for d, err := range steps {
		if err != nil {
			break
		}
		return reasonOf(d), nil
	}
	return Reason{}, ctx.Err()
}

func reasonOf(d puzzle.Deduction) Reason {
	r := Reason{Rule: "queens-" + d.Rule.String(), Because: d.Because, Queens: d.Queens, Crosses: d.Excluded}
	kind := "row"
	if d.Line.Column {
		kind = "column"
	}
	r.Units = Items[Unit]{{kind, d.Line.Index}}
	for _, step := range d.Steps {
		r.Steps = append(r.Steps, reasonOf(step))
	}
	return r
}

func (k regionsKind) hint(ctx context.Context, placed, crossed Squares) (Reason, error) {
	board, err := k.With(regions.Given(placed...), regions.Blocked(crossed...))
	if err != nil {
		return Reason{}, err
	}
	return first(ctx, board.Deduce(ctx), regionsReason)
}

func regionsReason(d regions.Deduction) Reason {
	r := Reason{Rule: d.Rule.String(), Units: unitsOf(d.Units), Within: unitsOf(d.Within), Because: d.Because, Queens: d.Queens, Crosses: d.Excluded}
	for _, step := range d.Steps {
		r.Steps = append(r.Steps, regionsReason(step))
	}
	return r
}

func unitsOf(units []regions.Unit) (named []Unit) {
	for _, u := range units {
		named = append(named, Unit{u.Kind.String(), u.Index})
	}
	return named
}
