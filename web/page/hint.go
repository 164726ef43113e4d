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

	rank int // of the rule: of two on one board the weaker has the lower one
}

// A Unit is a row, a column or a region of a board.
type Unit struct {
	Kind  string `json:"kind"` // "row", "column" or "region"
	Index int    `json:"index"`
}

func (k queensKind) steps(ctx context.Context, placed, crossed Squares) (iter.Seq[Reason], error) {
	board, err := k.With(queens.Given(placed...), queens.Blocked(crossed...))
	if err != nil {
		return nil, err
	}
	return reasons(puzzle.Deduce(ctx, board), reasonOf), nil
}

// reasons returns the steps up to the first error.
func reasons[D any](steps iter.Seq2[D, error], reasonOf func(D) Reason) iter.Seq[Reason] {
	return func(yield func(Reason) bool) {
		for d, err := range steps {
			if err != nil || !yield(reasonOf(d)) {
				return
			}
		}
	}
}

func reasonOf(d puzzle.Deduction) Reason {
	r := Reason{Rule: "queens-" + d.Rule.String(), rank: int(d.Rule), Because: d.Because, Queens: d.Queens, Crosses: d.Excluded}
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

func (k regionsKind) steps(ctx context.Context, placed, crossed Squares) (iter.Seq[Reason], error) {
	board, err := k.With(regions.Given(placed...), regions.Blocked(crossed...))
	if err != nil {
		return nil, err
	}
	return reasons(board.Deduce(ctx), regionsReason), nil
}

func regionsReason(d regions.Deduction) Reason {
	r := Reason{Rule: d.Rule.String(), rank: int(d.Rule), Units: unitsOf(d.Units), Within: unitsOf(d.Within), Because: d.Because, Queens: d.Queens, Crosses: d.Excluded}
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
