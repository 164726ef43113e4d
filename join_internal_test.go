package queens

import (
	"context"
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// joinCount counts with one joiner, piece by piece.
func joinCount(t testing.TB, c *joiner, atLeast int) uint64 {
	t.Helper()
	pieces, err := c.pieces(t.Context(), atLeast)
	if err != nil {
		t.Fatal(err)
	}
	var all uint64
	for _, p := range pieces {
		solutions, err := c.count(p, new(atomic.Bool))
		if err != nil {
			t.Fatal(err)
		}
		all += solutions
	}
	return all
}

func TestJoin(t *testing.T) {
	last := fewer(17, 13)
	for n := minJoin; n <= last; n++ {
		for _, k := range kernels() {
			for _, atLeast := range []int{1, 100} {
				if got, want := joinCount(t, newJoin(n).newJoiner(k), atLeast), Reference[n].All; got != want {
					t.Errorf("%s: n = %d in at least %d pieces: %d solutions, want %d", k.name, n, atLeast, got, want)
				}
			}
		}
	}
}

// TestJoinParts makes lists in parts and splits them, as on boards too large to count.
func TestJoinParts(t *testing.T) {
	for n := minJoin; n <= 11; n++ {
		for _, k := range kernels() {
			for part := range 5 {
				c := newJoin(n).newJoiner(k)
				c.part, c.split = part, (part+n)%4
				if got, want := joinCount(t, c, 1), Reference[n].All; got != want {
					t.Errorf("%s: n = %d, parts by %d diagonals, %d to split: %d solutions, want %d", k.name, n, part, c.split, got, want)
				}
			}
		}
	}
}

func TestCountJoined(t *testing.T) {
	if testing.Short() || raceEnabled {
		t.Skip("takes long")
	}
	last := 19
	if fastest() == portable {
		last = 18 // the next one takes minutes
	}
	for n := 18; n <= last; n++ {
		s := newBoard(t, n)
		if !s.joins(fastest().joinsFrom) {
			t.Errorf("n = %d is not counted by the join", n)
		}
		if got, err := s.Count(t.Context()); got != Reference[n].All || err != nil {
			t.Errorf("n = %d: %d solutions, %v, want %d", n, got, err, Reference[n].All)
		}
	}
}

func TestJoins(t *testing.T) {
	tests := []struct {
		n       int
		options []Constraint
		want    bool
	}{
		{portable.joinsFrom - 1, nil, false},
		{portable.joinsFrom, nil, true},
		{maxBlockRows, nil, true},
		{maxBlockRows + 1, nil, false},
		{20, []Constraint{Toroidal()}, false},
		{20, []Constraint{Blocked(Square{3, 4})}, false},
		{20, []Constraint{Given(Square{3, 4})}, false},
	}
	for _, test := range tests {
		s := newBoard(t, test.n, test.options...)
		if got := s.joins(portable.joinsFrom); got != test.want {
			t.Errorf("%v: joins is %t", s, got)
		}
	}
}

// upperHalves goes through the ways to place queens in the rows above the seam, and,
// on an odd board, perhaps one of these in the middle column.
func upperHalves(n int, visit func(Placement)) {
	p := emptyPlacement(n)
	var place func(row int)
	place = func(row int) {
		if row == n/2 {
			visit(p)
			return
		}
		for col := range n {
			p[row] = col
			if p.Valid() {
				place(row + 1)
			}
		}
		p[row] = Empty
	}
	place(0)
}

// seamAttacks returns the squares that queens above the seam attack along falling
// diagonals and along rising ones: on an odd board those of the middle row. On an even
// one, where diagonals go from a square above the seam to one below, it is the former
// for falling diagonals and the latter for rising ones.
func seamAttacks(p Placement) (falling, rising uint64) {
	n := len(p)
	for queen := range p.Queens() {
		below := n/2 - queen.Row
		if col := queen.Col + below; col < n {
			falling |= 1 << (col - (1 - n%2))
		}
		if col := queen.Col - below; col >= 0 {
			rising |= 1 << col
		}
	}
	return falling, rising
}

// listHalves returns the masks that the lister lists, not rearranged, and sorted.
func listHalves(t *testing.T, l *lister, h halfSet) []uint64 {
	t.Helper()
	for line := range 2 * l.lines {
		place := uint64(1) << line
		if h.blocked>>line&1 != 0 {
			place = 0
		}
		h.places = append(h.places, place)
	}
	if !l.list(&h, new(atomic.Bool)) {
		t.Fatal("stopped")
	}
	slices.Sort(h.masks)
	return h.masks
}

func TestHalves(t *testing.T) {
	last := fewer(12, 9)
	for n := minJoin; n <= last; n++ {
		j := newJoin(n)
		want := make(map[uint64][]uint64) // by columns
		upperHalves(n, func(p Placement) {
			var columns uint64
			for queen := range p.Queens() {
				columns |= 1 << queen.Col
			}
			falling, rising := seamAttacks(p)
			want[columns] = append(want[columns], falling|rising<<j.lines)
		})
		var middle []Square
		for row := range n / 2 {
			middle = append(middle, Square{row, n / 2})
		}
		for columns := range fullRow(n) {
			if bits.OnesCount64(columns) != n/2 {
				continue
			}
			slices.Sort(want[columns])
			for _, k := range kernels() {
				l := newLister(j.seam, k.pairing, &j.store, j.rowSets)
				h := halfSet{columnSet: j.columnSet(columns)}
				if n%2 == 1 && columns>>(n/2)&1 != 0 {
					h.middle = middle
				}
				if diff := cmp.Diff(want[columns], listHalves(t, l, h), cmpopts.EquateEmpty()); diff != "" {
					t.Fatalf("%s: n = %d: halves in columns %b (-want +got):\n%s", k.name, n, columns, diff)
				}
				if columns%8 != 0 {
					continue
				}
				blocked := uint64(1)<<(n/2) | 1<<(j.lines+n/3)
				free := slices.DeleteFunc(slices.Clone(want[columns]), func(m uint64) bool { return m&blocked != 0 })
				h.blocked = blocked
				if got := listHalves(t, l, h); !slices.Equal(got, free) {
					t.Fatalf("%s: n = %d: halves in columns %b without diagonals %b: %b, want %b", k.name, n, columns, blocked, got, free)
				}
			}
		}
	}
}

// imagesOfColumns are a column set's images: itself, and under the symmetries that
// keep rows apart from columns.
func imagesOfColumns(f *frame, c columnSet) []columnSet {
	mirrored := columnSet{c.right, c.left}
	return []columnSet{c, mirrored, f.lower(c), f.lower(mirrored)}
}

func TestJoinOrbits(t *testing.T) {
	for n := minJoin; n <= 15; n++ {
		j := newJoin(n)
		f := &j.frames[0]
		if !f.symmetric {
			t.Fatalf("n = %d: the first frame is not symmetric", n)
		}
		stoodFor := make(map[columnSet]bool)
		selfMirrored := 0
		for c := range j.sets(f, columnSet{}) {
			images := make(map[columnSet]bool)
			for _, image := range imagesOfColumns(f, c) {
				if stoodFor[image] {
					t.Fatalf("n = %d: two sets stand for %b", n, image)
				}
				images[image] = true
			}
			for image := range images {
				stoodFor[image] = true
			}
			if len(images) == 2 {
				selfMirrored++
			}
			if got := f.orbit(c); got != uint64(len(images)) {
				t.Errorf("n = %d: the orbit of %b is of size %d, want %d", n, c, got, len(images))
			}
		}
		if want := binomial(2*j.half, j.half); len(stoodFor) != want || selfMirrored == 0 {
			t.Errorf("n = %d: sets stand for %d, want %d; %d are their own mirror images", n, len(stoodFor), want, selfMirrored)
		}
	}
}

func binomial(n, k int) int {
	b := 1
	for i := range k {
		b = b * (n - i) / (i + 1)
	}
	return b
}

// TestJoinFrames compares the solutions of each frame with those of the board that
// have its queens in the middle row and column.
func TestJoinFrames(t *testing.T) {
	for n := 5; n <= 11; n += 2 {
		j := newJoin(n)
		middle := n / 2
		want := make([]uint64, len(j.frames))
		for p := range All(n) {
			for i, f := range j.frames {
				if p[middle] != f.queens[0].Col {
					continue
				}
				other := Square{slices.Index(p, middle), middle}
				if f.middle == nil || slices.Contains(f.middle, other) {
					want[i] += f.weight
				}
			}
		}
		c := j.newJoiner(portable)
		pieces, err := j.pieces(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		got := make([]uint64, len(j.frames))
		for _, p := range pieces {
			solutions, err := c.count(p, new(atomic.Bool))
			if err != nil {
				t.Fatal(err)
			}
			got[p.frame] += solutions
		}
		if !slices.Equal(got, want) {
			t.Errorf("n = %d: frames have %d solutions, want %d", n, got, want)
		}
	}
}

func TestJoinPieces(t *testing.T) {
	for _, n := range []int{4, 5, 12, 15, 18} {
		j := newJoin(n)
		whole, err := j.pieces(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		sets := 0
		for _, p := range whole {
			sets += p.sets
		}
		for _, atLeast := range []int{-1, 0, 2, 50, 1000, 1e5} {
			pieces, err := j.pieces(t.Context(), atLeast)
			if err != nil {
				t.Fatal(err)
			}
			if len(pieces) < min(atLeast, sets) {
				t.Errorf("n = %d: %d pieces, want at least %d", n, len(pieces), atLeast)
			}
			cut := 0
			for i, p := range pieces {
				cut += p.sets
				again := j.piece(p.frame, p.first, p.sets)
				if diff := cmp.Diff(p, again, cmp.AllowUnexported(joinPiece{}, columnSet{})); diff != "" {
					t.Fatalf("n = %d: piece %d is another one when made again:\n%s", n, i, diff)
				}
			}
			if cut != sets {
				t.Errorf("n = %d: at least %d pieces have %d sets, want %d", n, atLeast, cut, sets)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := newJoin(24).pieces(ctx, 10); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
}

func TestJoinOverflow(t *testing.T) {
	j := newJoin(12)
	j.frames[0].weight = math.MaxUint64 / 1000
	pieces, err := j.pieces(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := j.newJoiner(portable).count(pieces[0], new(atomic.Bool)); !errors.Is(err, ErrOverflow) {
		t.Errorf("count of more than 64 bits: %d, %v, want %v", got, err, ErrOverflow)
	}
}

// TestQuarterStoreFull counts with a store that has room for few lists.
func TestQuarterStoreFull(t *testing.T) {
	const n = 12
	j := newJoin(n)
	j.store.room = 1000
	if got, want := joinCount(t, j.newJoiner(portable), 1), Reference[n].All; got != want {
		t.Errorf("n = %d: %d solutions, want %d", n, got, want)
	}
	if size := j.store.size.Load(); size > 2*j.store.room {
		t.Errorf("%d masks are kept, want about %d", size, j.store.room)
	}
}

// TestJoinStops sets the flag at random moments of a count that takes long, and looks
// how long it goes on. Lists of the larger boards are made in parts.
func TestJoinStops(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 19))
	for _, n := range []int{24, 25, 26, 28} {
		c := newJoin(n).newJoiner(fastest())
		f := &c.frames[len(c.frames)-1]
		var even columnSet
		for set := range c.sets(f, columnSet{0x555 & f.columns.left, 0}) {
			if bits.OnesCount32(set.left) == c.half/2 {
				even = set
				break
			}
		}
		best := time.Hour
		for try := 0; try < 3 || try < 10 && best > 50*time.Millisecond; try++ {
			var stop atomic.Bool
			var stopped time.Time
			time.AfterFunc(time.Duration(rng.IntN(300))*time.Millisecond, func() {
				stopped = time.Now()
				stop.Store(true)
			})
			for done := true; done; {
				_, done = c.pairs(f, even, &stop)
			}
			best = min(best, time.Since(stopped))
		}
		t.Logf("n = %d: stopped after %v", n, best)
		if slack := 50 * time.Millisecond; best > slack && !raceEnabled {
			t.Errorf("n = %d: goes on for %v, want at most %v", n, best, slack)
		}
	}
}

func TestTasksJoined(t *testing.T) {
	for _, n := range []int{8, 9, 12, 13} {
		s := newBoard(t, n)
		pieces, err := newJoin(n).pieces(t.Context(), 40)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range kernels() {
			var sum uint64
			for _, p := range pieces {
				count, err := retold(t, Task{solver: s, joined: p}).count(t.Context(), k)
				if err != nil {
					t.Fatal(err)
				}
				sum += count
			}
			if want := Reference[n].All; sum != want {
				t.Errorf("%s: n = %d: tasks have %d solutions, want %d", k.name, n, sum, want)
			}
		}
	}
}

func TestTaskJoinedUnmarshal(t *testing.T) {
	good := summed("queens-task/2 n=9 placed=c5 columns=0x83 sets=3")
	var task Task
	if err := task.UnmarshalText([]byte(good)); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ text, want string }{
		{"queens-task/2 n=9 placed=c5 columns=0x83 sets=0", "there are no 0 sets"},
		{"queens-task/2 n=9 placed=c5 columns=0x83 sets=-1", "there are no -1 sets"},
		{"queens-task/2 n=9 placed=c5 columns=0x83 sets=1000", "there are no 1000 sets"},
		{"queens-task/2 n=9 placed=c5 columns=0x83 sets=x", "sets="},
		{"queens-task/2 n=9 placed=c5 columns=83x sets=1", "columns="},
		{"queens-task/2 n=9 placed=c5 columns=0x87 sets=1", "there are no 1 sets"},
		{"queens-task/2 n=9 placed=c5 columns=0x1 sets=1", "there are no 1 sets"},
		{"queens-task/2 n=9 placed=c5 columns=0x93 sets=1", "not in standard form"},
		{"queens-task/2 n=9 placed=c4 columns=0x83 sets=1", "do not go with columns"},
		{"queens-task/2 n=9 columns=0x83 sets=1", "do not go with columns"},
		{"queens-task/2 n=8 placed=d4 columns=0x0f sets=1", "do not go with columns"},
		{"queens-task/2 n=8 columns=51 sets=1", "not in standard form"},
		{"queens-task/2 n=8 columns=0xf weight=1 sets=1", "unknown word"},
		{"queens-task/1 n=8 columns=0xf sets=1", "unknown word"},
		{"queens-task/2 n=8 torus columns=0xf sets=1", "only empty boards"},
		{"queens-task/2 n=8 given=b4 columns=0xf sets=1", "only empty boards"},
		{"queens-task/2 n=3 columns=0x1 sets=1", "only empty boards of size 4 to 32"},
		{"queens-task/2 n=33 columns=0x1 sets=1", "only empty boards of size 4 to 32"},
		{"queens-task/3 n=8 columns=0xf sets=1", "want \"queens-task/1\" or \"queens-task/2\""},
	}
	for _, test := range tests {
		err := new(Task).UnmarshalText([]byte(summed(test.text)))
		if err == nil || !strings.HasPrefix(err.Error(), "queens: ") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", test.text, err, test.want)
		}
	}
}

// The costs of pieces are those of their sets, and of each list of quarters once.
func TestJoinCosts(t *testing.T) {
	for _, n := range []int{4, 9, 12, 15, 22} {
		j := newJoin(n)
		pieces, err := j.pieces(t.Context(), 50)
		if err != nil {
			t.Fatal(err)
		}
		want := 0.0
		lists := make(map[uint32]bool)
		for i := range j.frames {
			f := &j.frames[i]
			for c := range j.sets(f, columnSet{}) {
				want += float64(j.cost(f, c))
				lower := f.lower(c)
				for _, cols := range []uint32{c.left, c.right, lower.left, lower.right} {
					if n < 22 && !lists[cols] {
						lists[cols] = true
						want += listCost * float64(j.cost(f, columnSet{left: cols}))
					}
				}
			}
		}
		costs := j.costs(pieces)
		sum := 0.0
		for i, cost := range costs {
			if cost < float64(pieces[i].cost) || cost <= 0 {
				t.Errorf("n = %d: piece %d costs %v, its sets %d", n, i, cost, pieces[i].cost)
			}
			sum += cost
		}
		if math.Abs(sum-want) > 1e-9*want {
			t.Errorf("n = %d: all pieces cost %v, want %v", n, sum, want)
		}
	}
}

// Joiners of tasks share their lists, and nobody keeps these when all are gone.
func TestJoinersShare(t *testing.T) {
	const n = 17
	a, b := takeJoiner(portable, n), takeJoiner(fastest(), n)
	if a.join != b.join || a.n != n {
		t.Error("two joiners do not share a join")
	}
	a, b = nil, nil
	for range 3 {
		runtime.GC()
	}
	if joins[n].Value() != nil {
		t.Error("a join outlives its joiners")
	}
}
