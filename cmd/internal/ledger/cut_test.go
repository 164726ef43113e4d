package ledger

import (
	"context"
	"testing"

	"example.com/queens/internal/testkit"
)

// TestLargeCut cuts a large board into the default number of tasks, which take no memory.
func TestLargeCut(t *testing.T) {
	testkit.Sequential(t)
	const text, least = "n=25", 500_000
	before := liveBytes()
	c := cut(t, text, 0)
	if grown := liveBytes() - before; c.Total < least || grown > 2<<20 {
		t.Errorf("%d tasks in %d bytes", c.Total, grown)
	}
	book := NewBook(c.Head)
	for task := 0; task < c.Total; task += 2 {
		book.note(Result{Task: task, Count: 1}, "", task)
	}
	if p, err := c.Progress(t.Context(), book, book.IsDone); p.Done != (c.Total+1)/2 || p.Fraction < 0.45 || p.Fraction > 0.55 || err != nil {
		t.Errorf("%v, %v", p, err)
	}
	if h, err := ParseHead(c.Line()); h != c.Head || err != nil {
		t.Errorf("%v, %v", h, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := NewCut(ctx, board(t, text), 0); err != context.Canceled {
		t.Errorf("canceled: %v", err)
	}
}
