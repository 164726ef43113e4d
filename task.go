package queens

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
)

// A Task is an independent part of a count: the solutions of one board that contain
// certain queens, or, on empty boards from n = 18 on, those whose upper halves have
// certain columns. [Board.Tasks] makes them. A Task can be written down and counted in
// another program; all that it needs is in its text. The zero Task has no solutions, and
// no text.
type Task struct {
	solver *Board
	piece  *piece     // nil if it is one of a join
	joined *joinPiece // or nil
}

// Tasks cuts the count into tasks whose counts add up to s.Count. They are at
// least as many as asked for, unless cutting ends before: at tasks of one solution
// each, up to symmetry. The tasks of a board are the same on all machines. Those with
// certain queens come in the order of their number, the fewest first, and tend to be
// larger for it; those with certain columns take about the same time each. There are
// 12283 sets of columns at n = 18 and 677294 at n = 24, up to symmetry: who asks for
// more tasks gets those with certain queens, which take ten times as long in all.
//
// It takes about a microsecond a task, and up to a second for empty boards of up to
// n = 28, and memory for those that it has cut. A cancelled context ends it within
// milliseconds, with the context's error.
func (b *Board) Tasks(ctx context.Context, atLeast int) ([]Task, error) {
	if b.joins(tasksJoinFrom) {
		pieces, err := newJoin(len(b.start.open)).pieces(ctx, atLeast)
		if err != nil || len(pieces) >= atLeast {
			return eachTask(pieces, func(p *joinPiece) Task { return Task{solver: b, joined: p} }), err
		}
	}
	pieces, err := b.pieces(ctx, atLeast)
	return eachTask(pieces, func(p *piece) Task { return Task{solver: b, piece: p} }), err
}

// tasksJoinFrom is the size of the smallest empty board with tasks of the join. It is
// the same on all machines, so that all cut a count alike.
const tasksJoinFrom = 18

func eachTask[P any](pieces []P, task func(P) Task) []Task {
	tasks := make([]Task, len(pieces))
	for i, p := range pieces {
		tasks[i] = task(p)
	}
	return tasks
}

// Count returns the number of solutions that t stands for. It runs on one goroutine, in
// at most 8 MB of memory; or, on empty boards from n = 18 on, in some 100 MB up to
// n = 21 and up to a gigabyte beyond. There it keeps lists for the next task.
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
	solutions, err := t.countUntil(stop, k)
	if err == errStopped {
		return 0, ctx.Err()
	}
	return solutions, err
}

func (t Task) countUntil(stop *atomic.Bool, k *kernel) (uint64, error) {
	if t.joined != nil {
		c := takeJoiner(k, t.solver.N())
		defer c.release()
		return c.count(t.joined, stop)
	}
	c := t.solver.newCounter(k)
	defer c.release()
	return c.weighted(t.piece, stop)
}

// The first word of a task's text: of one that contains certain queens, and of one
// of a join.
const (
	taskFormat   = "queens-task/1"
	joinedFormat = "queens-task/2"
)

// MarshalText returns t as one line of words with a space between them:
//
//	queens-task/1 n=8 given=b4 blocked=a1,h8 placed=d5 weight=1 crc32=7c092622
//
// They are the format and its version; the size of the board; torus on a toroidal
// board; the given queens, blocked squares and the task's other queens, row by
// row, each left out if there are none; how many solutions each one found
// stands for; and the IEEE CRC-32 of all before its space.
//
// Large boards without constraints are not cut by queens but by sets of columns, those
// of the queens in the upper half:
//
//	queens-task/2 n=20 columns=0xea4b8 sets=190 crc32=0c831427
//
// The bits of the number are columns, a the lowest. It stands for this set and those
// that follow it in the order of the library, as many as sets says. On boards of odd
// size the queen of the middle row is placed, and the middle column is in no set.
//
// It is an error to write the zero Task.
func (t Task) MarshalText() ([]byte, error) {
	if t.solver == nil {
		return nil, errors.New("queens: cannot write the zero task")
	}
	s := t.solver
	if t.joined != nil {
		return t.joinedText(), nil
	}
	b := fmt.Appendf(nil, "%s %v", taskFormat, s)
	b = appendSquares(b, "placed", func(yield func(Square) bool) {
		for queen := range t.piece.queens(len(s.start.open)).Queens() {
			if s.given[queen.Row] == Empty && !yield(queen) {
				return
			}
		}
	})
	return withChecksum(fmt.Appendf(b, " weight=%d", t.piece.weight)), nil
}

func withChecksum(b []byte) []byte { return fmt.Appendf(b, " crc32=%08x", crc32.ChecksumIEEE(b)) }

// joinedText is the text of a task of a join.
func (t Task) joinedText() []byte {
	s := newSeam(t.solver.N())
	b := fmt.Appendf(nil, "%s %v", joinedFormat, t.solver)
	b = appendSquares(b, "placed", slices.Values(s.frames()[t.joined.frame].queens))
	return withChecksum(fmt.Appendf(b, " columns=%#x sets=%d", s.columns(t.joined.first), t.joined.sets))
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
	if format != taskFormat && format != joinedFormat {
		return Task{}, fmt.Errorf("it starts with %s, want %q or %q", excerpt(format), taskFormat, joinedFormat)
	}
	body, sum, ok := strings.Cut(text, " crc32=")
	if !ok {
		return Task{}, errors.New("it has no checksum")
	}
	if want := fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(body))); sum != want {
		return Task{}, fmt.Errorf("its checksum is %s, want %q", excerpt(sum), want)
	}
	task, err := parseTaskBody(format, body)
	if err != nil {
		return Task{}, err
	}
	if standard, _ := task.MarshalText(); string(standard) != text {
		return Task{}, fmt.Errorf("it is not in standard form, which is %q", standard)
	}
	return task, nil
}

// parseTaskBody reads the words up to the checksum.
func parseTaskBody(format, body string) (Task, error) {
	var weight, columns uint64
	var sets int
	var placed []Square
	joined := format == joinedFormat
	_, words, _ := strings.Cut(body, " ")
	s, err := parseBoardWords(words, func(name, value string) (err error) {
		switch {
		case name == "placed":
			placed, err = parseSquareList(value)
		case name == "weight" && !joined:
			weight, err = strconv.ParseUint(value, 10, 64)
		case name == "columns" && joined:
			columns, err = strconv.ParseUint(value, 0, 64)
		case name == "sets" && joined:
			sets, err = strconv.Atoi(value)
		default:
			return errUnknownWord
		}
		return err
	})
	switch {
	case err != nil:
		return Task{}, err
	case joined:
		return s.joinedTask(placed, columns, sets)
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
func (s *Board) task(placed []Square, weight uint64) (Task, error) {
	n := len(s.start.open)
	symmetries := s.order()
	if s.start.translates() {
		symmetries *= uint64(n)
	}
	if weight == 0 || symmetries%weight != 0 {
		return Task{}, fmt.Errorf("weight %d is not the size of an orbit under %d symmetries", weight, symmetries)
	}
	b := bitboard{slices.Clone(s.start.open), s.start.torus}
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
	return Task{solver: s, piece: newPiece(queens, weight)}, nil
}

// joinedTask checks that there are so many sets of columns, from the first one on.
func (b *Board) joinedTask(placed []Square, columns uint64, sets int) (Task, error) {
	n := len(b.start.open)
	if n < minJoin || n > maxBlockRows || b.start.torus || !b.start.unconstrained() {
		return Task{}, fmt.Errorf("only empty boards of size %d to %d have tasks with columns", minJoin, maxBlockRows)
	}
	j := newJoin(n)
	frame := slices.IndexFunc(j.frames, func(f frame) bool { return slices.Equal(f.queens, placed) })
	if frame < 0 {
		return Task{}, fmt.Errorf("placed queens %v do not go with columns", placed)
	}
	p := j.piece(frame, j.columnSet(columns), sets)
	if p == nil {
		return Task{}, fmt.Errorf("there are no %d sets of columns from %#x on", sets, columns)
	}
	return Task{solver: b, joined: p}, nil
}
