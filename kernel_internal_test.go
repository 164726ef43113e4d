package queens

import (
	"math/bits"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"example.com/queens/internal/bitset"
	"github.com/google/go-cmp/cmp"
)

// randomBlock has boards as the search makes them: each with a free square in
// the row.
func randomBlock(rng *rand.Rand, n, count int, row *openRow) []partial {
	block := make([]partial, count)
	sparse := func() uint32 { return rng.Uint32() & rng.Uint32() & uint32(bitset.Below(n)) }
	for i := range block {
		for {
			block[i] = partial{sparse(), sparse(), sparse()}
			if block[i].free(row) != 0 {
				break
			}
		}
	}
	return block
}

// boards returns a block in the form that the kernel takes, with room for more.
func (k *kernel) boards(block []partial, more int) *boards {
	b := k.newBoards(len(block) + more)
	for _, p := range block {
		b.push(p)
	}
	return &b
}

// block undoes boards.
func (b *boards) block() []partial {
	if b.whole != nil {
		return slices.Clone(b.whole[:b.n])
	}
	var block []partial
	for i := range b.n {
		block = append(block, partial{b.cols[i], b.left[i], b.right[i]})
	}
	return block
}

// sorted returns the block in a fixed order.
func sorted(block []partial) []partial {
	return slices.SortedFunc(slices.Values(block), func(x, y partial) int {
		return slices.Compare([]uint32{x.cols, x.left, x.right}, []uint32{y.cols, y.left, y.right})
	})
}

// rules say how diagonals continue from row to row.
type rules struct {
	name   string
	on     func(*kernel) expansion
	below  func(n int) int // the most rows from one to the next
	around func(n int, below uint32) uint32
	// down moves diagonals to the next of the rows below, from the one with the index.
	down func(row *openRow, from int, left, right uint32) (uint32, uint32)
}

var plane = rules{
	"plane",
	func(k *kernel) expansion { return k.plane },
	func(int) int { return 4 },
	func(int, uint32) uint32 { return 32 },
	func(row *openRow, from int, left, right uint32) (uint32, uint32) {
		return left << row.below[from], right >> row.below[from]
	},
}

var torus = rules{
	"torus",
	func(k *kernel) expansion { return k.torus },
	func(n int) int { return min(4, n) },
	func(n int, below uint32) uint32 { return uint32(n) - below },
	func(row *openRow, from int, left, right uint32) (l, r uint32) {
		n := bits.Len32(row.full)
		below := int(row.below[from])
		for col := range n {
			l |= left >> col & 1 << ((col + below) % n)
			r |= right >> col & 1 << ((col - below + n) % n)
		}
		return l, r
	},
}

func (r rules) randomRow(rng *rand.Rand, n int) *openRow {
	row := &openRow{full: uint32(bitset.Below(n))}
	for i := range row.open {
		row.open[i] = rng.Uint32()&uint32(bitset.Below(n)) | 1<<rng.IntN(n)
	}
	for i := range row.below {
		row.below[i] = 1 + uint32(rng.IntN(r.below(n)))
		row.around[i] = r.around(n, row.below[i])
	}
	return row
}

// expandPlainly does what the kernels do, as simply as possible, for a row with as many rows below
// as are given. If last, there are no others.
func (r rules) expandPlainly(in []partial, row *openRow, below int, last bool) []partial {
	var out []partial
	for _, p := range in {
		for col := range 32 {
			queen := uint32(1) << col
			if queen&p.free(row) == 0 {
				continue
			}
			left, right := r.down(row, 0, p.left|queen, p.right|queen)
			child := partial{p.cols | queen, left, right}
			covered, good := child.cols, true
			for i := 1; i <= below; i++ {
				free := row.open[i] &^ (child.cols | left | right)
				covered |= free
				good = good && free != 0
				if i < below {
					left, right = r.down(row, i, left, right)
				}
			}
			if good && (!last || covered == row.full) {
				out = append(out, child)
			}
		}
	}
	return out
}

// onBoard is the block with only what is attacked on the board, if it is a torus:
// there the kernels leave more behind.
func (r rules) onBoard(block []partial, row *openRow) []partial {
	if r.name == torus.name {
		for i := range block {
			block[i].left &= row.full
			block[i].right &= row.full
		}
	}
	return block
}

func TestKernelsExpand(t *testing.T) {
	eachKernel(t, func(t *testing.T, k *kernel) {
		rng := rand.New(rand.NewPCG(6, 7))
		for range 300 {
			n := 1 + rng.IntN(32)
			for _, r := range []rules{plane, torus} {
				row := r.randomRow(rng, n)
				block := randomBlock(rng, n, 1+rng.IntN(200), row)
				checkExpand(t, rng, r, k, r.on(k).expand, block, row, 2, false)
			}
		}
	})
}

func TestKernelsExpandLast(t *testing.T) {
	eachKernel(t, func(t *testing.T, k *kernel) {
		rng := rand.New(rand.NewPCG(14, 15))
		kept := 0
		for range 1000 {
			n := 4 + rng.IntN(29)
			row := torus.randomRow(rng, n)
			block := randomBlock(rng, n, 1+rng.IntN(200), row)
			for i := range block { // four columns are left, as in the search
				queen := block[i].free(row)
				left := queen & -queen
				for range 3 {
					left |= 1 << rng.IntN(n)
				}
				block[i].cols |= row.full &^ left
			}
			kept += checkExpand(t, rng, plane, k, k.plane.expandLast, block, row, 3, true)
			checkExpand(t, rng, torus, k, k.torus.expandLast, block, row, 2, false)
		}
		if kept < 300 {
			t.Errorf("only %d boards are kept", kept)
		}
	})
}

// checkExpand compares what a kernel makes of a part of the block with what
// expandPlainly makes of it, and returns how many children it keeps.
func checkExpand(t *testing.T, rng *rand.Rand, r rules, k *kernel,
	expand func(in *boards, first, count int, row *openRow, out *boards),
	block []partial, row *openRow, below int, last bool) int {
	t.Helper()
	first := rng.IntN(len(block))
	count := rng.IntN(len(block) - first + 1)
	waiting := randomBlock(rng, bits.Len32(row.full), rng.IntN(40), row)
	children := r.expandPlainly(block[first:first+count], row, below, last)
	in, out := k.boards(block, 0), k.boards(waiting, 32*len(block)+1)
	expand(in, first, count, row, out)
	got := r.onBoard(out.block(), row)
	if diff := cmp.Diff(sorted(append(waiting, children...)), sorted(got), cmp.AllowUnexported(partial{})); diff != "" {
		t.Fatalf("%s: %d boards, row %+v, %d rows below: children (-want +got):\n%s", r.name, count, *row, below, diff)
	}
	if !slices.Equal(in.block(), block) {
		t.Fatalf("%s: row %+v, %d rows below: the kernel changed its input", r.name, *row, below)
	}
	return len(children)
}

func TestKernelsFinish(t *testing.T) {
	eachKernel(t, func(t *testing.T, k *kernel) {
		rng := rand.New(rand.NewPCG(8, 9))
		for range 300 {
			n := 2 + rng.IntN(31)
			for _, r := range []rules{plane, torus} {
				checkFinish(t, rng, r, k, n)
			}
		}
	})
}

// checkFinish compares a kernel on boards of size n with the rules.
func checkFinish(t *testing.T, rng *rand.Rand, r rules, k *kernel, n int) {
	t.Helper()
	row := r.randomRow(rng, n)
	block := randomBlock(rng, n, 1+rng.IntN(200), row)
	for i := range block { // two columns are left
		col := rng.IntN(n)
		block[i].cols = uint32(bitset.Below(n)) &^ (1<<col | 1<<((col+1+rng.IntN(n-1))%n))
	}
	first := rng.IntN(len(block))
	count := 1 + rng.IntN(len(block)-first)
	var want uint64
	for _, p := range block[first : first+count] {
		for col := range n {
			queen := uint32(1) << col
			if queen&p.free(row) == 0 {
				continue
			}
			left, right := r.down(row, 0, p.left|queen, p.right|queen)
			want += uint64(bits.OnesCount32(row.open[1] &^ (p.cols | queen | left | right)))
		}
	}
	if got := k.finish(k.boards(block, 0), first, count, row); got != want {
		t.Fatalf("%s: n = %d, %d boards, row %+v: %d solutions, want %d", r.name, n, count, *row, got, want)
	}
}

// TestKernels says which kernels the machine can run. Of those in the build, some may be
// missing: eachKernel skips them by name.
func TestKernels(t *testing.T) {
	all := kernels()
	t.Logf("%s/%s: %v of %v", runtime.GOOS, runtime.GOARCH, kernelNames(all), kernelNames(built()))
	if all[len(all)-1] != portable {
		t.Errorf("kernels are %v, want %s last", kernelNames(all), portable.name)
	}
	for _, k := range all {
		if !slices.Contains(built(), k) {
			t.Errorf("kernel %s is not among those of the build, %v", k.name, kernelNames(built()))
		}
	}
}

func kernelNames(some []*kernel) []string {
	var all []string
	for _, k := range some {
		all = append(all, k.name)
	}
	return all
}
