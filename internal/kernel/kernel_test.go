package kernel

import (
	"math/bits"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"example.com/queens/internal/bitboard"
	"example.com/queens/internal/testkit"
	"github.com/google/go-cmp/cmp"
)

// eachKernel tests each kernel of the build, and skips those that the machine cannot run.
func eachKernel(t *testing.T, test func(*testing.T, *Kernel)) {
	t.Helper()
	for _, k := range All {
		t.Run("impl="+k.Name, func(t *testing.T) {
			if missing := k.Missing(); len(missing) > 0 {
				t.Skipf("this machine has no %v", missing)
			}
			test(t, k)
		})
	}
}

// randomBlock has boards as the search makes them: each with a free square in the row.
func randomBlock(rng *rand.Rand, n, count int, row *OpenRow) []Partial {
	block := make([]Partial, count)
	sparse := func() uint32 { return rng.Uint32() & rng.Uint32() & uint32(bitboard.Below(n)) }
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

var plain = rules{
	"plain",
	func(k *Kernel) Expansion { return k.Plain },
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
		below := int(row.Below[from])
		n := below + int(row.Around[from])
		for col := range n {
			l |= left >> col & 1 << ((col + below) % n)
			r |= right >> col & 1 << ((col - below + n) % n)
		}
		return l, r
	},
}

func (r rules) randomRow(rng *rand.Rand, n int) *OpenRow {
	row := new(OpenRow)
	for i := range row.Open {
		row.Open[i] = rng.Uint32()&uint32(bitboard.Below(n)) | 1<<rng.IntN(n)
	}
	for i := range row.Below {
		row.Below[i] = 1 + uint32(rng.IntN(r.below(n)))
		row.Around[i] = r.around(n, row.Below[i])
	}
	return row
}

// expandNaively does what the kernels do, as simply as possible.
func (r rules) expandNaively(in []Partial, row *OpenRow) []Partial {
	var out []Partial
	for _, p := range in {
		for col := range 32 {
			queen := uint32(1) << col
			if queen&p.free(row) == 0 {
				continue
			}
			left, right := r.down(row, 0, p.left|queen, p.right|queen)
			child := Partial{p.Cols | queen, left, right}
			left2, right2 := r.down(row, 1, left, right)
			if row.Open[1]&^(child.Cols|left|right) != 0 && row.Open[2]&^(child.Cols|left2|right2) != 0 {
				out = append(out, child)
			}
		}
	}
	return out
}

// onBoard is the block with only what is attacked on the board, if it is a torus: there the kernels
// leave more behind.
func (r rules) onBoard(block []Partial, n int) []Partial {
	if r.name == torus.name {
		for i := range block {
			block[i].left &= uint32(bitboard.Below(n))
			block[i].right &= uint32(bitboard.Below(n))
		}
	}
	return block
}

func TestKernelsSteps(t *testing.T) {
	testkit.Sequential(t)
	eachKernel(t, func(t *testing.T, k *Kernel) {
		rng := rand.New(rand.NewPCG(6, 7))
		for range 300 {
			n := 1 + rng.IntN(32)
			for _, r := range []rules{plain, torus} {
				checkExpand(t, rng, r, k, n)
				checkFinish(t, rng, r, k, max(n, 2))
			}
		}
	})
}

// checkExpand compares what a kernel makes of a part of a block with what expandNaively makes of
// it.
func checkExpand(t *testing.T, rng *rand.Rand, r rules, k *Kernel, n int) {
	t.Helper()
	row := r.randomRow(rng, n)
	block := randomBlock(rng, n, 1+rng.IntN(200), row)
	first := rng.IntN(len(block))
	count := rng.IntN(len(block) - first + 1)
	waiting := randomBlock(rng, n, rng.IntN(40), row)
	children := r.expandNaively(block[first:first+count], row)
	in, out := k.boards(block, 0), k.boards(waiting, 32*len(block)+1)
	r.on(k)(in, first, count, row, out)
	got := r.onBoard(out.block(), n)
	if diff := cmp.Diff(sorted(append(waiting, children...)), sorted(got), cmp.AllowUnexported(Partial{})); diff != "" {
		t.Fatalf("%s: %d boards, row %+v: children (-want +got):\n%s", r.name, count, *row, diff)
	}
	if !slices.Equal(in.block(), block) {
		t.Fatalf("%s: row %+v: the kernel changed its input", r.name, *row)
	}
}

// checkFinish compares a kernel on boards of size n with the rules.
func checkFinish(t *testing.T, rng *rand.Rand, r rules, k *Kernel, n int) {
	t.Helper()
	row := r.randomRow(rng, n)
	block := randomBlock(rng, n, 1+rng.IntN(200), row)
	for i := range block { // two columns are left
		col := rng.IntN(n)
		block[i].Cols = uint32(bitboard.Below(n)) &^ (1<<col | 1<<((col+1+rng.IntN(n-1))%n))
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

// TestKernels says which kernels the machine can run. Of those in the build, some may be missing:
// eachKernel skips them by name.
func TestKernels(t *testing.T) {
	all := Runnable()
	t.Logf("%s/%s: %v of %v", runtime.GOOS, runtime.GOARCH, kernelNames(all), kernelNames(All))
	if all[len(all)-1] != Portable {
		t.Errorf("kernels are %v, want %s last", kernelNames(all), Portable.Name)
	}
	for _, k := range all {
		if !slices.Contains(All, k) {
			t.Errorf("kernel %s is not among those of the build, %v", k.Name, kernelNames(All))
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
