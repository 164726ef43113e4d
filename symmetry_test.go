package queens_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/boardtest"
	"example.com/queens/internal/testkit"
	"github.com/google/go-cmp/cmp"
)

func TestApplyFormulas(t *testing.T) {
	for n := 1; n < 6; n++ {
		for sq := range boardtest.Squares(n) {
			r, c := sq.Row, sq.Col
			for s, want := range map[queens.Symmetry]queens.Square{
				queens.Identity:      {r, c},
				queens.Rotate90:      {c, n - 1 - r},
				queens.Rotate180:     {n - 1 - r, n - 1 - c},
				queens.Rotate270:     {n - 1 - c, r},
				queens.FlipRows:      {n - 1 - r, c},
				queens.Transpose:     {c, r},
				queens.FlipColumns:   {r, n - 1 - c},
				queens.AntiTranspose: {n - 1 - c, n - 1 - r},
			} {
				if got := s.Apply(n, sq); got != want {
					t.Errorf("n = %d: %v makes %v of %v, want %v", n, s, got, sq, want)
				}
			}
		}
	}
}

// On the squares of a board, which tell the symmetries apart, Compose does one after the other.
func TestGroup(t *testing.T) {
	for _, s := range boardtest.Symmetries {
		if s.Compose(s.Inverse()) != queens.Identity || s.Inverse().Compose(s) != queens.Identity {
			t.Errorf("%v is not the inverse of %v", s.Inverse(), s)
		}
		for _, u := range boardtest.Symmetries {
			const n = 3
			for sq := range boardtest.Squares(n) {
				if got, want := s.Compose(u).Apply(n, sq), s.Apply(n, u.Apply(n, sq)); got != want {
					t.Errorf("(%v∘%v)(%v) = %v, want %v", s, u, sq, got, want)
				}
			}
		}
	}
}

// transposable reports whether a placement has at most one queen in a column.
func transposable(p queens.Placement) bool {
	columns := slices.DeleteFunc(slices.Sorted(slices.Values(p)), func(col int) bool { return col == queens.Empty })
	return len(slices.Compact(columns)) == len(slices.Collect(p.Queens()))
}

func TestTransform(t *testing.T) {
	for n := range 5 {
		for p := range everyPlacement(n) {
			some := boardtest.Symmetries
			if !transposable(p) {
				some = []queens.Symmetry{queens.Identity, queens.Rotate180, queens.FlipRows, queens.FlipColumns} // which keep rows apart from columns
			}
			for _, s := range some {
				image := p.Transform(s)
				want := slices.Repeat(queens.Placement{queens.Empty}, n)
				for sq := range p.Queens() {
					sq = s.Apply(n, sq)
					want[sq.Row] = sq.Col
				}
				if !slices.Equal(image, want) {
					t.Fatalf("%v of %v is %v, want %v", s, p, image, want)
				}
			}
		}
	}
}

func TestOrbits(t *testing.T) {
	testkit.Sequential(t)
	for n := range 5 {
		for p := range everyPlacement(n) {
			if transposable(p) {
				checkOrbit(t, p)
			}
		}
	}
	for n := range 9 {
		for p := range queens.All(n) {
			checkOrbit(t, p)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{65, 100, 1000} {
		checkOrbit(t, rng.Perm(n))
	}
}

// checkOrbit checks all that Canonical, Fundamental, Orbit and Stabilizer say of p
// against Transform.
func checkOrbit(t *testing.T, p queens.Placement) {
	t.Helper()
	before := slices.Clone(p)
	var images []queens.Placement
	var stabilizer []queens.Symmetry
	for _, s := range boardtest.Symmetries {
		image := p.Transform(s)
		images = append(images, image)
		if slices.Equal(image, p) {
			stabilizer = append(stabilizer, s)
		}
	}
	slices.SortFunc(images, slices.Compare)
	images = slices.CompactFunc(images, slices.Equal)
	testkit.WantSame(t, images, p.Orbit(), "orbit of %v", p)
	testkit.WantSame(t, stabilizer, p.Stabilizer(), "stabilizer of %v", p)
	if len(images)*len(stabilizer) != len(boardtest.Symmetries) {
		t.Errorf("%v has %d images and a stabilizer of %d", p, len(images), len(stabilizer))
	}
	if got := p.Canonical(); !slices.Equal(got, images[0]) {
		t.Errorf("canonical form of %v is %v, want %v", p, got, images[0])
	}
	if got := p.IsFundamental(); got != slices.Equal(p, images[0]) {
		t.Errorf("%v fundamental: %v, but the first of its orbit is %v", p, got, images[0])
	}
	for _, q := range images {
		if diff := cmp.Diff(images, q.Orbit()); diff != "" {
			t.Errorf("the orbits of %v and its image %v differ:\n%s", p, q, diff)
		}
	}
	if !slices.Equal(p, before) {
		t.Errorf("%v was changed to %v", before, p)
	}
}

func TestPanics(t *testing.T) {
	shared := queens.Placement{1, queens.Empty, 1, 0}
	const sharedMessage = "queens: placement has no transpose: queens b1 and b3 share a column"
	for _, s := range []queens.Symmetry{queens.Rotate90, queens.Rotate270, queens.Transpose, queens.AntiTranspose} {
		wantPanic(t, sharedMessage, func() { shared.Transform(s) })
	}
	off := queens.Placement{0, 3, 1}
	const offMessage = "queens: placement has 3 on rank 2, want a column 0..2 or Empty (-1)"
	for _, s := range boardtest.Symmetries {
		wantPanic(t, offMessage, func() { off.Transform(s) })
	}
	for p, message := range map[*queens.Placement]string{&shared: sharedMessage, &off: offMessage} {
		wantPanic(t, message, func() { p.Canonical() })
		wantPanic(t, message, func() { p.IsFundamental() })
		wantPanic(t, message, func() { p.Orbit() })
		wantPanic(t, message, func() { p.Stabilizer() })
	}
	const message = "queens: Symmetry(8) is not a symmetry of the square, 0..7"
	wantPanic(t, message, func() { queens.Symmetry(8).Inverse() })
	wantPanic(t, message, func() { queens.Symmetry(8).Compose(queens.Identity) })
	wantPanic(t, message, func() { queens.Identity.Compose(8) })
	wantPanic(t, message, func() { queens.Symmetry(8).Apply(3, queens.Square{}) })
	wantPanic(t, message, func() { queens.Placement{0}.Transform(8) })
	wantPanic(t, "queens: placement of -1 rows, want 0 or more", func() { queens.NewPlacement(-1) })
}

func FuzzTransform(f *testing.F) {
	f.Add(uint8(8), uint8(1), uint8(5), uint64(3))
	f.Add(uint8(0), uint8(7), uint8(4), uint64(0))
	f.Add(uint8(255), uint8(2), uint8(6), uint64(9))
	f.Fuzz(func(t *testing.T, n, s, u uint8, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 0))
		p := queens.Placement(rng.Perm(int(n)))
		for row := range p {
			if rng.IntN(4) == 0 {
				p[row] = queens.Empty
			}
		}
		first, then := queens.Symmetry(s%8), queens.Symmetry(u%8)
		image := p.Transform(first)
		if back := image.Transform(first.Inverse()); !slices.Equal(back, p) {
			t.Errorf("%v and its inverse make %v of %v", first, back, p)
		}
		if got, want := image.Transform(then), p.Transform(then.Compose(first)); !slices.Equal(got, want) {
			t.Errorf("%v and then %v make %v of %v, want %v", first, then, got, p, want)
		}
		if image.Valid() != p.Valid() {
			t.Errorf("%v changes whether %v is valid", first, p)
		}
		if got, want := image.Canonical(), p.Canonical(); !slices.Equal(got, want) {
			t.Errorf("canonical forms of %v and its image under %v are %v and %v", p, first, want, got)
		}
	})
}
