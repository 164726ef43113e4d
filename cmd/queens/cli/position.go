package cli

import (
	"io"
	"iter"

	"example.com/queens"
)

// A Position is a placement and the board that its text names, which is that of its queens
// or, for an answer, that of the puzzle.
type Position struct {
	Queens queens.Placement
	Board  *queens.Board // or nil
	Wrong  error         // why there is no board: it would be too large, or its queens attack each other
	IsSize bool          // the text has a board, but no queens on it and no answer
	Claims Claims
}

// Positions is the kind of text that is read as a placement, right or wrong.
var Positions = Kind[Position]{
	Name: "placement",
	Parse: func(text string) (Position, error) {
		board, wrong := queens.ParseBoard(text)
		p, err := queens.Parse(text)
		return position(p, err, board, wrong)
	},
	Read: readPositions,
}

// position joins what two readers say of a text.
func position(p queens.Placement, err error, board *queens.Board, wrong error) (Position, error) {
	switch {
	case err != nil && wrong != nil:
		return Position{}, wrong
	case err != nil: // a size, say
		read := Position{Queens: GivenOf(board), Board: board, IsSize: true}
		for range board.Given() {
			read.IsSize = false
		}
		return read, nil
	}
	return Position{Queens: p, Board: board, Wrong: wrong}, nil
}

// readPositions reads a stream both as placements and as boards, item by item, and what
// objects of JSON claim besides.
func readPositions(r io.Reader) iter.Seq2[Position, error] {
	return func(yield func(Position, error) bool) {
		f := newFork(r, 3)
		next, stop := iter.Pull2(queens.ReadBoards(f.tines[1]))
		defer stop()
		claims := claimReader{tine: f.tines[2]}
		for p, err := range queens.ReadPlacements(f.tines[0]) {
			board, wrong, _ := next()
			both, err := position(p, err, board, wrong)
			both.Claims = claims.next()
			if !yield(both, err) {
				return
			}
		}
	}
}
