package ledger

import (
	"context"
	"fmt"
	"hash/crc64"

	"example.com/queens"
)

// A Cut is the count of a board, cut into tasks.
type Cut struct {
	Head
	Tasks []queens.Task
}

// NewCut cuts the count of a board into at least so many tasks, or into as many as
// suit the board if asked is 0.
func NewCut(ctx context.Context, s *queens.Board, asked int) (*Cut, error) {
	if err := checkAsked(asked); err != nil {
		return nil, err
	}
	if asked == 0 {
		asked = suitable(s.N())
	}
	tasks, err := s.Tasks(ctx, asked)
	if err != nil {
		return nil, err
	}
	c := &Cut{Head{Board: s.String(), Asked: asked, Total: len(tasks)}, tasks}
	c.Digest, err = digest(c.Board, tasks)
	return c, err
}

func checkAsked(asked int) error {
	if asked < 0 || asked > MaxAsked {
		return fmt.Errorf("%d tasks, want at least 1 and at most %d, or 0 for the default", asked, MaxAsked)
	}
	return nil
}

// Again cuts as a head says, and checks that it comes out as it says.
func (h Head) Again(ctx context.Context) (*Cut, error) {
	s, err := queens.ParseBoard(h.Board)
	if err != nil {
		return nil, err
	}
	c, err := NewCut(ctx, s, h.Asked)
	if err == nil && c.Head != h {
		err = h.otherCut(c.Head)
	}
	return c, err
}

func (h Head) otherCut(own Head) error {
	return fmt.Errorf("it has %d tasks of digest %s, but this program cuts board %q into %d of digest %s; "+
		"go on with the program that began it, or count elsewhere", h.Total, h.Digest, h.Board, own.Total, own.Digest)
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
