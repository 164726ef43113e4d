package ledger

import (
	"context"
	"fmt"
	"hash/crc64"

	"example.com/queens"
)

// A Cut is the count of a board cut into tasks, which have the numbers from 0 to Total-1.
type Cut struct {
	Head
	tasks []queens.Task
	costs []float64 // of evenly spread tasks, as far as Progress has estimated them
}

// Task returns the task with a number.
func (c *Cut) Task(number int) queens.Task { return c.tasks[number] }

// NewCut cuts the count of a board into at least asked tasks. If asked is 0, the size of
// the board decides.
func NewCut(ctx context.Context, b *queens.Board, asked int) (*Cut, error) {
	if err := checkAsked(asked); err != nil {
		return nil, err
	}
	if asked == 0 {
		asked = defaultTasks(b.N())
	}
	tasks, err := b.Tasks(ctx, asked)
	if err != nil {
		return nil, err
	}
	c := &Cut{Head{Board: b.String(), Asked: asked, Total: len(tasks)}, tasks, nil}
	c.Digest, err = digestOf(c.Board, tasks)
	return c, err
}

// mostCosts is the most tasks whose costs are estimated. They tell the share of the work
// that is done to within a percent.
const mostCosts = 20_000

// Progress returns the progress of a count that has the results of b. The Fraction is the
// share of the expected cost of all tasks that is done; if there are many, of 20 000 evenly
// spread ones. The first call estimates the costs, which takes up to 100 µs for each.
func (c *Cut) Progress(ctx context.Context, b *Book) (queens.Progress, error) {
	p, err := b.Progress()
	if err != nil {
		return queens.Progress{}, err
	}
	if p.Done == p.Total {
		p.Fraction = 1
		return p, nil
	}
	step := float64(p.Total) / float64(min(p.Total, mostCosts))
	for len(c.costs) < min(len(c.tasks), mostCosts) {
		if err := ctx.Err(); err != nil {
			return queens.Progress{}, err
		}
		c.costs = append(c.costs, c.Task(int(float64(len(c.costs))*step)).Cost())
	}
	var done, all float64
	for i, cost := range c.costs {
		all += cost
		if _, ok := b.Count(int(float64(i) * step)); ok {
			done += cost
		}
	}
	if done > 0 {
		p.Fraction = done / all
	}
	return p, nil
}

func checkAsked(asked int) error {
	if asked < 0 || asked > MaxAsked {
		return fmt.Errorf("%d tasks, want at least 1 and at most %d, or 0 for the default", asked, MaxAsked)
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
	if err == nil && c.Head != h {
		err = h.otherTasks(c.Head)
	}
	return c, err
}

func (h Head) otherTasks(own Head) error {
	return fmt.Errorf("it has %d tasks with digest %s, but this program cuts board %q into %d with digest %s; "+
		"continue with the version of the program that created it, or use another file",
		h.Total, h.Digest, h.Board, own.Total, own.Digest)
}

// defaultTasks returns the number of tasks for the n×n board. A count that ends early
// loses the tasks under way, so they are a few seconds each at most.
func defaultTasks(n int) int {
	switch {
	case n <= 17:
		return 200
	case n <= 20:
		return 1000
	case n <= 23:
		return 5000
	}
	return 50000
}

func digestOf(board string, tasks []queens.Task) (string, error) {
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
