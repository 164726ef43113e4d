package kernel

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
func randomBlock(rng *rand.Rand, n, count int, row *OpenRow) []Partial {
	block := make([]Partial, count)
	sparse := func() uint32 { return rng.Uint32() & rng.Uint32() & uint32(bitset.Below(n)) }
	for i := range block {
		for {
			block[i] = Partial{sparse(), sparse(), sparse()}
			if block[i].free(row) != 0 {
				break
			}
		}
	}
	return block
}

// boards returns a block in the form that the kernel takes, with room for more.
func (k *Kernel) boards(block []Partial, more int) *Boards {
	b := k.NewBoards(len(block) + more)
	for _, p := range block {
		b.Push(p)
	}
	return &b
}

// block undoes boards.
func (b *Boards) block() []Partial {
	if b.Whole != nil {
		return slices.Clone(b.Whole[:b.N])
	}
	var block []Partial
	for i := range b.N {
		block = append(block, Partial{b.Cols[i], b.Left[i], b.Right[i]})
	}
	return block
}

// sorted returns the block in a fixed order.
func sorted(block []Partial) []Partial {
	return slices.SortedFunc(slices.Values(block), func(x, y Partial) int {
		return slices.Compare([]uint32{x.Cols, x.left, x.right}, []uint32{y.Cols, y.left, y.right})
	})
}

// rules say how diagonals continue from row to row.
type rules struct {
	name   string
	on     func(*Kernel) Expansion
	below  func(n int) int // the most rows from one to the next
	around func(n int, below uint32) uint32
	// down moves diagonals to the next of the rows below, from the one with the index.
	down func(row *OpenRow, from int, left, right uint32) (uint32, uint32)
}

var plane = rules{
	"plane",
	func(k *Kernel) Expansion { return k.Plane },
	func(int) int { return 4 },
	func(int, uint32) uint32 { return 32 },
	func(row *OpenRow, from int, left, right uint32) (uint32, uint32) {
		return left << row.Below[from], right >> row.Below[from]
	},
}

var torus = rules{
	"torus",
	func(k *Kernel) Expansion { return k.Torus },
	func(n int) int { return min(4, n) },
	func(n int, below uint32) uint32 { return uint32(n) - below },
	func(row *OpenRow, from int, left, right uint32) (l, r uint32) {
		n := bits.Len32(row.Full)
		below := int(row.Below[from])
		for col := range n {
			l |= left >> col & 1 << ((col + below) % n)
			r |= right >> col & 1 << ((col - below + n) % n)
		}
		return l, r
	},
}

func (r rules) randomRow(rng *rand.Rand, n int) *OpenRow {
	row := &OpenRow{Full: uint32(bitset.Below(n))}
	for i := range row.Open {
		row.Open[i] = rng.Uint32()&uint32(bitset.Below(n)) | 1<<rng.IntN(n)
	}
	for i := range row.Below {
		row.Below[i] = 1 + uint32(rng.IntN(r.below(n)))
		row.Around[i] = r.around(n, row.Below[i])
	}
	return row
}

// expandPlainly does what the kernels do, as simply as possible, for a row with as many rows below
// as are given. If last, there are no others.
func (r rules) expandPlainly(in []Partial, row *OpenRow, below int, last bool) []Partial {
	var out []Partial
	for _, p := range in {
		for col := range 32 {
			queen := uint32(1) << col
			if queen&p.free(row) == 0 {
				continue
			}
			left, right := r.down(row, 0, p.left|queen, p.right|queen)
			child := Partial{p.Cols | queen, left, right}
			covered, good := child.Cols, true
			for i := 1; i <= below; i++ {
				free := row.Open[i] &^ (child.Cols | left | right)
				covered |= free
				good = good && free != 0
				if i < below {
					left, right = r.down(row, i, left, right)
				}
			}
			if good && (!last || covered == row.Full) {
				out = append(out, child)
			}
		}
	}
	return out
}

// onBoard is the block with only what is attacked on the board, if it is a torus:
// there the kernels leave more behind.
func (r rules) onBoard(block []Partial, row *OpenRow) []Partial {
	if r.name == torus.name {
		for i := range block {
			block[i].left &= row.Full
			block[i].right &= row.Full
		}
	}
	return block
}

func TestKernelsExpand(t *testing.T) {
	eachKernel(t, func(t *testing.T, k *Kernel) {
		rng := rand.New(rand.NewPCG(6, 7))
		for range 300 {
			n := 1 + rng.IntN(32)
			for _, r := range []rules{plane, torus} {
				row := r.randomRow(rng, n)
				block := randomBlock(rng, n, 1+rng.IntN(200), row)
				checkExpand(t, rng, r, k, r.on(k).Expand, block, row, 2, false)
			}
		}
	})
}

func TestKernelsExpandLast(t *testing.T) {
	eachKernel(t, func(t *testing.T, k *Kernel) {
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
				block[i].Cols |= row.Full &^ left
			}
			kept += checkExpand(t, rng, plane, k, k.Plane.ExpandLast, block, row, 3, true)
			checkExpand(t, rng, torus, k, k.Torus.ExpandLast, block, row, 2, false)
		}
		if kept < 300 {
			t.Errorf("only %d boards are kept", kept)
		}
	})
}

// checkExpand compares what a kernel makes of a part of the block with what
// expandPlainly makes of it, and returns how many children it keeps.
func checkExpand(t *testing.T, rng *rand.Rand, r rules, k *Kernel,
	expand func(in *Boards, first, count int, row *OpenRow, out *Boards),
	block []Partial, row *OpenRow, below int, last bool) int {
	t.Helper()
	first := rng.IntN(len(block))
	count := rng.IntN(len(block) - first + 1)
	waiting := randomBlock(rng, bits.Len32(row.Full), rng.IntN(40), row)
	children := r.expandPlainly(block[first:first+count], row, below, last)
	in, out := k.boards(block, 0), k.boards(waiting, 32*len(block)+1)
	expand(in, first, count, row, out)
	got := r.onBoard(out.block(), row)
	if diff := cmp.Diff(sorted(append(waiting, children...)), sorted(got), cmp.AllowUnexported(Partial{})); diff != "" {
		t.Fatalf("%s: %d boards, row %+v, %d rows below: children (-want +got):\n%s", r.name, count, *row, below, diff)
	}
	if !slices.Equal(in.block(), block) {
		t.Fatalf("%s: row %+v, %d rows below: the kernel changed its input", r.name, *row, below)
	}
	return len(children)
}

func TestKernelsFinish(t *testing.T) {
	eachKernel(t, func(t *testing.T, k *Kernel) {
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
func checkFinish(t *testing.T, rng *rand.Rand, r rules, k *Kernel, n int) {
	t.Helper()
	row := r.randomRow(rng, n)
	block := randomBlock(rng, n, 1+rng.IntN(200), row)
	for i := range block { // two columns are left
		col := rng.IntN(n)
		block[i].Cols = uint32(bitset.Below(n)) &^ (1<<col | 1<<((col+1+rng.IntN(n-1))%n))
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
			want += uint64(bits.OnesCount32(row.Open[1] &^ (p.Cols | queen | left | right)))
		}
	}
	if got := k.Finish(k.boards(block, 0), first, count, row); got != want {
		t.Fatalf("%s: n = %d, %d boards, row %+v: %d solutions, want %d", r.name, n, count, *row, got, want)
	}
}

// TestKernels says which kernels the machine can run. Of those in the build, some may be
// missing: eachKernel skips them by name.
func TestKernels(t *testing.T) {
	all := Runnable()
	t.Logf("%s/%s: %v of %v", runtime.GOOS, runtime.GOARCH, kernelNames(all), kernelNames(Built()))
	if all[len(all)-1] != Portable {
		t.Errorf("kernels are %v, want %s last", kernelNames(all), Portable.Name)
	}
	for _, k := range all {
		if !slices.Contains(Built(), k) {
			t.Errorf("kernel %s is not among those of the build, %v", k.Name, kernelNames(Built()))
		}
	}
}

func kernelNames(some []*Kernel) []string {
	var all []string
	for _, k := range some {
		all = append(all, k.Name)
	}
	return all
}
