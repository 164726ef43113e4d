package queens

import (
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
	Remove           // remove it again
	Found            // the queen on the square has completed a solution
)

var opWords = vocabulary{"Op", []string{"place", "remove", "found"}}

// String returns the name of op: "place", "remove" or "found".
func (op Op) String() string { return opWords.word(uint8(op)) }

// MarshalText returns the name of op. A value that is not one of the constants is an error.
func (op Op) MarshalText() ([]byte, error) { return opWords.marshal(uint8(op)) }

// UnmarshalText reads the name of an operation, in small or in capital letters. Anything
// else is an error, and leaves op as it is.
func (op *Op) UnmarshalText(text []byte) error { return unmarshal(opWords, text, op) }

// A Step is a step of a backtracking search.
type Step struct {
	Op     Op     `json:"op"`
	Square Square `json:"square"`
}

// String returns s in words, such as "place b4".
func (s Step) String() string { return s.Op.String() + " " + s.Square.String() }

// Steps returns an iterator over the steps of the textbook search for all solutions
// ([dijkstra], [wirth]). Row by row, and in each row column by column, the search places a
// queen on each square that is open and not attacked, searches the following rows, and
// removes the queen again. There is one Remove for each Place. Found follows the Place of
// the queen that completes a solution. The board of size 0 is complete from the start: its
// only step is Found, with the zero Square.
//
// The steps are meant for lessons and animations. Steps does not look ahead, and takes far
// longer than [Board.Solutions] to find the same solutions. Only the loop can end it: it
// takes no context.
func (b *Board) Steps() iter.Seq[Step] {
	start := b.start
	return func(yield func(Step) bool) {
		if len(start.open) == 0 {
			yield(Step{Op: Found})
			return
		}
		start.steps(0, 0, 0, 0, yield)
	}
}

// steps searches from a row on, whose columns are attacked straight down and along both
// diagonals.
func (b bitboard) steps(row int, cols, left, right uint64, yield func(Step) bool) bool {
	if row == len(b.open) {
		return true
	}
	for free := b.open[row] &^ (cols | left | right); free != 0; free &= free - 1 {
		queen, s := free&-free, Square{row, bits.TrailingZeros64(free)}
		if !yield(Step{Place, s}) || row == len(b.open)-1 && !yield(Step{Found, s}) {
			return false
		}
		belowLeft, belowRight := b.shift(left|queen, right|queen)
		if !b.steps(row+1, cols|queen, belowLeft, belowRight, yield) || !yield(Step{Remove, s}) {
			return false
		}
	}
	return true
}
