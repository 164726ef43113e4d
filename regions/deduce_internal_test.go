package regions

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/queens"
)

// What a search finds out of squares is true, however early it is ended, and with time it
// finds out all.
func TestTrialsSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 12))
	unknown := 0
	for range 300 {
		n := 4 + rng.IntN(4)
		m := newMaker(t.Context(), n, rng, queens.Easy)
		m.begin()
		m.grow()
		b := m.board()
		alive := make(set, m.words)
		for p := range b.Solutions(t.Context()) {
			for queen := range p.Queens() {
				alive.insert(m.number(queen))
			}
		}
		for _, nodes := range []int{1, 2, squareNodes} {
			d := newTrials(t.Context(), newSheet(b), nodes)
			for square := range d.start.open.squares() {
				if d.alive.has(square) && !alive.has(square) || d.dead.has(square) && alive.has(square) {
					t.Fatalf("%v\nwith %d nodes: wrong about %v", b, nodes, m.squareList[square])
				}
				if !d.alive.has(square) && !d.dead.has(square) {
					unknown++
					if nodes == squareNodes {
						t.Fatalf("%v\nnothing is known of %v", b, m.squareList[square])
					}
				}
			}
			if nodes == squareNodes && !slices.Equal(d.alive, alive) {
				t.Fatalf("%v\n%d squares are in solutions, want %d", b, d.alive.size(), alive.size())
			}
		}
	}
	if unknown == 0 {
		t.Error("no search was ended early")
	}
}
