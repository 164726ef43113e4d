package queue

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/queens/ledger"
)

// lie counts wrongly what should be told wrongly.
func lie(about func(task int) bool) func(context.Context, work, queens.Task) (uint64, error) {
	return func(ctx context.Context, w work, task queens.Task) (uint64, error) {
		count, err := task.Count(ctx)
		if about(w.Task) {
			count++
		}
		return count, err
	}
}

func always(int) bool { return true }

// TestLie has one lying worker among two. It is found by recounting, all its results are
// withdrawn, and the next count, without it, is right.
func TestLie(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	q := openQueue(t, s, Options{})
	archive := NewArchive(func(error) {})
	c := newCount(t, q, 10, 0)
	c.Recount = 0.01
	eve := openQueue(t, s, Options{Account: "eve"})
	endEve := workFor(t, &Worker{Queue: eve, Goroutines: 1, count: lie(always)})
	endAnn := workFor(t, &Worker{Queue: openQueue(t, s, Options{Account: "ann"}), Goroutines: 1})
	total, err := c.Run(t.Context(), nil)
	found, ok := errors.AsType[*LieError](err)
	if !ok || total != 0 || found.Wrong[0].By != eve.by() || found.Wrong[0].Count != found.Count+1 {
		t.Fatalf("got %d, %v", total, err)
	}
	want := fmt.Sprintf("task %d of \"n=10\": %s counted %d, this computer %d; all %d results of eve were withdrawn", found.Wrong[0].Task, eve.by(), found.Count+1, found.Count, found.Withdrawn)
	if !strings.HasPrefix(err.Error(), want) || found.Withdrawn < 1 {
		t.Errorf("got %v, want %s", err, want)
	}
	endEve()
	endAnn()
	if err := archive.Read(t.Context(), q); err != nil {
		t.Error(err)
	}
	for r := range archive.jobs[c.job].All() {
		if r.Account() == "eve" && !r.At.After(archive.jobs[c.job].Withdrawn("eve").Add(-time.Second)) {
			t.Errorf("%+v was not withdrawn", r)
		}
	}
	// What eve stored after that is found as well, by recounting all.
	for range 2 {
		c = newCount(t, q, 10, 0)
		c.Recount = 1
		total, err := c.Run(t.Context(), &Worker{Queue: q, Goroutines: 1})
		if err == nil && total == solutions[10] {
			return
		}
		if _, ok := errors.AsType[*LieError](err); !ok {
			t.Fatalf("got %d, %v", total, err)
		}
	}
	t.Error("there is no end of lies")
}

// TestWithdrawn subtracts the results of a liar from the total, and requeues their tasks.
func TestWithdrawn(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	q := openQueue(t, s, Options{})
	c := newCount(t, q, 10, 0)
	var lied atomic.Bool // once
	end := workFor(t, &Worker{Queue: openQueue(t, s, Options{Account: "eve"}), Goroutines: 1, count: lie(func(task int) bool {
		return task == 7 && lied.CompareAndSwap(false, true)
	})})
	c.Recount = 1
	_, err := c.Run(t.Context(), nil)
	end()
	lie, ok := errors.AsType[*LieError](err)
	if !ok || lie.Wrong[0].Task != 7 {
		t.Fatalf("got %v", err)
	}
	if p, err := c.Ledger.Progress(); p.Done != 0 || p.Solutions != 0 || err != nil {
		for r := range c.Ledger.All() {
			if r.Account() == "eve" {
				t.Errorf("%+v is still in the ledger", r)
			}
		}
	}
	// The same coordinator, and the same ledger, go on with others.
	c.Recount = 0
	mustCount(t, c, &Worker{Queue: q, Goroutines: 2})
}

// TestConflict has two workers with different counts of a task, one of which the
// coordinator counts itself, whatever its share of recounts is.
func TestConflict(t *testing.T) {
	t.Parallel()
	for _, first := range []string{"ann", "eve"} {
		s := startServer(t, t.TempDir())
		q := openQueue(t, s, Options{})
		c := newCount(t, q, 10, 0)
		right, err := c.Cut.Tasks[3].Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		names := []string{"ann", "eve"}
		if first == "eve" {
			slices.Reverse(names)
		}
		for _, name := range names {
			r := ledger.Result{Task: 3, Count: right, By: name + "@x"}
			if name == "eve" {
				r.Count++
			}
			if err := q.put(t.Context(), resultSubject(c.job, r), c.Cut.ResultLine(r)); err != nil {
				t.Fatal(err)
			}
		}
		_, err = c.Run(t.Context(), nil)
		lie, ok := errors.AsType[*LieError](err)
		if !ok || len(lie.Wrong) != 1 || lie.Wrong[0].By != "eve@x" || lie.Count != right || lie.Withdrawn != 1 {
			t.Errorf("%s first: got %v", first, err)
		}
		again := newCount(t, q, 10, 0)
		mustCount(t, again, &Worker{Queue: q, Goroutines: 2})
		if by := slices.Collect(again.Ledger.Results(3)); by[0].By != "ann@x" {
			t.Errorf("the right result is gone: %v", by)
		}
	}
}

// TestCopies wants two accounts for each task, one of which waits for the other.
func TestCopies(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	q := openQueue(t, s, Options{})
	c := newCount(t, q, 8, 0)
	c.Copies = 2
	var said recorder
	c.Say = said.say
	ann := &Worker{Queue: openQueue(t, s, Options{Account: "ann"}), Goroutines: 1}
	defer workFor(t, ann)()
	counted := make(chan struct{})
	go func() {
		defer close(counted)
		mustCount(t, c, nil)
	}()
	waitFor(t, "words", func() bool { return said.count("2 accounts must count each task, but only ann has workers") > 0 })
	defer workFor(t, &Worker{Queue: openQueue(t, s, Options{Account: "bob"}), Goroutines: 1})()
	<-counted
	for task := range c.Cut.Tasks {
		var names []string
		for r := range c.Ledger.Results(task) {
			names = append(names, r.Account())
		}
		slices.Sort(names)
		if !slices.Equal(names, []string{"ann", "bob"}) {
			t.Errorf("task %d was counted by %v", task, names)
		}
	}
}

// TestLot counts the results again that were there before, as many as it should, once.
func TestLot(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	q := openQueue(t, s, Options{})
	c := newCount(t, q, 10, 0)
	var posts []post
	for i, task := range c.Cut.Tasks {
		count, err := task.Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		r := ledger.Result{Task: i, Count: count, By: "ann@a"}
		posts = append(posts, post{resultSubject(c.job, r), c.Cut.ResultLine(r)})
	}
	if n, err := q.postResults(t.Context(), slices.Values(posts)); n != len(posts) || err != nil {
		t.Fatal(n, err)
	}
	if n, err := q.postResults(t.Context(), slices.Values(posts)); n != 0 || err != nil {
		t.Errorf("again, %d were new, %v", n, err)
	}
	tests := []struct {
		share float64
		want  int
	}{{0, 0}, {0.01, 20}, {0.01, 20}, {0.3, int(math.Ceil(0.3 * float64(len(posts))))}, {1, len(posts)}}
	for _, test := range tests {
		c = newCount(t, q, 10, 0)
		c.Recount = test.share
		mustCount(t, c, nil)
		again := 0
		for task := range c.Cut.Tasks {
			if _, own := c.who(task); own {
				again++
			}
		}
		if again != test.want {
			t.Errorf("share %v: %d were counted again, want %d", test.share, again, test.want)
		}
	}
}

// TestLottery compares how often results are drawn with how often they should be.
func TestLottery(t *testing.T) {
	l := newLottery(0.05)
	drawn, lots := 0, 0
	for range 20000 {
		lot, trust := l.offer("ann")
		if lot {
			lots++
		}
		if lot || trust {
			drawn++
		}
	}
	if lots < 800 || lots > 1200 || drawn < lots+5 || drawn > lots+60 {
		t.Errorf("%d of 20000 were drawn by lot, and %d in all", lots, drawn)
	}
	if _, trust := newLottery(1e-9).offer("bob"); !trust {
		t.Error("the first result of an account was not drawn")
	}
	if lot, trust := newLottery(0).offer("bob"); lot || trust {
		t.Error("a lottery of nothing has drawn")
	}
	tasks := make([]int, 100)
	often := map[int]int{}
	for range 2000 {
		for i := range tasks {
			tasks[i] = i
		}
		for _, task := range l.rest(tasks, 10) {
			often[task]++
		}
	}
	for task, n := range often {
		if n < 120 || n > 280 {
			t.Errorf("task %d was drawn %d times of 2000, want about 200", task, n)
		}
	}
	for _, test := range []struct{ results, want int }{{0, 0}, {5, 5}, {20, 20}, {400, 20}, {401, 21}, {10000, 500}} {
		if got := l.quota(test.results); got != test.want {
			t.Errorf("quota of %d: %d, want %d", test.results, got, test.want)
		}
	}
}

// storedBy returns how many results of an account the store has, withdrawn or not.
func storedBy(t *testing.T, q *Queue, name string) int {
	t.Helper()
	n := 0
	if _, _, err := q.read(t.Context(), resultStream, resultWord+"*.*."+name, func(message) error {
		n++
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestRequeued has a liar that counted all tasks and has gone. Its results leave the
// store, and all its tasks are in the queue again.
func TestRequeued(t *testing.T) {
	t.Parallel()
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	c := newCount(t, q, 8, 0)
	for i, task := range c.Cut.Tasks {
		count, err := task.Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if i == 5 {
			count++
		}
		r := ledger.Result{Task: i, Count: count, By: "eve@e"}
		if err := q.put(t.Context(), resultSubject(c.job, r), c.Cut.ResultLine(r)); err != nil {
			t.Fatal(err)
		}
	}
	c.Recount = 1
	_, err := c.Run(t.Context(), nil)
	if lie, ok := errors.AsType[*LieError](err); !ok || lie.Wrong[0].Task != 5 || lie.Withdrawn != len(c.Cut.Tasks) {
		t.Fatalf("got %v", err)
	}
	if got := storedBy(t, q, "eve"); got != 0 || len(c.missing()) == 0 {
		t.Errorf("the store has %d results of the liar, and %d tasks are missing", got, len(c.missing()))
	}
	waitFor(t, "the tasks in the queue", func() bool {
		load, err := q.load(t.Context(), c.job)
		return load.waiting == len(c.missing()) && err == nil
	})
	mustCount(t, newCount(t, q, 8, 0), &Worker{Queue: q, Goroutines: 1})
}

// TestVoid has withdrawn results that a coordinator died before it could remove them.
func TestVoid(t *testing.T) {
	t.Parallel()
	q := openQueue(t, startServer(t, t.TempDir()), Options{})
	c := newCount(t, q, 8, 0)
	put := func(subject string, data []byte) {
		if err := q.put(t.Context(), subject, data); err != nil {
			t.Fatal(err)
		}
	}
	eve := ledger.Result{Task: 2, Count: 1000, By: "eve@e"}
	put(resultSubject(c.job, eve), c.Cut.ResultLine(eve))
	put(withdrawSubject(c.job, "eve", time.Now()), nil)
	eve.Task = 3
	right, err := c.Cut.Tasks[3].Count(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	eve.Count = right
	put(resultSubject(c.job, eve), c.Cut.ResultLine(eve))
	mustCount(t, c, &Worker{Queue: q, Goroutines: 1})
	if n := storedBy(t, q, "eve"); n != 2 {
		t.Errorf("the store has %d results of hers", n)
	}
	if results := slices.Collect(c.Ledger.Results(3)); len(results) != 1 || results[0].By != "eve@e" {
		t.Errorf("the result after the withdrawal: %v", results)
	}
}

// TestTrust has an account that lies but once, at first. No lot is needed to see that.
func TestTrust(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	c := newCount(t, openQueue(t, s, Options{}), 10, 0)
	c.Recount = 1e-9
	var lied atomic.Bool
	defer workFor(t, &Worker{Queue: openQueue(t, s, Options{Account: "eve"}), Goroutines: 1, count: lie(func(int) bool {
		return lied.CompareAndSwap(false, true)
	})})()
	_, err := c.Run(t.Context(), nil)
	if _, ok := errors.AsType[*LieError](err); !ok {
		t.Errorf("got %v", err)
	}
}
