package queens_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	. "example.com/queens"
	"github.com/google/go-cmp/cmp"
)

// Every step follows by its rule, no weaker rule leads on, and the steps end where they
// should, on boards of any kind that are small enough for the brute force.
func TestDeduce(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 1))
	boards := 1200
	if testing.Short() {
		boards = 200
	}
	var ends [3]int
	for range boards {
		pos := randomSpec(rng, rng.IntN(9))
		if rng.IntN(2) == 0 && pos.n > 1 { // a board with a solution
			pos = thinnedPosition(rng, pos.n, pos.torus)
		}
		if _, err := New(pos.n, pos.constraints()...); err != nil {
			continue
		}
		solutions := pos.solutions()
		checkDeduce(t, pos, solutions)
		ends[min(len(solutions), 2)]++
		if t.Failed() {
			t.Fatalf("%v", pos.board(t))
		}
	}
	if slices.Min(ends[:]) < boards/20 {
		t.Errorf("boards with none, one and several solutions: %d", ends)
	}
}

// thinnedPosition keeps some queens of a solution and blocks some squares off it.
func thinnedPosition(rng *rand.Rand, n int, torus bool) boardSpec {
	pos := boardSpec{n: n, torus: torus}
	solutions := pos.solutions()
	if len(solutions) == 0 {
		return pos
	}
	solution := solutions[rng.IntN(len(solutions))]
	for queen := range solution.Queens() {
		if rng.IntN(4) == 0 {
			pos.given = append(pos.given, queen)
		}
	}
	blocked := rng.IntN(4)
	for sq := range squares(n) {
		if rng.IntN(4) < blocked && solution[sq.Row] != sq.Col && rng.IntN(2) == 0 {
			pos.blocked = append(pos.blocked, sq)
		}
	}
	return pos
}

// checkDeduce follows the steps of a position on a worksheet of its own.
func checkDeduce(t *testing.T, pos boardSpec, solutions []Placement) {
	t.Helper()
	w := newWorksheet(pos)
	board := pos.board(t)
	steps := slices.Collect(board.Deduce())
	for i, d := range steps {
		for _, p := range solutions {
			for _, s := range d.Queens {
				if p[s.Row] != s.Col {
					t.Errorf("step %d, %v, contradicts the solution %v", i, d, p)
				}
			}
			for _, s := range d.Excluded {
				if p[s.Row] == s.Col {
					t.Errorf("step %d, %v, contradicts the solution %v", i, d, p)
				}
			}
		}
		if err := w.check(d); err != nil {
			t.Errorf("step %d, %v: %v", i, d, err)
			return
		}
		w.apply(d)
		if i == len(steps)-1 || i > 3 {
			continue
		}
		// Somebody who has got so far gets the next step as a hint.
		next, err := board.With(Given(d.Queens...), Blocked(d.Excluded...))
		if err != nil {
			t.Fatal(err)
		}
		board = next
		if diff := cmp.Diff(steps[i+1:], slices.Collect(board.Deduce())); diff != "" {
			t.Errorf("after step %d, %v (-want +got):\n%s", i, d, diff)
		}
	}
	contradiction := len(steps) > 0 && len(steps[len(steps)-1].Queens)+len(steps[len(steps)-1].Excluded) == 0
	if contradiction != (len(solutions) == 0 && pos.n > 0) {
		t.Errorf("%d solutions, and the steps end with a contradiction: %v", len(solutions), contradiction)
	}
	if len(solutions) == 1 && len(w.queens) != pos.n {
		t.Errorf("the steps end with %d queens, but there is one solution, %v", len(w.queens), solutions[0])
	}
	for sq := range w.open {
		if len(solutions) > 0 && !slices.ContainsFunc(solutions, func(p Placement) bool { return p[sq.Row] == sq.Col }) {
			t.Errorf("the steps end before %v is excluded, which is in no solution", sq)
		}
	}
}

// A worksheet is a board as its steps leave it, by the rules alone.
type worksheet struct {
	boardSpec
	queens []Square
	open   map[Square]bool // those that queens stand on too
}

func newWorksheet(pos boardSpec) *worksheet {
	w := &worksheet{boardSpec: pos, open: map[Square]bool{}}
	for sq := range squares(pos.n) {
		w.open[sq] = true
	}
	for _, sq := range pos.blocked {
		delete(w.open, sq)
	}
	for _, sq := range pos.given {
		w.place(sq)
	}
	return w
}

func (w *worksheet) place(queen Square) {
	if slices.Contains(w.queens, queen) {
		return
	}
	w.queens = append(w.queens, queen)
	for sq := range w.open {
		if sq != queen && w.attack(sq, queen) {
			delete(w.open, sq)
		}
	}
}

func (w *worksheet) apply(d Deduction) {
	for _, sq := range d.Queens {
		w.place(sq)
	}
	for _, sq := range d.Excluded {
		delete(w.open, sq)
	}
}

// with returns a copy with one more queen.
func (w *worksheet) with(queen Square) *worksheet {
	c := &worksheet{boardSpec: w.boardSpec, queens: slices.Clone(w.queens), open: map[Square]bool{}}
	for sq := range w.open {
		c.open[sq] = true
	}
	c.place(queen)
	return c
}

// lines yields the squares of each row and column without a queen.
func (w *worksheet) lines() iter.Seq[[]Square] {
	return func(yield func([]Square) bool) {
		for i := range w.n {
			row, col := make([]Square, w.n), make([]Square, w.n)
			for j := range w.n {
				row[j], col[j] = Square{i, j}, Square{j, i}
			}
			for _, line := range [][]Square{row, col} {
				if !slices.ContainsFunc(line, func(sq Square) bool { return slices.Contains(w.queens, sq) }) && !yield(line) {
					return
				}
			}
		}
	}
}

// openOf returns the open squares of a line.
func (w *worksheet) openOf(line []Square) []Square {
	return slices.DeleteFunc(slices.Clone(line), func(sq Square) bool { return !w.open[sq] })
}

// pinned returns the open squares off the line that attack all its open squares.
func (w *worksheet) pinned(line []Square) []Square {
	var pinned []Square
	for sq := range squares(w.n) {
		attacked := func(s Square) bool { return w.attack(sq, s) }
		if w.open[sq] && !slices.Contains(w.queens, sq) && !slices.Contains(line, sq) && all(w.openOf(line), attacked) {
			pinned = append(pinned, sq)
		}
	}
	return pinned
}

func all(squares []Square, f func(Square) bool) bool {
	return !slices.ContainsFunc(squares, func(sq Square) bool { return !f(sq) })
}

// fewest returns the smallest number of open squares on a line.
func (w *worksheet) fewest() int {
	fewest := w.n + 1
	for line := range w.lines() {
		fewest = min(fewest, len(w.openOf(line)))
	}
	return fewest
}

// check says what is wrong with a step.
func (w *worksheet) check(d Deduction) error {
	if len(d.Because) < w.n || w.n == 0 {
		return fmt.Errorf("because of %v", d.Because)
	}
	line := d.Because[len(d.Because)-w.n:]
	open := w.openOf(line)
	isLine := false
	for l := range w.lines() {
		isLine = isLine || slices.Equal(l, line)
	}
	switch fewest := w.fewest(); {
	case !isLine:
		return fmt.Errorf("it looks at %v, which is no line", line)
	case d.Rule == Single && len(d.Queens) == 1:
		if fewest != 1 || !slices.Equal(open, d.Queens) || d.Excluded != nil || len(d.Because) != w.n {
			return fmt.Errorf("the line has the open squares %v, one line has %d", open, fewest)
		}
	case d.Rule == Single:
		if len(open) > 0 || len(d.Queens)+len(d.Excluded) > 0 || len(d.Because) != w.n {
			return fmt.Errorf("the line has the open squares %v", open)
		}
	case d.Rule == Pin:
		if fewest < 2 || len(open) > 3 || d.Queens != nil || !slices.Equal(d.Excluded, w.pinned(line)) || len(d.Because) != w.n {
			return fmt.Errorf("the open squares %v are pinned by %v, one line has %d", open, w.pinned(line), fewest)
		}
	case d.Rule == Trial:
		for l := range w.lines() {
			if len(w.openOf(l)) < 2 || w.pinned(l) != nil {
				return fmt.Errorf("it is not the weakest: line %v has the open squares %v, pinned by %v", l, w.openOf(l), w.pinned(l))
			}
		}
		if d.Queens != nil || len(d.Excluded) != 1 || !w.open[d.Excluded[0]] {
			return fmt.Errorf("queens %v, excluded %v", d.Queens, d.Excluded)
		}
		return w.checkTrial(d.Excluded[0], d.Because)
	default:
		return fmt.Errorf("queens %v, excluded %v", d.Queens, d.Excluded)
	}
	return nil
}

// checkTrial says what is wrong with a trial: whether its reason does not hold, says more
// than it needs, or rules out squares although singles alone would do.
func (w *worksheet) checkTrial(queen Square, because []Square) error {
	var decided []decision
	for len(because) > w.n {
		d := decision{square: because[0]}
		because = because[1:]
		for line := range w.with(queen).lines() {
			if len(because) > w.n && slices.Equal(line, because[:w.n]) { // then more follows
				d.line = line
			}
		}
		because = because[len(d.line):]
		decided = append(decided, d)
	}
	if err := w.with(queen).follow(decided, because, true); err != nil {
		return err
	}
	for i, d := range decided {
		if w.with(queen).follow(slices.Delete(slices.Clone(decided), i, i+1), because, false) == nil {
			return fmt.Errorf("what it says of %v is not needed", d.square)
		}
	}
	if slices.ContainsFunc(decided, func(d decision) bool { return d.line != nil }) {
		for sq := range w.open {
			if !slices.Contains(w.queens, sq) && w.with(sq).placeSingles() == 0 {
				return fmt.Errorf("singles refute %v", sq)
			}
		}
	}
	return nil
}

// A decision is that a square takes a queen, or that it takes none because of a line.
type decision struct {
	square Square
	line   []Square
}

// follow says what is wrong with decisions that are to leave a line no open square. Some
// may come from further trials, if so told.
func (w *worksheet) follow(decided []decision, end []Square, nested bool) error {
	for _, d := range decided {
		single := false
		for line := range w.lines() {
			single = single || slices.Equal(w.openOf(line), []Square{d.square})
		}
		switch {
		case !w.open[d.square]:
			return fmt.Errorf("%v is decided, but not open", d.square)
		case d.line == nil && !single:
			return fmt.Errorf("%v is not the last open square of a line", d.square)
		case d.line == nil:
			w.place(d.square)
		case !slices.Contains(w.pinned(d.line), d.square) && !(nested && !w.with(d.square).solvable()):
			return fmt.Errorf("%v can take a queen", d.square)
		default:
			delete(w.open, d.square)
		}
	}
	if open := w.openOf(end); len(open) > 0 {
		return fmt.Errorf("the line at the end has the open squares %v", open)
	}
	return nil
}

// placeSingles places the queens of lines with one open square, and returns the smallest
// number of open squares on a line then.
func (w *worksheet) placeSingles() int {
	for line := range w.lines() {
		if open := w.openOf(line); len(open) == 1 {
			w.place(open[0])
			return w.placeSingles()
		}
	}
	return w.fewest()
}

// solvable reports whether the open squares hold a solution.
func (w *worksheet) solvable() bool {
	pos := boardSpec{n: w.n, torus: w.torus}
	for sq := range squares(w.n) {
		if !w.open[sq] {
			pos.blocked = append(pos.blocked, sq)
		}
	}
	return len(pos.solutions()) > 0
}

// The steps can be left at any time, taken one by one, by many at once, and changed.
func TestDeduceIteration(t *testing.T) {
	board, err := ParseBoard("n=8 given=b4,d5 blocked=e8")
	if err != nil {
		t.Fatal(err)
	}
	seq := board.Deduce()
	want := slices.Collect(seq)
	if len(want) < 5 {
		t.Fatalf("%d steps, want more", len(want))
	}
	for k := range want {
		var got []Deduction
		for d := range seq {
			if got = append(got, d); len(got) == k+1 {
				break
			}
		}
		if diff := cmp.Diff(want[:k+1], got); diff != "" {
			t.Errorf("first %d steps (-want +got):\n%s", k+1, diff)
		}
	}
	i := 0
	for d := range seq {
		for _, list := range [][]Square{d.Queens, d.Excluded, d.Because} {
			clear(list)
		}
		i++
	}
	if diff := cmp.Diff(want, slices.Collect(seq)); i != len(want) || diff != "" {
		t.Errorf("%d steps that were changed, want %d; then (-want +got):\n%s", i, len(want), diff)
	}
	next, stop := iter.Pull(seq)
	first, ok := next()
	stop()
	if !ok || !cmp.Equal(first, want[0]) {
		t.Errorf("pulled %v, %v, want %v", first, ok, want[0])
	}
	func() {
		defer func() {
			if r := recover(); r != "stop" {
				t.Errorf("recovered %v", r)
			}
		}()
		for range seq {
			panic("stop")
		}
	}()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if diff := cmp.Diff(want, slices.Collect(seq)); diff != "" {
				t.Errorf("at once (-want +got):\n%s", diff)
			}
		})
	}
	wg.Wait()
}

// No board takes long, though some are given up: the largest ones, boards that take far
// more trials than any person could make, and a torus on which nothing refutes a queen.
func TestDeduceEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 2))
	var thinned []Square
	for sq := range squares(50) {
		if rng.IntN(50) >= 7 {
			thinned = append(thinned, sq)
		}
	}
	for _, test := range []struct {
		n           int
		constraints []Constraint
	}{
		{MaxN, nil},
		{MaxN, []Constraint{Toroidal()}},
		{61, []Constraint{Toroidal()}},
		{32, []Constraint{Toroidal()}},
		{50, []Constraint{Blocked(thinned...)}},
	} {
		board, err := New(test.n, test.constraints...)
		if err != nil {
			t.Fatal(err)
		}
		steps := 0
		for range board.Deduce() {
			if steps++; steps == 5 {
				break
			}
		}
	}
}
