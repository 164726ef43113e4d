package queue

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"example.com/queens"
)

// A Task is what a worker takes from the queue at a time: some of the library's
// tasks, counted one after the other.
type Task struct {
	parts []queens.Task
	lines []string // the parts' texts
}

// newTask returns the task of at least one part.
func newTask(parts []queens.Task) (Task, error) {
	t := Task{parts: parts}
	for _, part := range parts {
		line, err := part.MarshalText()
		if err != nil {
			return Task{}, err
		}
		t.lines = append(t.lines, string(line))
	}
	return t, nil
}

// parseTask reads the text of a task.
func parseTask(text string) (Task, error) {
	t := Task{lines: strings.Split(text, "\n")}
	t.parts = make([]queens.Task, len(t.lines))
	for i, line := range t.lines {
		if err := t.parts[i].UnmarshalText([]byte(line)); err != nil {
			return Task{}, err
		}
	}
	return t, nil
}

// Text returns the parts' texts, one a line.
func (t Task) Text() string { return strings.Join(t.lines, "\n") }

// ID returns the name of t, which follows from its text.
func (t Task) ID() string { return taskID(t.lines) }

func taskID(lines []string) string { return digest(strings.Join(lines, "\n"), 16) }

// digest returns the first bytes of the SHA-256 of a text.
func digest(text string, bytes int) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:bytes])
}

// Count returns the number of solutions of all parts.
func (t Task) Count(ctx context.Context) (uint64, error) {
	var total uint64
	for _, part := range t.parts {
		count, err := part.Count(ctx)
		if err != nil {
			return 0, err
		}
		if total, err = add(total, count); err != nil {
			return 0, err
		}
	}
	return total, nil
}

// add returns the sum, or the library's error if it does not fit 64 bits.
func add(a, b uint64) (uint64, error) {
	sum, carry := bits.Add64(a, b, 0)
	if carry != 0 {
		return 0, queens.ErrOverflow
	}
	return sum, nil
}

// A Job is a board whose solutions are counted in tasks.
type Job struct {
	N       int    `json:"n"`
	Torus   bool   `json:"torus,omitempty"`
	Given   string `json:"given,omitempty"`   // squares, row by row: "b4,d5"
	Blocked string `json:"blocked,omitempty"` // likewise
	Tasks   int    `json:"tasks"`             // how many were asked for
	Digest  string `json:"digest"`            // of the names of all tasks
}

// Board returns the words that say which board it is: "n=8 given=b4,d5".
func (j Job) Board() string {
	words := fmt.Sprintf("n=%d", j.N)
	if j.Torus {
		words += " torus"
	}
	if j.Given != "" {
		words += " given=" + j.Given
	}
	if j.Blocked != "" {
		words += " blocked=" + j.Blocked
	}
	return words
}

// ID returns the name of j, which follows from its board: a board is counted in
// one way at a time.
func (j Job) ID() string { return digest(j.Board(), 8) }

// maxParts keeps a task's text, and with it a message, well below a megabyte.
const maxParts = 4000

// defaultTasks returns how many tasks a count on the n×n board is cut into. A
// task takes some hundredths of a second at n = 18 and some seconds up to n = 24:
// long enough to make nothing of what it costs to queue it, and short enough to
// lose little with it.
func defaultTasks(n int) int {
	switch {
	case n <= 18:
		return 32
	case n == 19:
		return 512
	case n == 20:
		return 2048
	case n <= 23:
		return 8192
	}
	return 65536
}

// A Plan is a job that is cut into tasks.
type Plan struct {
	Job    Job
	asked  bool // for this number of tasks
	solver *queens.Solver
	tasks  []Task
}

// NewPlan cuts a job, whose board is that of a solver, into job.Tasks tasks, or as many
// as the board's size suggests if that is 0. The library's tasks are dealt to them like
// cards, so that all are of about the same size. Boards that are hard to cut have
// fewer, and those of many parts more.
func NewPlan(ctx context.Context, job Job, s *queens.Solver) (Plan, error) {
	p := Plan{Job: job, asked: job.Tasks != 0, solver: s}
	if !p.asked {
		p.Job.Tasks = defaultTasks(job.N)
	}
	parts, err := s.Tasks(ctx, p.Job.Tasks)
	if err != nil {
		return Plan{}, err
	}
	hands := min(max(p.Job.Tasks, (len(parts)+maxParts-1)/maxParts), len(parts))
	p.tasks = make([]Task, hands)
	var ids strings.Builder
	for i := range p.tasks {
		var hand []queens.Task
		for k := i; k < len(parts); k += hands {
			hand = append(hand, parts[k])
		}
		if p.tasks[i], err = newTask(hand); err != nil {
			return Plan{}, err
		}
		ids.WriteString(p.tasks[i].ID())
	}
	p.Job.Digest = digest(ids.String(), 8)
	return p, nil
}

// solver returns the solver of the board.
func (j Job) solver() (*queens.Solver, error) {
	given, err := squares(j.Given)
	if err != nil {
		return nil, err
	}
	blocked, err := squares(j.Blocked)
	if err != nil {
		return nil, err
	}
	options := []queens.Option{queens.Given(given...), queens.Blocked(blocked...)}
	if j.Torus {
		options = append(options, queens.Toroidal())
	}
	return queens.New(j.N, options...)
}

// squares reads a list of squares.
func squares(list string) ([]queens.Square, error) {
	if list == "" {
		return nil, nil
	}
	var squares []queens.Square
	for name := range strings.SplitSeq(list, ",") {
		p, err := queens.Parse(name)
		if err != nil {
			return nil, err
		}
		queens := slices.Collect(p.Queens())
		if len(queens) != 1 {
			return nil, fmt.Errorf("%q is not a square", name)
		}
		squares = append(squares, queens[0])
	}
	return squares, nil
}

// errOtherCut says that a job's tasks are not those that this program cuts.
var errOtherCut = errors.New("its tasks were cut by another version of the program")

// plan cuts a job again that was written down.
func (j Job) plan(ctx context.Context) (Plan, error) {
	s, err := j.solver()
	if err != nil {
		return Plan{}, err
	}
	p, err := NewPlan(ctx, j, s)
	if err == nil && p.Job.Digest != j.Digest {
		err = fmt.Errorf("count of %s: %w; export what is done and count it in another place", j.Board(), errOtherCut)
	}
	return p, err
}
