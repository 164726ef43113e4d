package queens

import (
	"cmp"
	"context"
	"fmt"
	"hash/crc32"
	"iter"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A Task is an independent part of a count: the solutions of one board that
// contain certain queens. [Solver.Tasks] makes them. A Task can be written down
// and counted in another program; all that it needs is in its text. The zero
// Task has no solutions.
type Task struct {
	solver *Solver // nil in the zero Task
	piece
}

// Tasks cuts the count into tasks whose counts add up to s.Count. They are at
// least as many as asked for; a board that cannot be cut into so many gives one
// for each of its solutions, up to symmetry. The larger tasks come first, those
// with the fewest queens.
//
// It takes about a microsecond a task.
func (s *Solver) Tasks(atLeast int) []Task {
	pieces, _ := s.pieces(context.Background(), atLeast) // no error: nobody cancels
	tasks := make([]Task, len(pieces))
	for i, p := range pieces {
		tasks[i] = Task{s, p}
	}
	return tasks
}

// Count returns the number of solutions that t stands for: those that contain its
// queens, times its weight. It runs on one goroutine, in at most 8 MB of memory.
//
// A cancelled context ends it within milliseconds, with the context's error. The
// error is [ErrOverflow] if the number is 2⁶⁴ or more.
func (t Task) Count(ctx context.Context) (uint64, error) {
	return t.count(ctx, fastest())
}

func (t Task) count(ctx context.Context, k kernel) (uint64, error) {
	if err := ctx.Err(); err != nil || t.solver == nil {
		return 0, err
	}
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	c := t.solver.newCounter(k)
	defer c.release()
	solutions, done := c.count(t.piece, &stop)
	if !done {
		return 0, ctx.Err()
	}
	total, ok := addTimes(0, solutions, t.weight)
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
// stands for; and the IEEE CRC-32 of all before its space. The error is always
// nil.
func (t Task) MarshalText() ([]byte, error) {
	s := cmp.Or(t.solver, emptyBoard)
	b := fmt.Appendf(nil, "%s n=%d", taskFormat, len(s.open))
	if s.torus {
		b = append(b, " torus"...)
	}
	b = appendSquares(b, "given", s.given.Queens())
	b = appendSquares(b, "blocked", s.blocked.squares())
	b = appendSquares(b, "placed", func(yield func(Square) bool) {
		for queen := range t.queens().Queens() {
			if s.given[queen.Row] == Empty && !yield(queen) {
				return
			}
		}
	})
	b = fmt.Appendf(b, " weight=%d", t.weight)
	return fmt.Appendf(b, " crc32=%08x", crc32.ChecksumIEEE(b)), nil
}

// emptyBoard is the board of the zero Task.
var emptyBoard = &Solver{group: symmetries()}

func appendSquares(b []byte, name string, squares iter.Seq[Square]) []byte {
	separator := " " + name + "="
	for s := range squares {
		b = append(b, separator...)
		b = append(b, s.String()...)
		separator = ","
	}
	return b
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
		return Task{}, fmt.Errorf("it has no checksum")
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

// parseTaskBody reads the words up to the checksum, in any order.
func parseTaskBody(body string) (Task, error) {
	var n int
	var weight uint64
	var options []Option
	var placed []Square
	for _, word := range strings.Split(body, " ")[1:] {
		name, value, _ := strings.Cut(word, "=")
		var squares []Square
		var err error
		switch name {
		case "n":
			n, err = strconv.Atoi(value)
		case "weight":
			weight, err = strconv.ParseUint(value, 10, 64)
		case "torus":
			options = append(options, Toroidal())
		case "given":
			squares, err = parseSquareList(value)
			options = append(options, Given(squares...))
		case "blocked":
			squares, err = parseSquareList(value)
			options = append(options, Blocked(squares...))
		case "placed":
			placed, err = parseSquareList(value)
		default:
			return Task{}, fmt.Errorf("unknown word %s", excerpt(word))
		}
		if err != nil {
			return Task{}, fmt.Errorf("%s: %w", name, err)
		}
	}
	s, err := New(n, options...)
	if err != nil {
		return Task{}, err
	}
	return s.task(placed, weight)
}

func parseSquareList(list string) ([]Square, error) {
	var squares []Square
	for name := range strings.SplitSeq(list, ",") {
		s, ok := parseSquare(name)
		if !ok {
			return nil, fmt.Errorf(`%s is no square, want one such as "a1"`, excerpt(name))
		}
		squares = append(squares, s)
	}
	return squares, nil
}

// task checks that the queens can be placed and that their orbit may have the size
// that the weight says.
func (s *Solver) task(placed []Square, weight uint64) (Task, error) {
	n := len(s.open)
	symmetries := uint64(len(s.group))
	if s.translates() {
		symmetries *= uint64(n)
	}
	if weight == 0 && n > 0 || symmetries%max(weight, 1) != 0 {
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

// Every solution has a queen in each of the middle rows and columns: a cross of
// queens. The symmetries that keep a board take crosses to crosses, so that a
// count may go through one of each orbit of crosses and count its completions as
// often as the orbit has members. No test for symmetry is left in the search.
// Queens near the centre attack most, which makes the search below small as well.
// Where constraints keep no symmetry that exchanges rows and columns, the queens of
// the middle rows will do, and where they keep none at all, those of one row.

// A piece of a count is the solutions that contain certain queens, the given ones
// among them. Each stands for as many solutions as the piece's weight says.
type piece struct {
	cols   []int8 // of the queens by row, or Empty: small, as there are thousands
	size   int    // number of queens
	weight uint64
}

func newPiece(queens Placement, weight uint64) piece {
	p := piece{cols: make([]int8, len(queens)), weight: weight}
	for row, col := range queens {
		p.cols[row] = int8(col)
		if col != Empty {
			p.size++
		}
	}
	return p
}

// queens returns them.
func (p piece) queens() Placement {
	queens := make(Placement, len(p.cols))
	for row, col := range p.cols {
		queens[row] = int(col)
	}
	return queens
}

const (
	// instantBoard is the largest number of rows to fill that takes less time than
	// to ask a virtual machine for its instructions.
	instantBoard = 8
	// smallBoard is the largest number of rows to fill without pieces and
	// goroutines.
	smallBoard = 11
	// blockBoard is the largest board that the block search takes.
	blockBoard = 32
)

// emptyRows returns the number of rows without a queen.
func emptyRows(queens Placement) int {
	rows := 0
	for _, col := range queens {
		if col == Empty {
			rows++
		}
	}
	return rows
}

// countSmall counts in place, and half of the solutions only if the board is its
// own mirror image.
func (s *Solver) countSmall(k kernel) (uint64, error) {
	total := newTally(1, s.onProgress)
	c := counter{block: s.takeBlocks(k)}
	defer c.release()
	var solutions uint64
	for _, h := range s.halves() {
		found, _ := c.countOn(h.board, s.given, new(atomic.Bool))
		solutions += found * h.weight
	}
	total.add(solutions, 1)
	return total.end()
}

// half is a board whose solutions stand for weight times as many.
type half struct {
	board
	weight uint64
}

// halves splits a board that is its own mirror image by the column of the first
// row's queen: those in the left half stand for their mirror images as well.
func (s *Solver) halves() []half {
	n := len(s.open)
	if n == 0 || !slices.Contains(s.group, FlipColumns) {
		return []half{{s.board, 1}}
	}
	left := fullRow(n / 2)
	middle := fullRow((n+1)/2) &^ left
	return []half{{s.withFirst(left), 2}, {s.withFirst(middle), 1}}
}

func (s *Solver) numWorkers() int {
	if s.workers > 0 {
		return s.workers
	}
	return runtime.GOMAXPROCS(0)
}

// countPieces adds up the pieces of a board.
func (s *Solver) countPieces(ctx context.Context, k kernel, pieces []piece) (uint64, error) {
	return s.countEach(ctx, k, pieces, newTally(len(pieces), s.onProgress), func(int, uint64) {})
}

// countEach adds up the pieces and calls found with the index of each and its
// number of solutions, from several goroutines at a time.
func (s *Solver) countEach(ctx context.Context, k kernel, pieces []piece, total *tally, found func(int, uint64)) (uint64, error) {
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	var next atomic.Int64
	work := func(report func()) {
		counter := s.newCounter(k)
		defer counter.release()
		for {
			i := int(next.Add(1)) - 1
			if i >= len(pieces) {
				return
			}
			solutions, done := counter.count(pieces[i], &stop)
			if !done {
				return
			}
			found(i, solutions)
			if !total.add(solutions, pieces[i].weight) {
				stop.Store(true)
			}
			report()
		}
	}
	var wait sync.WaitGroup
	defer wait.Wait() // no worker stays behind if a report panics
	defer stop.Store(true)
	for range min(s.numWorkers(), len(pieces)) - 1 {
		wait.Go(func() { work(func() {}) })
	}
	work(total.reportIfDue)
	wait.Wait()
	if err := ctx.Err(); err != nil && !total.complete() {
		return 0, err
	}
	return total.end()
}

// A tally adds up a count and says how far it is. Only add is for several
// goroutines; reports come from the one that counts.
type tally struct {
	mu       sync.Mutex
	progress Progress
	overflow bool
	report   func(Progress) // or nil
	start    time.Time
	reported time.Time
}

// reportEvery is the least time between two reports.
const reportEvery = 100 * time.Millisecond

func newTally(tasks int, report func(Progress)) *tally {
	now := time.Now()
	return &tally{progress: Progress{Total: tasks}, report: report, start: now, reported: now}
}

// add adds a task done, whose solutions count weight times each. It returns
// false if the sum does not fit 64 bits.
func (t *tally) add(solutions, weight uint64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	sum, ok := addTimes(t.progress.Solutions, solutions, weight)
	if !ok || t.overflow {
		t.overflow = true
		return false
	}
	t.progress.Solutions = sum
	t.progress.Done++
	return true
}

// reportIfDue reports unless it was done a short time ago.
func (t *tally) reportIfDue() {
	if t.report == nil {
		return
	}
	if now := time.Now(); now.Sub(t.reported) >= reportEvery {
		t.reported = now
		t.reportAt(now)
	}
}

func (t *tally) reportAt(now time.Time) {
	t.mu.Lock()
	progress := t.progress
	t.mu.Unlock()
	progress.Elapsed = now.Sub(t.start)
	t.report(progress)
}

func (t *tally) complete() bool { return t.overflow || t.progress.Done == t.progress.Total }

// end returns the sum and reports it.
func (t *tally) end() (uint64, error) {
	if t.overflow {
		return 0, ErrOverflow
	}
	if t.report != nil {
		t.reportAt(time.Now())
	}
	return t.progress.Solutions, nil
}

// addTimes returns sum + solutions·weight, and whether that fits 64 bits.
func addTimes(sum, solutions, weight uint64) (uint64, bool) {
	high, product := bits.Mul64(solutions, weight)
	sum, carry := bits.Add64(sum, product, 0)
	return sum, high == 0 && carry == 0
}

// A counter counts the pieces of one board, in buffers that it keeps.
type counter struct {
	rows, cols position     // a piece, and its transpose
	block      *blockSearch // nil if the board is not for it
}

func (s *Solver) newCounter(k kernel) *counter {
	return &counter{newPosition(s.board), newPosition(s.transpose()), s.takeBlocks(k)}
}

// takeBlocks returns nil if the board is not for the block search.
func (s *Solver) takeBlocks(k kernel) *blockSearch {
	if len(s.open) > blockBoard {
		return nil
	}
	return takeBlockSearch(k, emptyRows(s.given))
}

// release keeps the buffers for the next count.
func (c *counter) release() {
	if c.block != nil {
		searches[len(c.block.rows)].Put(c.block)
	}
}

// count returns the solutions of a piece, each counted once. It returns false if
// stop was set.
func (c *counter) count(p piece, stop *atomic.Bool) (uint64, bool) {
	c.rows.clear()
	c.cols.clear()
	for row := range c.rows.queens {
		if col := int(p.cols[row]); col != Empty {
			c.rows.add(Square{row, col})
			c.cols.add(Square{col, row})
		}
	}
	easiest := c.easiest()
	return c.countOn(easiest.board, easiest.queens, stop)
}

// countOn returns the solutions of a board, given the rows whose queens are
// already placed. It returns false if stop was set.
func (c *counter) countOn(b board, queens Placement, stop *atomic.Bool) (uint64, bool) {
	if c.block != nil {
		return c.block.count(b, queens, stop)
	}
	var solutions uint64
	done := b.search(stop, func(Placement) bool {
		solutions++
		return true
	})
	return solutions, done
}

// easiest returns the image of the piece whose first rows leave the search the
// fewest squares. All images have as many solutions; but a search looks at fewer
// boards the fewer choices it has to begin with: at n = 14 to 16 at 27 % fewer than
// if it took each piece as it is, where the best image of each would save 29 %.
func (c *counter) easiest() position {
	var best position
	var fromBelow bool
	least := math.MaxInt
	for _, p := range []position{c.rows, c.cols} {
		above, below := p.early()
		if fewer := min(above, below); fewer < least {
			best, fromBelow, least = p, below < above, fewer
		}
	}
	if fromBelow {
		slices.Reverse(best.open)
		slices.Reverse(best.queens)
	}
	return best
}

// A position is a board with the queens that were placed on it.
type position struct {
	board
	queens Placement
	empty  board // without the queens
}

func newPosition(b board) position {
	n := len(b.open)
	return position{board{make([]uint64, n), b.torus}, make(Placement, n), b}
}

func (p position) clear() {
	copy(p.open, p.empty.open)
	for row := range p.queens {
		p.queens[row] = Empty
	}
}

func (p position) add(queen Square) {
	p.place(queen)
	p.queens[queen.Row] = queen.Col
}

// early returns the number of open squares in two thirds of the rows without a
// queen: in those that a search from above comes to first, and one from below.
func (p position) early() (above, below int) {
	rows := emptyRows(p.queens)
	early, row := rows*2/3, 0
	for i, col := range p.queens {
		if col != Empty {
			continue
		}
		squares := bits.OnesCount64(p.open[i])
		if row < early {
			above += squares
		}
		if row >= rows-early {
			below += squares
		}
		row++
	}
	return above, below
}

// tasksFor returns how many pieces a count should have at least, so that the
// workers end at about the same time and progress can be seen.
func tasksFor(workers int) int { return 32 * workers }

// pieces cuts a count into pieces, the larger ones first. Those with the fewest
// queens are split until there are as many as asked for among those with at most
// one queen more, so that no few are much larger than the rest; or until nothing
// is left to split.
func (s *Solver) pieces(ctx context.Context, atLeast int) ([]piece, error) {
	if s.hopeless() {
		return nil, nil
	}
	byQueens := make([][]piece, len(s.open)+1)
	add := func(p piece) { byQueens[p.size] = append(byQueens[p.size], p) }
	(&crosses{board: s.board, ctx: ctx, visit: add}).extend(s.root(), s.crossGroup())
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for size, level := range byQueens[:len(s.open)] {
		if len(level)+len(byQueens[size+1]) >= atLeast {
			break
		}
		for _, p := range level {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			s.split(p, add)
		}
		byQueens[size] = nil
	}
	return slices.Concat(byQueens...), nil
}

// root returns the piece that stands for all solutions. On an empty torus it has a
// queen in the middle. There each solution has n² translations, as many as it has
// queens lead to one with a queen in the middle, and so of all pairs of a solution
// and a translation one in n does: there are n times as many solutions in all.
func (s *Solver) root() piece {
	if !s.translates() {
		return newPiece(s.given, 1)
	}
	n := len(s.open)
	queens := emptyPlacement(n)
	queens[n/2] = n / 2
	return newPiece(queens, uint64(n))
}

// crossGroup returns the symmetries that crosses are taken under. There are millions
// of crosses of two rows and two columns on boards of more than 32 rows, so that
// those make do with rows.
func (s *Solver) crossGroup() []Symmetry {
	n := len(s.open)
	if n <= blockBoard {
		return s.group
	}
	exchanges := func(symmetry Symmetry) bool { return line{0, false}.image(n, symmetry).column }
	return slices.DeleteFunc(slices.Clone(s.group), exchanges)
}

// split pushes the pieces of p by the column of one queen missing.
func (s *Solver) split(p piece, add func(piece)) {
	b := s.withAll(p.queens())
	row := p.tightest(b)
	for col := range columns(b.open[row]) {
		queen := Square{row, col}
		if slices.Contains(b.with(queen).open, 0) {
			continue
		}
		cols := slices.Clone(p.cols)
		cols[row] = int8(col)
		add(piece{cols, p.size + 1, p.weight})
	}
}

// tightest returns the row without a queen that has the fewest open squares. To
// split there makes the fewest pieces, and leaves the fewest boards to search.
func (p piece) tightest(b board) int {
	tightest, fewest := -1, len(b.open)+1
	for row, open := range b.open {
		if squares := bits.OnesCount64(open); p.cols[row] == Empty && squares < fewest {
			tightest, fewest = row, squares
		}
	}
	return tightest
}

// crosses finds one of each orbit of crosses.
//
// For each orbit of squares in turn it takes one square, q, and finds the crosses
// that have a queen on q and none on the squares of the orbits before. Every cross
// has such an image. If it has several, the lexicographically least is kept: a
// symmetry leads from one to another if it takes some queen to q.
type crosses struct {
	board
	ctx   context.Context
	visit func(piece)
	free  []int8 // room for pieces
}

// extend pushes pieces that together stand for the solutions of p, with a cross
// more each. Group is the symmetries that keep both the board and p.
func (c *crosses) extend(p piece, group []Symmetry) {
	n := len(c.open)
	queens := p.queens()
	lines := nextLines(queens, group)
	if len(lines) == 0 {
		c.visit(p)
		return
	}
	f := crossing{
		crosses: c,
		group:   group,
		views:   views(group),
		images:  queens.images(),
		size:    p.size,
		weight:  p.weight,
		orbit:   make(squareSet, n),
	}
	for range lines {
		f.boards = append(f.boards, board{make([]uint64, n), c.torus})
	}
	start := c.withAll(queens)
	for _, line := range lines {
		for q := range line.squares(n) {
			if start.open[q.Row]>>q.Col&1 == 0 {
				continue
			}
			f.through(q, start, lines)
			for _, s := range group {
				barred := s.Apply(n, q)
				start.open[barred.Row] &^= 1 << barred.Col
			}
		}
	}
}

// crossing is the search for the crosses through one square.
type crossing struct {
	*crosses
	group   []Symmetry
	views   []view    // of the group
	images            // of the cross, as far as placed
	size    int       // number of queens placed
	weight  uint64    // of the piece that is extended
	boards  []board   // boards[i] is for the search with i lines to go
	sources []Square  // of the square: group[i] takes sources[i] to it
	orbit   squareSet // of the square
	ties    int       // ways to take a queen to the square, beside the identity
	alone   bool      // the queen on the square is the whole cross
}

func (f *crossing) through(q Square, b board, lines []line) {
	n := len(b.open)
	f.sources = f.sources[:0]
	clear(f.orbit)
	f.ties = -1
	for _, s := range f.group {
		source := s.Inverse().Apply(n, q)
		f.sources = append(f.sources, source)
		f.orbit[source.Row] |= 1 << source.Col
		if source == q {
			f.ties++
		}
	}
	var without []line
	for _, l := range lines {
		if !l.through(q) {
			without = append(without, l)
		}
	}
	f.alone = len(without) == 0
	f.add(q)
	f.fill(f.placed(b, q, without), without)
	f.remove(q)
}

func (f *crossing) add(queen Square) {
	f.rows[queen.Row], f.cols[queen.Col] = queen.Col, queen.Row
	f.size++
}

func (f *crossing) remove(queen Square) {
	f.rows[queen.Row], f.cols[queen.Col] = Empty, Empty
	f.size--
}

// fill places a queen in each of the lines, and keeps the cross if it is the
// least of its images through the square.
func (f *crossing) fill(b board, lines []line) {
	if len(lines) == 0 {
		f.keep()
		return
	}
	if f.ctx.Err() != nil {
		return
	}
	line, rest := lines[0], lines[1:]
	for queen := range line.squares(len(b.open)) {
		if b.open[queen.Row]>>queen.Col&1 == 0 {
			continue
		}
		if f.rows[queen.Row] == queen.Col {
			f.fill(b, rest) // the queen of another line stands in this one as well
			return
		}
		ties := f.ties
		if f.orbit.has(queen) {
			f.ties++
		}
		f.add(queen)
		if len(rest) == 0 {
			f.keep()
		} else {
			f.fill(f.placed(b, queen, rest), rest)
		}
		f.remove(queen)
		f.ties = ties
	}
}

// placed is b with the queen, for the search with lines to go.
func (f *crossing) placed(b board, queen Square, lines []line) board {
	next := f.boards[len(lines)]
	copy(next.open, b.open)
	next.place(queen)
	return next
}

// keep pushes the cross, with the size of its orbit as part of the weight.
func (f *crossing) keep() {
	var room [8]Symmetry
	kept := append(room[:0], Identity) // those that keep the cross
	if f.ties > 0 {
		if kept = f.stabilizer(kept); kept == nil {
			return
		}
	}
	p := f.piece(f.weight * uint64(len(f.group)/len(kept)))
	if f.alone && len(kept) > 1 {
		// One queen in the very middle: much of the board's symmetry is left. To
		// go on with other crosses, few of which have any, would not pay.
		f.extend(p, slices.Clone(kept))
		return
	}
	f.visit(p)
}

// stabilizer appends to kept the symmetries but the identity that keep the cross.
// It returns nil if the cross is not the least of its images through the square.
func (f *crossing) stabilizer(kept []Symmetry) []Symmetry {
	for i, s := range f.group {
		if source := f.sources[i]; s == Identity || f.rows[source.Row] != source.Col {
			continue
		}
		switch order := f.order(f.views[i]); {
		case order < 0:
			return nil
		case order == 0:
			kept = append(kept, s)
		}
	}
	return kept
}

// piece is the cross as a piece. Many of them are cut from one array.
func (f *crossing) piece(weight uint64) piece {
	n := len(f.rows)
	if len(f.free) < n {
		f.free = make([]int8, 256*n)
	}
	cols := f.free[:n:n]
	f.free = f.free[n:]
	for row, col := range f.rows {
		cols[row] = int8(col)
	}
	return piece{cols, f.size, weight}
}

// A line is a row or a column.
type line struct {
	index  int
	column bool
}

func (l line) through(s Square) bool {
	if l.column {
		return s.Col == l.index
	}
	return s.Row == l.index
}

func (l line) squares(n int) iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for i := range n {
			s := Square{l.index, i}
			if l.column {
				s = Square{i, l.index}
			}
			if !yield(s) {
				return
			}
		}
	}
}

// image returns what s makes of the line.
func (l line) image(n int, s Symmetry) line {
	first, second := Square{l.index, 0}, Square{l.index, 1}
	if l.column {
		first, second = Square{0, l.index}, Square{1, l.index}
	}
	first, second = s.Apply(n, first), s.Apply(n, second)
	if first.Row == second.Row {
		return line{first.Row, false}
	}
	return line{first.Col, true}
}

// nextLines returns the rows and columns without a queen that the symmetries take
// one of the rows nearest to the middle to.
func nextLines(p Placement, group []Symmetry) []line {
	n := len(p)
	for low := (n+1)/2 - 1; low >= 0; low-- {
		lines := line{low, false}.orbit(n, group)
		lines = slices.DeleteFunc(lines, func(l line) bool { return l.filled(p) })
		if len(lines) > 0 {
			return lines
		}
	}
	return nil
}

// orbit returns the lines that the symmetries take l to.
func (l line) orbit(n int, some []Symmetry) []line {
	var lines []line
	for _, s := range some {
		if image := l.image(n, s); !slices.Contains(lines, image) {
			lines = append(lines, image)
		}
	}
	return lines
}

func (l line) filled(p Placement) bool {
	if l.column {
		return slices.Contains(p, l.index)
	}
	return p[l.index] != Empty
}
