package ledger

import (
	"context"
	"hash/crc64"

	"example.com/queens"
)

// A Cut is the count of a board, cut into tasks.
type Cut struct {
	Board  string // see [queens.Solver.String]
	Asked  int    // for at least so many tasks
	Tasks  []queens.Task
	Digest string // of the board and the texts of all tasks, in their order
}

// NewCut cuts the count of a board into at least so many tasks, or into as many as
// suit the board if asked is 0.
func NewCut(ctx context.Context, s *queens.Solver, asked int) (*Cut, error) {
	if asked == 0 {
		asked = suitable(s.N())
	}
	tasks, err := s.Tasks(ctx, asked)
	if err != nil {
		return nil, err
	}
	c := &Cut{Board: s.String(), Asked: asked, Tasks: tasks}
	c.Digest, err = digest(c.Board, tasks)
	return c, err
}

// head returns the first line of its ledger.
func (c *Cut) head() head {
	h := head{Ledger: version, Board: c.Board, Asked: c.Asked, Tasks: len(c.Tasks), Digest: c.Digest}
	h.Sum = h.sum()
	return h
}

// suitable returns how many tasks a count of the n×n board is cut into. What is lost
// when a count is ended is the tasks under way: a few seconds of them.
func suitable(n int) int {
	switch {
	case n <= 18:
		return 200
	case n <= 20:
		return 1000
	case n <= 23:
		return 5000
	}
	return 50000
}

func digest(board string, tasks []queens.Task) (string, error) {
	sum := crc64.Checksum([]byte(board), table)
	for _, t := range tasks {
		text, err := t.MarshalText()
		if err != nil {
			return "", err
		}
		sum = crc64.Update(sum, table, append(text, '\n'))
	}
	return hexadecimal(sum), nil
}
