package queens

import (
	"encoding/json"
	"iter"
	"slices"

	"example.com/queens/internal/words"
)

// An Op is what a [Step] does.
type Op uint8

// The operations of a [Step].
const (
	Place  Op = iota // put a queen on the square
	Reject           // try the square and leave it: a queen attacks it
	Remove           // remove the queen again
	Found            // the queen on the square has completed a solution
)

var opWords = words.New("queens", "Op", "place", "reject", "remove", "found")

// String returns the name of op: "place", "reject", "remove" or "found".
func (op Op) String() string { return opWords.Word(uint8(op)) }

// MarshalText returns the name of op. A value that is not one of the constants is an error.
func (op Op) MarshalText() ([]byte, error) { return opWords.Text(uint8(op)) }

// UnmarshalText reads the name of an operation, in upper or lower case. Anything else is an error,
// and leaves op as it is.
func (op *Op) UnmarshalText(text []byte) error { return words.Read(opWords, text, op) }

// A Step is a step of a backtracking search.
type Step struct {
	Op     Op     `json:"op"`
	Square Square `json:"square"`
	By     Square `json:"by"` // for Reject, the first queen by row that attacks Square
}

// String returns s in words, such as "place b4" or "reject c5, which b4 attacks".
func (s Step) String() string {
	said := s.Op.String() + " " + s.Square.String()
	if s.Op == Reject {
		said += ", which " + s.By.String() + " attacks"
	}
	return said
}

// MarshalJSON leaves By out unless s is a [Reject].
func (s Step) MarshalJSON() ([]byte, error) {
	stored := struct {
		Op     Op      `json:"op"`
		Square Square  `json:"square"`
		By     *Square `json:"by,omitempty"`
	}{Op: s.Op, Square: s.Square}
	if s.Op == Reject {
		stored.By = &s.By
	}
	return json.Marshal(stored)
}

// Steps returns an iterator over the steps of the textbook search for all solutions ([Dijkstra
// 1972], [Wirth 1971]). Row by row, and in each row column by column, the search tries the squares
// that are not blocked. It rejects a square that a queen attacks, and names the queen. On any other
// it places a queen, searches the following rows, and removes the queen again. There is one Remove
// for each Place. Found follows the Place of the queen that completes a solution. Given queens
// attack from the start. In the row of a given queen the search places this queen and tries no
// other square. The board of size 0 is complete from the start: its only step is Found, with the
// zero Square.
//
// The steps are meant for lessons and animations. On the 8×8 board, the search tries 876 squares up
// to the first solution and 15720 in all. Steps does not look ahead, and takes far longer than
// [Board.Solutions] to find the same solutions. It takes no context: only leaving the loop ends it
// early.
//
// [Dijkstra 1972]: https://dl.acm.org/doi/10.5555/1243380
// [Wirth 1971]: https://doi.org/10.1145/362575.362577
func (b *Board) Steps() iter.Seq[Step] {
	board := *b // which UnmarshalText may replace
	return func(yield func(Step) bool) {
		n := board.N()
		if n == 0 {
			yield(Step{Op: Found})
			return
		}
		w := walk{&board, slices.Clone(board.given), slices.Repeat([]int{n}, 5*n), yield}
		for queen := range board.Given() {
			w.set(queen, queen.Row)
		}
		w.search(0)
	}
}

// A walk is a textbook search. No two of its queens attack each other, so that each column,
// diagonal and antidiagonal holds at most one.
type walk struct {
	*Board
	columns Placement // of the given queens and of the queens that the search has placed
	queens  []int     // the row of the queen on each column, diagonal and antidiagonal, or n
	yield   func(Step) bool
}

// attacker returns the first row with a queen that attacks a square, or n.
func (w *walk) attacker(s Square) int {
	tracks := s.tracks(w.N(), w.Toroidal())
	return min(w.queens[tracks[0]], w.queens[tracks[1]], w.queens[tracks[2]])
}

// set says that the queen on the three tracks of a square is in a row.
func (w *walk) set(s Square, row int) {
	for _, track := range s.tracks(w.N(), w.Toroidal()) {
		w.queens[track] = row
	}
}

// search goes on from a row, and returns false if yield did.
func (w *walk) search(row int) bool {
	if row == w.N() {
		return true
	}
	if col := w.given[row]; col != Empty {
		return w.place(Square{row, col})
	}
	for col := range w.N() {
		s := Square{row, col}
		if w.blocked.has(s) {
			continue
		}
		if by := w.attacker(s); by < w.N() {
			if !w.yield(Step{Reject, s, Square{by, w.columns[by]}}) {
				return false
			}
			continue
		}
		w.set(s, row)
		if !w.place(s) {
			return false
		}
		w.set(s, w.N())
	}
	return true
}

// place puts a queen on a square, searches the rows below it, and removes it.
func (w *walk) place(s Square) bool {
	w.columns[s.Row] = s.Col
	return w.yield(Step{Op: Place, Square: s}) &&
		(s.Row < w.N()-1 || w.yield(Step{Op: Found, Square: s})) &&
		w.search(s.Row+1) &&
		w.yield(Step{Op: Remove, Square: s})
}
