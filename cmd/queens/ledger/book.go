package ledger

import (
	"fmt"
	"io"
	"iter"
	"math/bits"
	"slices"
	"strings"
	"time"

	"example.com/queens"
)

// A Book is what the lines of a ledger say: the results of tasks, without those that
// were withdrawn. A task may have several, of different accounts, that agree.
type Book struct {
	Head
	Damaged []int // numbers of the lines that cannot be read, from 1

	lines     int
	results   map[int][]noted      // by task
	withdrawn map[string]time.Time // by account: the last time
}

type noted struct {
	Result
	line int
}

// NewBook returns a book without results.
func NewBook(h Head) *Book {
	return &Book{Head: h, lines: 1, results: map[int][]noted{}, withdrawn: map[string]time.Time{}}
}

// Count returns the count of a task, if it is done.
func (b *Book) Count(task int) (count uint64, done bool) {
	if found := b.results[task]; len(found) > 0 {
		return found[0].Count, true
	}
	return 0, false
}

// Done returns how many tasks have a result.
func (b *Book) Done() int { return len(b.results) }

// Len returns how many results there are: of some tasks there may be several.
func (b *Book) Len() int {
	n := 0
	for _, found := range b.results {
		n += len(found)
	}
	return n
}

// Results yields the results of a task, in their order.
func (b *Book) Results(task int) iter.Seq[Result] {
	return func(yield func(Result) bool) {
		for _, found := range b.results[task] {
			if !yield(found.Result) {
				return
			}
		}
	}
}

// All yields all results, task by task.
func (b *Book) All() iter.Seq[Result] {
	return func(yield func(Result) bool) {
		for task := range b.Tasks() {
			for r := range b.Results(task) {
				if !yield(r) {
					return
				}
			}
		}
	}
}

// Tasks yields the tasks that have results.
func (b *Book) Tasks() iter.Seq[int] {
	tasks := make([]int, 0, len(b.results))
	for task := range b.results {
		tasks = append(tasks, task)
	}
	slices.Sort(tasks)
	return slices.Values(tasks)
}

// Progress adds up what is done, with no Fraction.
func (b *Book) Progress() (queens.Progress, error) {
	p := queens.Progress{Total: b.Total, Done: len(b.results)}
	for _, found := range b.results {
		var carry uint64
		if p.Solutions, carry = bits.Add64(p.Solutions, found[0].Count, 0); carry != 0 {
			return queens.Progress{}, queens.ErrOverflow
		}
	}
	return p, nil
}

// has reports whether an account's result of a task is there, and whether the task has
// another count.
func (b *Book) has(r Result) (known, contradicts bool) {
	for _, found := range b.results[r.Task] {
		known = known || found.Account() == r.Account()
		contradicts = contradicts || found.Count != r.Count
	}
	return known, contradicts
}

// note takes in a result from the next line.
func (b *Book) note(r Result) {
	b.lines++
	b.results[r.Task] = append(b.results[r.Task], noted{r, b.lines})
}

// Withdrawn returns when an account's results were withdrawn, the last time.
func (b *Book) Withdrawn(account string) time.Time { return b.withdrawn[account] }

// withdraw drops all results of an account, and returns how many there were.
func (b *Book) withdraw(account string, at time.Time) int {
	b.withdrawn[account] = at
	dropped := 0
	for task, found := range b.results {
		left := slices.DeleteFunc(found, func(r noted) bool { return r.Account() == account })
		dropped += len(found) - len(left)
		if len(left) == 0 {
			delete(b.results, task)
		} else {
			b.results[task] = left
		}
	}
	b.lines++
	return dropped
}

// read takes in all lines but the first. A result that another one contradicts is no
// conflict if either was withdrawn.
func (b *Book) read(in *reader) error {
	lineOf := map[string]int{} // of an account's last withdrawal
	for {
		line, err := in.line()
		if err == io.EOF {
			return b.settle(lineOf)
		}
		if err != nil {
			return err
		}
		b.lines++
		if r, ok := b.ParseResult(line); ok {
			b.results[r.Task] = append(b.results[r.Task], noted{r, b.lines})
		} else if w, ok := b.parseWithdrawal(line); ok {
			lineOf[w.Withdrawn], b.withdrawn[w.Withdrawn] = b.lines, w.At
		} else {
			b.Damaged = append(b.Damaged, b.lines)
		}
	}
}

// settle leaves one result of each account that is not withdrawn, and checks that all
// of a task agree.
func (b *Book) settle(withdrawn map[string]int) error {
	for task, found := range b.results {
		var kept []noted
		for _, r := range found {
			switch {
			case r.line < withdrawn[r.Account()]:
			case len(kept) > 0 && kept[0].Count != r.Count:
				return fmt.Errorf("task %d has the count %d%s on line %d and %d%s on line %d; "+
					"remove both lines to count it again, and do not trust the computer that counted it",
					task, kept[0].Count, kept[0].by(), kept[0].line, r.Count, r.by(), r.line)
			case !slices.ContainsFunc(kept, func(k noted) bool { return k.Account() == r.Account() }):
				kept = append(kept, r)
			}
		}
		b.results[task] = kept
		if kept == nil {
			delete(b.results, task)
		}
	}
	return nil
}

func (r Result) by() string {
	if r.By == "" {
		return ""
	}
	return " by " + strings.ToValidUTF8(r.By, "?")
}
