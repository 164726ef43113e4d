package queens

import (
	"fmt"
	"iter"
	"math/bits"
)

// References:
//
//	[dijkstra]  Edsger W. Dijkstra. Notes on Structured Programming. In O.-J.
//	            Dahl, E. W. Dijkstra and C. A. R. Hoare, Structured Programming.
//	            1972.
//	[wirth]     Niklaus Wirth. Program Development by Stepwise Refinement.
//	            Communications of the ACM 14, pages 221–227. 1971.

// An Op is what a [Step] does.
type Op uint8

// The operations of a [Step].
const (
	Place  Op = iota // put a queen on the square
	Remove           // take it away again
	Found            // the queen on the square completed a solution
)

// String returns the name of op: "Place", "Remove" or "Found".
func (op Op) String() string {
	switch op {
	case Place:
		return "Place"
	case Remove:
		return "Remove"
	case Found:
		return "Found"
	}
	return fmt.Sprintf("Op(%d)", uint8(op))
}

// A Step is one step of a backtracking search.
type Step struct {
	Op     Op
	Square Square
}

// String returns s in words: "Place b4".
func (s Step) String() string { return s.Op.String() + " " + s.Square.String() }

// Steps returns an iterator over the steps of the textbook search for all
// solutions ([dijkstra], [wirth]): row by row and in each row column by column,
// a queen is placed on every square that is open and not attacked, the rows
// below are searched, and the queen is removed again. There is one Remove for
// each Place. Found follows the Place of the queen that completes a solution;
// the board of size 0 is complete at the start, and its one step is Found with
// the zero Square.
//
// The steps are meant for lessons and animations: Steps does not look ahead, and so
// takes far longer than [Board.Solutions] for the same solutions. It ends with the
// loop alone.
func (b *Board) Steps() iter.Seq[Step] {
	return func(yield func(Step) bool) {
		if len(b.start.open) == 0 {
			yield(Step{Op: Found})
			return
		}
		newBacktracker[uint64](b.start, nil).steps(0, 0, 0, 0, yield)
	}
}

// steps searches from a row down, given the columns attacked from above.
func (t *backtracker[W]) steps(row int, cols, left, right W, yield func(Step) bool) bool {
	if row == len(t.queens) {
		return true
	}
	for free := t.rows[row].open &^ (cols | left | right); free != 0; free &= free - 1 {
		queen := free & -free
		sq := Square{row, bits.TrailingZeros64(uint64(queen))}
		if !yield(Step{Place, sq}) || row == len(t.queens)-1 && !yield(Step{Found, sq}) {
			return false
		}
		nextLeft, nextRight := t.down(left|queen, right|queen)
		if !t.steps(row+1, cols|queen, nextLeft, nextRight, yield) || !yield(Step{Remove, sq}) {
			return false
		}
	}
	return true
}
