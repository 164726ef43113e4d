// Package tasks cuts a long count into tasks for many machines.
//
//	board, _ := queens.New(20)
//	list, err := tasks.Cut(ctx, board, 1000)
//	for i, task := range list.All() {
//		text, err := task.MarshalText() // one line, to be sent to another machine
//		…
//	}
//
// The other machine reads the task with [Task.UnmarshalText] and counts it with [Task.Count]. The
// sum of all counts is the number of solutions; [CensusOf] turns it into a census.
//
// There are two kinds of tasks. A task with certain queens has the solutions that contain these
// queens. A task with certain columns has the solutions whose upper half has its queens in one of
// certain sets of columns; only empty plain boards of 18 to 32 rows have such tasks, and these take
// less time.
package tasks

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"example.com/queens"
	"example.com/queens/internal/cross"
	"example.com/queens/internal/join"
	"example.com/queens/internal/kernel"
	"example.com/queens/internal/words"
	"example.com/queens/internal/work"
)

// A Task is an independent part of a count: the solutions of one board that contain certain queens
// or, on empty plain boards of 18 to 32 rows, the solutions whose upper half has its queens in
// certain columns. [Cut] makes tasks. The text of a Task is all that another program needs to count
// it. The zero Task has no solutions, and no text.
type Task struct {
	pieces taskPieces // nil in the zero Task
	index  int
}

// taskPieces are pieces that can be written down: crosses, or the pieces of a join.
type taskPieces interface {
	Len() int
	Cost(i int) float64
	On(k *kernel.Kernel) work.Job
	// Check counts a small part of a piece in two ways, and returns an error if they differ.
	Check(i int, k *kernel.Kernel, rng *rand.Rand, stop *atomic.Bool) error
	text(i int) string
}

// joinPieces are pieces of a join.
type joinPieces struct{ *join.Pieces }

// crossPieces are crosses of a board.
type crossPieces struct {
	*cross.Pieces
	board string // as text
	given []int  // the columns of its given queens, or queens.Empty
}

// Cut cuts the count of b into tasks whose counts add up to b.Count. There are at least as many as
// asked for, often many more. There are fewer only if each is a single solution, up to symmetry,
// and so there may be none on a board without solutions. The tasks of a board are the same on all
// machines. Tasks with certain queens are sorted by the number of queens, the fewest first, so that
// the first tasks tend to take longest. Tasks with certain columns take about the same time each.
// If atLeast is 0, the size of the board decides how many tasks there are: 200 up to n = 17, 50 000
// at n = 24, ten million at n = 28. Each of them takes so short a time that a machine which fails
// loses little.
//
// There are 12283 sets of columns at n = 18, 677294 at n = 24 and 10034104 at n = 28, up to
// symmetry. If more tasks than that are asked for, Cut makes tasks with certain queens instead;
// together they take ten times as long.
//
// Cut takes time and memory for each task with certain queens, but hardly any for tasks with certain
// columns. A cancelled context ends it within milliseconds, with the context's error.
func Cut(ctx context.Context, b *queens.Board, atLeast int) (*List, error) {
	list, c := new(List), cross.New(b)
	if atLeast == 0 {
		atLeast = suitable(c)
	}
	err := work.UntilDone(ctx, func(stop *atomic.Bool) (err error) {
		if c.N() >= joinFrom && join.Counts(c.Board) {
			if p := join.Cut(c.N(), atLeast, stop); p.Len() >= atLeast {
				list.pieces = joinPieces{p}
				return nil
			}
		}
		list.pieces = crossPieces{cross.Cut(c, atLeast, stop), b.String(), c.Given}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

// suitable returns how many tasks suit a board: enough for each to be short, as far as the list of
// pieces allows. A list of crosses is kept in memory, so there are not millions of crosses.
func suitable(b cross.Board) int {
	switch n := b.N(); {
	case n <= 17:
		return 200
	case n <= 20:
		return 1000
	case n <= 22:
		return 5000
	case n == 23:
		return 20_000
	case n == 24:
		return 50_000
	case !join.Counts(b.Board):
		return 200_000
	case n == 25:
		return 500_000
	case n == 26:
		return 2_500_000
	}
	return 10_000_000
}

// joinFrom is the size of the smallest empty board with tasks of the join. It is the same
// on all machines, so they all cut a count alike.
const joinFrom = 18

// A List has the tasks of a count. [Cut] makes one. Tasks with certain columns are made on demand,
// so that millions take no more memory than a few. A List never changes, and goroutines may share
// it. The zero List has no tasks.
type List struct {
	pieces taskPieces // nil in the zero List
}

// Len returns the number of tasks.
func (l *List) Len() int {
	if l.pieces == nil {
		return 0
	}
	return l.pieces.Len()
}

// All returns an iterator over the indices and the tasks, in order.
func (l *List) All() iter.Seq2[int, Task] {
	return func(yield func(int, Task) bool) {
		for i := range l.Len() {
			if !yield(i, l.At(i)) {
				return
			}
		}
	}
}

// At returns the task with an index from 0 to Len-1. It panics if
// there is none.
func (l *List) At(i int) Task {
	if i < 0 || i >= l.Len() {
		panic(fmt.Sprintf("tasks: no task %d in a list of %d", i, l.Len()))
	}
	return Task{l.pieces, i}
}

// CensusOf returns the census of a board whose solutions tasks have counted: total is the sum of
// [Task.Count] over all tasks. It searches for the solutions that a rotation leaves unchanged, on
// one goroutine, which takes far less time than the count.
//
// All other solutions form orbits that have as many solutions as the board has symmetries. It is an
// error if their number is not a multiple of that: then total is wrong. This is a weak check on a
// long count. On an empty board it catches seven of eight random errors, such as slips in adding
// up, but not solutions that were left out, which come in multiples of 8. [Task.SelfTest] detects
// more.
//
// A cancelled context ends it within milliseconds, with the context's error.
func CensusOf(ctx context.Context, b *queens.Board, total uint64) (queens.Census, error) {
	census, c := queens.Census{All: total}, cross.New(b)
	err := work.UntilDone(ctx, func(stop *atomic.Bool) (err error) {
		census.Fundamental, census.Orbits, err = c.Orbits(total, stop)
		return err
	})
	switch {
	case err == nil:
		return census, nil
	case ctx.Err() != nil:
		return queens.Census{}, err
	}
	return queens.Census{}, fmt.Errorf("tasks: %w", err)
}

// Count returns the number of solutions that t stands for. It runs on one goroutine, and takes at
// most [Task.Memory] bytes. On empty boards from n = 18 on it keeps lists for later tasks in this
// memory.
//
// A cancelled context ends it within milliseconds, with the context's error. The error is
// [queens.ErrOverflow] if the number is 2⁶⁴ or more.
func (t Task) Count(ctx context.Context) (uint64, error) { return t.count(ctx, kernel.Fastest()) }

func (t Task) count(ctx context.Context, k *kernel.Kernel) (solutions uint64, err error) {
	if t.pieces == nil {
		return 0, ctx.Err()
	}
	err = work.UntilDone(ctx, func(stop *atomic.Bool) (err error) {
		w := t.pieces.On(k).NewWorker()
		defer w.Release()
		solutions, err = w.Count(t.index, stop)
		return err
	})
	if err != nil {
		return 0, err
	}
	return solutions, nil
}

// SelfTest counts a small part of t, drawn at random, in two ways, and returns an error if they
// differ: as Count does, and by a search row by row that shares nothing with it except the
// board. So it can reveal a fault in a method, in assembly or in a processor where there is no
// known total to compare with. It says nothing about a result that was counted elsewhere.
//
// One test finds common faults, many tests find rare ones: if one finds a fault with probability p,
// then k tests miss it with probability (1-p)^k. A processor that loses one solution in 64 fails
// six in ten tests at n = 18, and more than eight in ten at n = 22; a processor that loses one in 512
// fails a quarter of the tests at n = 18, and seven in ten at n = 22.
//
// A test takes a tiny part of the time of most tasks: of a large empty board it counts one set of
// columns. If rng is nil, the seed is drawn at random. A cancelled
// context ends it within milliseconds, with the context's error.
func (t Task) SelfTest(ctx context.Context, rng *rand.Rand) error {
	return t.selfTest(ctx, rng, kernel.Fastest())
}

func (t Task) selfTest(ctx context.Context, rng *rand.Rand, k *kernel.Kernel) error {
	if t.pieces == nil {
		return ctx.Err()
	}
	return work.UntilDone(ctx, func(stop *atomic.Bool) error {
		if err := t.pieces.Check(t.index, k, work.Rand(rng), stop); err != nil {
			return fmt.Errorf("tasks: %v: %w", t, err)
		}
		return nil
	})
}

// Memory returns how many bytes t.Count takes at most: 8 MB, and on empty boards 40 MB at
// n = 18, 160 MB at n = 20, half a gigabyte at n = 24 to 26, 1.2 GB at n = 27 and 1.6 GB at
// n = 28.
func (t Task) Memory() uint64 {
	p, isJoin := t.pieces.(joinPieces)
	switch {
	case !isJoin:
		return 8e6 // it keeps no lists
	case p.N() == 18:
		return 40e6
	case p.N() <= 20:
		return 160e6
	case p.N() <= 26:
		return 500e6
	case p.N() == 27:
		return 1.2e9
	}
	return 1.6e9
}

// Cost estimates how long t takes to count, in a unit that all tasks from one call of
// [Cut] have in common: a task's share of the sum of all costs is its share of the
// time. For a single task it may be off by a factor of two or three, for a hundred together by
// some percent. The zero Task costs nothing.
func (t Task) Cost() float64 {
	if t.pieces == nil {
		return 0
	}
	return t.pieces.Cost(t.index)
}

// The first word of the text of a task with certain queens, and of a task with certain columns.
const (
	placedFormat = "queens-task/1"
	joinedFormat = "queens-task/4"
)

// MarshalText returns t as one line of words with a space between them:
//
//	queens-task/1 n=8 given=b4 blocked=a1,h8 placed=d5 weight=1 crc32=7c092622
//
// They are the format and its version; the size of the board; torus on a toroidal board; the given
// queens, blocked squares and the task's other queens, row by row, each left out if there are none;
// the number of solutions that each solution found stands for; and the IEEE CRC-32 of the text
// before the last space.
//
// The text of a task with certain columns has a set of columns, those of the queens in the upper
// half:
//
//	queens-task/4 n=20 columns=0xae865 sets=111 crc32=748b5145
//
// Each bit of the number stands for a column, the lowest bit for column a. The task has this set
// and those that follow it in an order that the library fixes; sets is the number of all of them.
// Each solution with one of these sets stands for its images, too.
//
// On boards of odd size, the sets for boards with a queen in the centre come first. If the first
// set of the task is one of them, the text names this queen as placed. The other sets are for
// boards without a queen in the centre: they also have the column of the queen in the middle row,
// and never have the middle column.
//
// It is an error to write the zero Task.
func (t Task) MarshalText() ([]byte, error) {
	if t.pieces == nil {
		return nil, errors.New("tasks: cannot write the zero task")
	}
	text := t.pieces.text(t.index)
	return fmt.Appendf(nil, "%s crc32=%s", text, checksum(text)), nil
}

// String returns the text of t, or "no task" for the zero Task.
func (t Task) String() string {
	text, err := t.MarshalText()
	if err != nil {
		return "no task"
	}
	return string(text)
}

// UnmarshalText sets t to the task that MarshalText wrote as text. If the text is damaged or
// of another version, or if no such task exists, it returns an error that says so, and leaves t
// alone.
func (t *Task) UnmarshalText(text []byte) error {
	task, err := parseTask(string(text))
	if err != nil {
		return fmt.Errorf("tasks: cannot read task: %w", err)
	}
	*t = task
	return nil
}

func parseTask(text string) (Task, error) {
	format, _, _ := strings.Cut(text, " ")
	if format != placedFormat && format != joinedFormat {
		return Task{}, fmt.Errorf("it starts with %s, want %q or %q", words.Excerpt(format), placedFormat, joinedFormat)
	}
	body, sum, ok := strings.Cut(text, " crc32=")
	if !ok {
		return Task{}, errors.New("it has no checksum")
	}
	if want := checksum(body); sum != want {
		return Task{}, fmt.Errorf("its checksum is %s, want %q", words.Excerpt(sum), want)
	}
	_, rest, _ := strings.Cut(body, " ")
	parse := parseCross
	if format == joinedFormat {
		parse = parseJoinPiece
	}
	p, err := parse(rest)
	if err != nil {
		return Task{}, err
	}
	task := Task{p, 0}
	if standard, _ := task.MarshalText(); string(standard) != text {
		return Task{}, fmt.Errorf("it is not in standard form, which is %q", standard)
	}
	return task, nil
}

func checksum(text string) string { return fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(text))) }

// text returns the text of a cross without the checksum.
func (p crossPieces) text(i int) string {
	c := p.At(i)
	placed := words.List("placed", func(yield func(queens.Square) bool) {
		for queen := range queens.Placement(c.Queens).Queens() {
			if p.given[queen.Row] == queens.Empty && !yield(queen) {
				return
			}
		}
	})
	return words.Join(placedFormat, p.board, placed, fmt.Sprintf("weight=%d", c.Weight))
}

// readWords reads a task's words: the placed queens, if there are any, the numbers with certain
// names, and all others as a board.
func readWords(text string, names ...string) (b *queens.Board, placed []queens.Square, numbers []uint64, err error) {
	fields := make(map[string]string)
	var others []string
	for word := range strings.FieldsSeq(text) {
		if name, value, _ := strings.Cut(word, "="); name == "placed" || slices.Contains(names, name) {
			fields[name] = value
		} else {
			others = append(others, word)
		}
	}
	b, err = queens.ParseBoard(strings.Join(others, " "))
	if err != nil {
		return nil, nil, nil, bare(err)
	}
	if list, ok := fields["placed"]; ok {
		for name := range strings.SplitSeq(list, ",") {
			square, err := queens.ParseSquare(name)
			if err != nil {
				return nil, nil, nil, bare(err)
			}
			placed = append(placed, square)
		}
	}
	for _, name := range names {
		number, err := strconv.ParseUint(fields[name], 0, 64)
		if err != nil {
			return nil, nil, nil, fmt.Errorf("%s is %s, want a number", name, words.Excerpt(fields[name]))
		}
		numbers = append(numbers, number)
	}
	return b, placed, numbers, nil
}

// bare returns what is wrong in a [queens.ParseError], without the line.
func bare(err error) error {
	if wrong, ok := errors.AsType[*queens.ParseError](err); ok {
		return wrong.Err
	}
	return err
}

// parseCross reads a cross of a board, unless the queens cannot be placed there or the weight
// cannot be the size of an orbit.
func parseCross(text string) (taskPieces, error) {
	b, placed, numbers, err := readWords(text, "weight")
	if err != nil {
		return nil, err
	}
	c, weight := cross.New(b), numbers[0]
	if most := c.MostWeight(); weight == 0 || most%weight != 0 {
		return nil, fmt.Errorf("weight %d is not the size of an orbit under %d symmetries", weight, most)
	}
	left, columns := c.WithAll(nil), slices.Clone(c.Given) // copies
	for _, queen := range placed {
		if max(queen.Row, queen.Col) >= c.N() {
			return nil, fmt.Errorf("placed queen %v is off the %d×%[2]d board", queen, c.N())
		}
		if left.Open[queen.Row]>>queen.Col&1 == 0 || columns[queen.Row] != queens.Empty {
			return nil, fmt.Errorf("placed queen %v is attacked or on a blocked square", queen)
		}
		columns[queen.Row] = queen.Col
		left.Place(queen.Row, queen.Col)
	}
	return crossPieces{cross.Piece(c, cross.Cross{Queens: columns, Weight: weight}), b.String(), c.Given}, nil
}

// text returns the text of a piece of a join without the checksum.
func (p joinPieces) text(i int) string {
	name := p.Name(i)
	placed := ""
	if name.Centred {
		placed = words.List("placed", slices.Values(centre(name.N)))
	}
	return words.Join(joinedFormat, fmt.Sprintf("n=%d", name.N), placed, fmt.Sprintf("columns=%#x sets=%d", name.Columns, name.Sets))
}

// centre returns the square in the centre of a board of odd size.
func centre(n int) []queens.Square { return []queens.Square{{Row: n / 2, Col: n / 2}} }

// parseJoinPiece reads a piece of a join.
func parseJoinPiece(text string) (taskPieces, error) {
	b, placed, numbers, err := readWords(text, "columns", "sets")
	if err != nil {
		return nil, err
	}
	n, sets := b.N(), numbers[1]
	if !join.Counts(cross.New(b).Board) {
		return nil, fmt.Errorf("only empty boards of size %d to %d have tasks with columns", join.MinN, kernel.MaxRows)
	}
	if placed != nil && (n%2 == 0 || !slices.Equal(placed, centre(n))) {
		return nil, fmt.Errorf("no task with columns has the placed queens %v", placed)
	}
	p, err := join.Named(join.Name{N: n, Centred: placed != nil, Columns: numbers[0], Sets: int(min(sets, math.MaxInt))})
	if err != nil {
		return nil, err
	}
	return joinPieces{p}, nil
}
