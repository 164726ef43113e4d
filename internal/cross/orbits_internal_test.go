package cross

import "testing"

// TestOrbitsOfLargeBoards has the numbers of boards on which it takes long to find the solutions that
// turns keep, of OEIS as in [Reference]: the orbits of the right number of solutions are as
// many as A002562 says, and no number that is off by less than eight can be right. Nobody knows
// the number at n = 28, nor the orbits; but it must be 0 modulo 8.
func TestOrbitsOfLargeBoards(t *testing.T) {
	const unknown = 2_500_000_000_000_000_000 // a multiple of 8
	for _, known := range []struct {
		n                               int
		all, half, quarter, fundamental uint64
	}{
		{24, 227514171973736, 11675080, 3328, 28439272956934},
		{25, 2207893435808352, 34132592, 3264, 275986683743434},
		{26, 22317699616364044, 115718268, 0, 2789712466510289},
		{27, 234907967154122528, 320403024, 0, 29363495934315694},
		{28, unknown, 1250901440, 32896, 0},
	} {
		const order = 8
		orbits, bySize, err := sortIntoOrbits(known.all, known.half, known.quarter, order)
		if err != nil || known.fundamental > 0 && orbits != known.fundamental {
			t.Errorf("n = %d: %v, %v, want %d orbits", known.n, orbits, err, known.fundamental)
		}
		var all uint64
		for size, orbits := range bySize {
			all += uint64(size) * orbits
		}
		if all != known.all {
			t.Errorf("n = %d: the orbits have %d solutions, want %d", known.n, all, known.all)
		}
		for off := uint64(1); off < 8; off++ {
			for _, wrong := range []uint64{known.all - off, known.all + off} {
				if orbits, _, err := sortIntoOrbits(wrong, known.half, known.quarter, order); err == nil {
					t.Errorf("n = %d: %d solutions are taken for %d orbits", known.n, wrong, orbits)
				}
			}
		}
		if _, _, err := sortIntoOrbits(known.all+8, known.half, known.quarter, order); err != nil {
			t.Errorf("n = %d: eight more: %v", known.n, err) // it is worth no more than three bits
		}
	}
}
