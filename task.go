package queens

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

	"example.com/queens/internal/join"
	"example.com/queens/internal/kernel"
	"example.com/queens/internal/words"
	"example.com/queens/internal/work"
)

// A Task is an independent part of a count: the solutions of one board that contain certain
// queens or, on empty boards from n = 18 on, those whose queens in the upper half stand in
// certain columns. [Board.Tasks] makes tasks. The text of a Task is all that another program
// needs to count it. The zero Task has no solutions, and no text.
type Task struct {
	pieces taskPieces // nil in the zero Task
	index  int
}

// taskPieces are pieces that can be written down: crosses, or those of a join.
type taskPieces interface {
	work.Job
	// Check counts a small part of a piece in two ways, and returns an error if they differ.
	Check(i int, k *kernel.Kernel, rng *rand.Rand, stop *atomic.Bool) error
	text(i int) string
}

// joinPieces are pieces of a join.
type joinPieces struct{ *join.Pieces }

// Tasks cuts the count into tasks whose counts add up to b.Count. There are at least as many
// as asked for, unless each is a single solution, up to symmetry. The tasks of a board are the
// same on all machines. Those with certain queens are sorted by the number of these, the fewest
// first, so that the first tend to take longest; those with certain columns take about the same
// time each.
//
// There are 12283 sets of columns at n = 18, 677294 at n = 24 and 10034104 at n = 28, up to
// symmetry. One of the latter takes a minute on average, and hardly ever more than four. If
// more tasks than that are asked for, they are tasks with certain queens, which take ten times
// as long in all.
//
// Tasks takes about a microsecond and a few hundred bytes for each task with certain queens,
// and a few hundredths of a second for any number of tasks with certain columns. A cancelled
// context ends it within milliseconds, with the context's error.
func (b *Board) Tasks(ctx context.Context, atLeast int) (*TaskList, error) {
	list := &TaskList{board: b.String()}
	err := untilDone(ctx, func(stop *atomic.Bool) (err error) {
		if b.joinable(tasksJoinFrom) {
			p, err := join.Cut(b.N(), atLeast, stop)
			if err != nil {
				return err
			}
			if p.Len() >= atLeast {
				list.pieces = joinPieces{p}
				return nil
			}
		}
		list.pieces, err = b.cut(stop, atLeast)
		return err
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

// tasksJoinFrom is the size of the smallest empty board with tasks of the join. It is the same
// on all machines, so they all cut a count alike.
const tasksJoinFrom = 18

// A TaskList has the tasks that a count is cut into. [Board.Tasks] makes one. Tasks with
// certain columns are made when they are asked for, so that millions take no more memory than a
// few. A TaskList never changes, and goroutines may share it. The zero TaskList has no tasks.
type TaskList struct {
	board  string     // as text
	pieces taskPieces // or nil
}

// Len returns the number of tasks.
func (l *TaskList) Len() int {
	if l.pieces == nil {
		return 0
	}
	return l.pieces.Len()
}

// All returns an iterator over the tasks, in the order of their indices.
func (l *TaskList) All() iter.Seq[Task] {
	return func(yield func(Task) bool) {
		for i := range l.Len() {
			if !yield(l.At(i)) {
				return
			}
		}
	}
}

// String returns what l has: "1000 tasks of n=28". The zero TaskList has "no tasks".
func (l *TaskList) String() string {
	if l.Len() == 0 {
		return "no tasks"
	}
	return fmt.Sprintf("%s of %s", words.Plural(l.Len(), "task"), l.board)
}

// At returns the task with an index from 0 to Len-1, in less than a microsecond. It panics if
// there is none.
func (l *TaskList) At(i int) Task {
	if i < 0 || i >= l.Len() {
		panic(fmt.Sprintf("queens: no task %d in a list of %d", i, l.Len()))
	}
	return Task{l.pieces, i}
}

// Count returns the number of solutions that t stands for. It runs on one goroutine, in the
// memory that t.Memory tells; on empty boards from n = 18 on it keeps lists for later tasks
// there.
//
// A cancelled context ends it within milliseconds, with the context's error. The error is
// [ErrOverflow] if the number is 2⁶⁴ or more.
func (t Task) Count(ctx context.Context) (uint64, error) { return t.count(ctx, kernel.Fastest()) }

func (t Task) count(ctx context.Context, k *kernel.Kernel) (solutions uint64, err error) {
	if t.pieces == nil {
		return 0, ctx.Err()
	}
	err = untilDone(ctx, func(stop *atomic.Bool) (err error) {
		w := t.pieces.NewWorker(k)
		defer w.Release()
		solutions, err = w.Count(t.index, stop)
		return err
	})
	return solutions, err
}

// Check counts a small part of t, drawn at random, in two ways, and returns an error if they
// differ: as Count does, and by a search row by row that shares nothing with it except the
// board. So it can reveal a fault in a method, in assembly or in a processor where there is no
// known total to compare with. It says nothing about a result that was counted elsewhere.
//
// One check finds common faults, many checks find rare ones: if one finds a fault with
// probability p, then k checks miss it with probability (1-p)^k. A processor that loses one
// solution in 64 fails half of the checks at n = 16, and nine in ten at n = 22; one that loses
// one in 512 fails a tenth of them, and more than half.
//
// A check takes some milliseconds. Of a large empty board it checks one set of columns, in
// 4 ms at n = 20 and 65 ms at n = 24. If rng is nil, the seed is drawn at random. A cancelled
// context ends it within milliseconds, with the context's error.
func (t Task) Check(ctx context.Context, rng *rand.Rand) error {
	return t.check(ctx, rng, kernel.Fastest())
}

func (t Task) check(ctx context.Context, rng *rand.Rand, k *kernel.Kernel) error {
	if t.pieces == nil {
		return ctx.Err()
	}
	return untilDone(ctx, func(stop *atomic.Bool) error {
		err := t.pieces.Check(t.index, k, orRandom(rng), stop)
		if errors.Is(err, work.ErrStopped) {
			return err
		}
		return prefixed(err)
	})
}

// Memory returns how many bytes t.Count takes at most: 8 MB, and on empty boards 40 MB at
// n = 18, 160 MB at n = 20, half a gigabyte at n = 24 to 26, 1 GB at n = 27 and 1.3 GB at
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
		return 1e9
	}
	return 1.3e9
}

// Cost estimates how long t takes to count, in a unit that all tasks from one call of
// [Board.Tasks] have in common: a task's share of the sum of all costs is its share of the
// time. For a single task it may be off by a factor of two or three, for a hundred together by
// some percent. Cost takes some microseconds. The zero Task costs nothing.
func (t Task) Cost() float64 {
	if t.pieces == nil {
		return 0
	}
	return t.pieces.Cost(t.index)
}

// The first word of a task's text: of one with certain queens, and of one with certain columns.
const (
	placedFormat = "queens-task/1"
	joinedFormat = "queens-task/4"
)

// MarshalText returns t as one line of words with a space between them:
//
//	queens-task/1 n=8 given=b4 blocked=a1,h8 placed=d5 weight=1 crc32=7c092622
//
// They are the format and its version; the size of the board; torus on a toroidal board; the
// given queens, blocked squares and the task's other queens, row by row, each left out if there
// are none; how many solutions each one found stands for; and the IEEE CRC-32 of all before its
// space.
//
// Large boards without constraints are not cut by queens but by sets of columns, those of the
// queens in the upper half:
//
//	queens-task/4 n=20 columns=0xae865 sets=111 crc32=748b5145
//
// The bits of the number are columns, a the lowest. The task is this set and those that follow
// it in the order of the library, as many as sets says. Each solution with one of these sets
// stands for its images, too. On boards of odd size the sets with a queen in the centre come
// first: if the first set is one of them, that queen is placed. In the others there is none,
// and the set has the column of the queen of the middle row, too, and not the middle column.
//
// It is an error to write the zero Task.
func (t Task) MarshalText() ([]byte, error) {
	if t.pieces == nil {
		return nil, errors.New("queens: cannot write the zero task")
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
		return fmt.Errorf("queens: cannot read task: %w", err)
	}
	*t = task
	return nil
}

// UnmarshalJSON reads a task as UnmarshalText does, from a string. Null is an error.
func (t *Task) UnmarshalJSON(data []byte) error { return words.ReadName(data, "queens: task", t) }

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
func (p *crosses) text(i int) string {
	c := p.list[i]
	placed := words.List("placed", func(yield func(Square) bool) {
		for queen := range c.queens.Queens() {
			if p.board.given[queen.Row] == Empty && !yield(queen) {
				return
			}
		}
	})
	return words.Join(placedFormat, p.board.String(), placed, fmt.Sprintf("weight=%d", c.weight))
}

// readWords reads a task's words: the placed queens, if there are any, the numbers with certain
// names, and all others as a board.
func readWords(text string, names ...string) (b *Board, placed []Square, numbers []uint64, err error) {
	fields := make(map[string]string)
	var others []string
	for word := range strings.FieldsSeq(text) {
		if name, value, _ := strings.Cut(word, "="); name == "placed" || slices.Contains(names, name) {
			fields[name] = value
		} else {
			others = append(others, word)
		}
	}
	b, wrong := parseBoard(strings.Join(others, " "))
	if wrong != nil {
		return nil, nil, nil, wrong.Err
	}
	if list, ok := fields["placed"]; ok {
		if placed, err = parseSquareList(list); err != nil {
			return nil, nil, nil, err
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

// parseCross reads a cross of a board, unless the queens cannot be placed there or the weight
// cannot be the size of an orbit.
func parseCross(text string) (taskPieces, error) {
	b, placed, numbers, err := readWords(text, "weight")
	if err != nil {
		return nil, err
	}
	n, weight := b.N(), numbers[0]
	moves := b.order()
	if b.start.translates() {
		moves *= uint64(n)
	}
	if weight == 0 || moves%weight != 0 {
		return nil, fmt.Errorf("weight %d is not the size of an orbit under %d symmetries", weight, moves)
	}
	left := b.start
	queens := slices.Clone(b.given)
	for _, queen := range placed {
		if err := queen.checkOn(n); err != nil {
			return nil, fmt.Errorf("placed queen %w", err)
		}
		if left.open[queen.Row]>>queen.Col&1 == 0 || queens[queen.Row] != Empty {
			return nil, fmt.Errorf("placed queen %v is attacked or on a blocked square", queen)
		}
		queens[queen.Row] = queen.Col
		left = left.with(queen)
	}
	return &crosses{b, []cross{{queens, weight}}}, nil
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
func centre(n int) []Square { return []Square{{n / 2, n / 2}} }

// parseJoinPiece reads a piece of a join.
func parseJoinPiece(text string) (taskPieces, error) {
	b, placed, numbers, err := readWords(text, "columns", "sets")
	if err != nil {
		return nil, err
	}
	n, sets := b.N(), numbers[1]
	if !b.joinable(join.MinN) {
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
