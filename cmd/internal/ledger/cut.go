package ledger

import (
	"context"
	"fmt"
	"hash/crc64"
	"math"

	"example.com/queens"
	"example.com/queens/tasks"
)

// A Cut is the count of a board cut into tasks, which have the numbers from 0 to Total-1.
type Cut struct {
	Head
	tasks *tasks.List
	costs []float64 // of evenly spread tasks, as far as Progress has estimated them
}

// Task returns the task with a number.
func (c *Cut) Task(number int) tasks.Task { return c.tasks.At(number) }

// NewCut cuts the count of a board into at least asked tasks, see [tasks.Cut].
func NewCut(ctx context.Context, b *queens.Board, asked int) (*Cut, error) {
	if err := checkAsked(asked); err != nil {
		return nil, err
	}
	list, err := tasks.Cut(ctx, b, asked)
	if err != nil {
		return nil, err
	}
	if list.Len() > maxTasks {
		return nil, fmt.Errorf("board %s is cut into %d tasks, want at most %d; ask for fewer", b, list.Len(), maxTasks)
	}
	c := &Cut{Head: Head{Board: b.String(), Asked: asked, Total: list.Len()}, tasks: list}
	c.Digest, err = digestOf(ctx, c.Board, list)
	return c, err
}

// mostCosts is the most tasks whose costs are estimated. They tell the share of the work
// that is done to within a percent.
const mostCosts = 20_000

// Progress returns the progress of a count that has the results of b, and whose tasks are done that
// isDone reports. The Fraction is the share of the expected cost of all tasks that is done; if there
// are many, of 20 000 evenly spread ones. The first call estimates the costs, which takes up to
// 100 µs for each.
func (c *Cut) Progress(ctx context.Context, b *Book, isDone func(task int) bool) (queens.Progress, error) {
	p, err := b.Progress()
	if err != nil {
		return queens.Progress{}, err
	}
	step := float64(c.Total) / float64(min(c.Total, mostCosts))
	for len(c.costs) < min(c.Total, mostCosts) {
		if err := ctx.Err(); err != nil {
			return queens.Progress{}, err
		}
		c.costs = append(c.costs, c.Task(int(float64(len(c.costs))*step)).Cost())
	}
	var done, all float64
	for i, cost := range c.costs {
		all += cost
		if isDone(int(float64(i) * step)) {
			done += cost
		}
	}
	if p.Fraction = 1; done < all {
		p.Fraction = done / all
	}
	return p, nil
}

// leastQuota is the least number of tasks that are drawn, if there are that many.
const leastQuota = 20

// Quota returns how many of a number of tasks are drawn, to be recounted or checked, for a share
// of them: none for 0, and otherwise at least twenty.
func Quota(tasks int, share float64) int {
	if share == 0 {
		return 0
	}
	return min(tasks, max(leastQuota, int(math.Ceil(share*float64(tasks)))))
}

// maxAsked limits the number of tasks that may be asked for, and maxTasks the number that a board may be
// cut into: a short line must not cause hours of cutting.
const (
	maxAsked = 200_000
	maxTasks = 20_000_000
)

func checkAsked(asked int) error {
	if asked < 0 || asked > maxAsked {
		return fmt.Errorf("%d tasks, want at least 1 and at most %d, or 0 for as many as suit the board", asked, maxAsked)
	}
	return nil
}

// Recut cuts the board of a head into tasks again, and checks that they are the same.
func (h Head) Recut(ctx context.Context) (*Cut, error) {
	b, err := queens.ParseBoard(h.Board)
	if err != nil {
		return nil, err
	}
	c, err := NewCut(ctx, b, h.Asked)
	if err != nil {
		return nil, err
	}
	return c, h.checkSame(c.Head)
}

// checkOf returns an error unless a head is of the board, which was cut into at least that many
// tasks, or any number if asked is 0.
func (h Head) checkOf(board string, asked int) error {
	switch {
	case h.Board != board:
		return fmt.Errorf("it is for board %q, not for %q; count in another file", h.Board, board)
	case asked != 0 && h.Asked == 0:
		return fmt.Errorf("it is cut into as many tasks as suit the board, not into at least %d; ask for 0, or count in another file", asked)
	case asked != 0 && h.Asked != asked:
		return fmt.Errorf("it is cut into at least %d tasks, not %d; ask for as many, or count in another file",
			h.Asked, asked)
	}
	return nil
}

// checkSame returns an error unless a head is the same as that of a count by this program.
func (h Head) checkSame(own Head) error {
	err := h.checkOf(own.Board, own.Asked)
	if err == nil && h != own {
		err = fmt.Errorf("it has %d tasks with digest %.40q, but this program cuts board %q into %d with digest %q; "+
			"continue with the version of the program that created it, or use another file",
			h.Total, h.Digest, h.Board, own.Total, own.Digest)
	}
	return err
}

func digestOf(ctx context.Context, board string, list *tasks.List) (string, error) {
	sum := crc64.Checksum([]byte(board), table)
	for i := range list.Len() {
		if i%1000 == 0 && ctx.Err() != nil {
			return "", ctx.Err()
		}
		text, err := list.At(i).MarshalText()
		if err != nil {
			return "", err
		}
		sum = crc64.Update(sum, table, append(text, '\n'))
	}
	return fmt.Sprintf("%016x", sum), nil
}
