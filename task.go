package queens

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strconv"
	"strings"
)

// A Task is an independent part of a count: the solutions of one board that
// contain certain queens. [Solver.Tasks] makes them. A Task can be written down
// and counted in another program; all that it needs is in its text. The zero
// Task has no solutions, and no text.
type Task struct {
	solver *Solver
	piece  *piece
}

// Tasks cuts the count into tasks whose counts add up to s.Count. They are at
// least as many as asked for, unless cutting ends before: at tasks of one solution
// each, up to symmetry. The larger tasks come first, those with the fewest queens.
//
// It takes about a microsecond a task, and memory for those that it has cut. A
// cancelled context ends it within milliseconds, with the context's error.
func (s *Solver) Tasks(ctx context.Context, atLeast int) ([]Task, error) {
	pieces, err := s.pieces(ctx, atLeast)
	if err != nil {
		return nil, err
	}
	tasks := make([]Task, len(pieces))
	for i, p := range pieces {
		tasks[i] = Task{s, p}
	}
	return tasks, nil
}

// Count returns the number of solutions that t stands for: those that contain its
// queens, times its weight. It runs on one goroutine, in at most 8 MB of memory.
//
// A cancelled context ends it within milliseconds, with the context's error. The
// error is [ErrOverflow] if the number is 2⁶⁴ or more.
func (t Task) Count(ctx context.Context) (uint64, error) {
	return t.count(ctx, fastest())
}

func (t Task) count(ctx context.Context, k *kernel) (uint64, error) {
	if err := ctx.Err(); err != nil || t.solver == nil {
		return 0, err
	}
	stop, release := stopWith(ctx)
	defer release()
	c := t.solver.newCounter(k)
	defer c.release()
	solutions, done := c.count(t.piece, stop)
	if !done {
		return 0, ctx.Err()
	}
	total, ok := addTimes(0, solutions, t.piece.weight)
	if !ok {
		return 0, ErrOverflow
	}
	return total, nil
}

// taskFormat is the first word of a task's text.
const taskFormat = "queens-task/1"

// MarshalText returns t as one line of words with a space between them:
//
//	queens-task/1 n=8 given=b4 blocked=a1,h8 placed=d5 weight=1 crc32=7c092622
//
// They are the format and its version; the size of the board; torus on a toroidal
// board; the given queens, blocked squares and the task's other queens, row by
// row, each left out if there are none; how many solutions each one found
// stands for; and the IEEE CRC-32 of all before its space. It is an error to write
// the zero Task.
func (t Task) MarshalText() ([]byte, error) {
	if t.solver == nil {
		return nil, errors.New("queens: cannot write the zero task")
	}
	s := t.solver
	b := fmt.Appendf(nil, "%s %v", taskFormat, s)
	b = appendSquares(b, "placed", func(yield func(Square) bool) {
		for queen := range t.piece.queens(len(s.open)).Queens() {
			if s.given[queen.Row] == Empty && !yield(queen) {
				return
			}
		}
	})
	b = fmt.Appendf(b, " weight=%d", t.piece.weight)
	return fmt.Appendf(b, " crc32=%08x", crc32.ChecksumIEEE(b)), nil
}

// String returns the text of t, or "no task" for the zero Task.
func (t Task) String() string {
	text, err := t.MarshalText()
	if err != nil {
		return "no task"
	}
	return string(text)
}

// UnmarshalText sets t to the task that MarshalText wrote as text. It returns an
// error, and leaves t alone, if the text is damaged, if it is of another
// version, or if there is no such task: the error says what is wrong.
func (t *Task) UnmarshalText(text []byte) error {
	task, err := parseTask(string(text))
	if err != nil {
		return fmt.Errorf("queens: cannot read task: %w", err)
	}
	*t = task
	return nil
}

func parseTask(text string) (Task, error) {
	format, _, _ := strings.Cut(text, " ")
	if format != taskFormat {
		return Task{}, fmt.Errorf("it starts with %s, want %q", excerpt(format), taskFormat)
	}
	body, sum, ok := strings.Cut(text, " crc32=")
	if !ok {
		return Task{}, errors.New("it has no checksum")
	}
	if want := fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(body))); sum != want {
		return Task{}, fmt.Errorf("its checksum is %s, want %q", excerpt(sum), want)
	}
	task, err := parseTaskBody(body)
	if err != nil {
		return Task{}, err
	}
	if standard, _ := task.MarshalText(); string(standard) != text {
		return Task{}, fmt.Errorf("it is not in standard form, which is %q", standard)
	}
	return task, nil
}

// parseTaskBody reads the words up to the checksum.
func parseTaskBody(body string) (Task, error) {
	var weight uint64
	var placed []Square
	_, words, _ := strings.Cut(body, " ")
	s, err := parseBoardWords(words, func(name, value string) (err error) {
		switch name {
		case "placed":
			placed, err = parseSquareList(value)
		case "weight":
			weight, err = strconv.ParseUint(value, 10, 64)
		default:
			return errUnknownWord
		}
		return err
	})
	if err != nil {
		return Task{}, err
	}
	return s.task(placed, weight)
}

func parseSquareList(list string) ([]Square, error) {
	var squares []Square
	for s, err := range listedSquares(list) {
		if err != nil {
			return nil, err
		}
		squares = append(squares, s)
	}
	return squares, nil
}

// task makes a task of the board, unless the queens cannot be placed there or the weight
// cannot be the size of an orbit.
func (s *Solver) task(placed []Square, weight uint64) (Task, error) {
	n := len(s.open)
	symmetries := s.order()
	if s.translates() {
		symmetries *= uint64(n)
	}
	if weight == 0 || symmetries%weight != 0 {
		return Task{}, fmt.Errorf("weight %d is not the size of an orbit under %d symmetries", weight, symmetries)
	}
	b := board{slices.Clone(s.open), s.torus}
	queens := slices.Clone(s.given)
	for _, queen := range placed {
		if queen.Row >= n || queen.Col >= n {
			return Task{}, fmt.Errorf("placed queen %v is off the %d×%d board", queen, n, n)
		}
		if b.open[queen.Row]>>queen.Col&1 == 0 || queens[queen.Row] != Empty {
			return Task{}, fmt.Errorf("placed queen %v is attacked or on a blocked square", queen)
		}
		queens[queen.Row] = queen.Col
		b.place(queen)
	}
	return Task{s, newPiece(queens, weight)}, nil
}
