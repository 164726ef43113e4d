package queens

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"example.com/queens/internal/bitset"
	"example.com/queens/internal/words"
	"example.com/queens/internal/work"
)

// A Census says how many solutions a board has, All, and how many orbits they form under
// [Board.Symmetries], Fundamental: there is one fundamental solution in each. Orbits[k] is the
// number of orbits of k solutions. On the empty 8×8 board 11 orbits of 8 and one of 4 make 92.
type Census struct {
	All         uint64    `json:"all"`
	Fundamental uint64    `json:"fundamental"`
	Orbits      [9]uint64 `json:"orbits"`
}

// UnmarshalJSON reads a census as encoding/json writes it. It is an error if anything is
// missing, and c does not change.
func (c *Census) UnmarshalJSON(data []byte) error {
	const what = "queens: census"
	var read struct {
		All         *uint64   `json:"all"`
		Fundamental *uint64   `json:"fundamental"`
		Orbits      []*uint64 `json:"orbits"`
	}
	if err := cmp.Or(words.ReadObject(data, what, &read),
		words.Missing(what, "all", read.All), words.Missing(what, "fundamental", read.Fundamental)); err != nil {
		return err
	}
	census := Census{All: *read.All, Fundamental: *read.Fundamental}
	if len(read.Orbits) != len(census.Orbits) || slices.Contains(read.Orbits, nil) {
		return fmt.Errorf("%s without %d numbers of orbits in JSON", what, len(census.Orbits))
	}
	for size, orbits := range read.Orbits {
		census.Orbits[size] = *orbits
	}
	*c = census
	return nil
}

// String returns c in words: "92 solutions in 12 orbits: 1 of 4, 11 of 8".
func (c Census) String() string {
	said := fmt.Sprintf("%s in %s", words.Plural(c.All, "solution"), words.Plural(c.Fundamental, "orbit"))
	separator := ": "
	for size, orbits := range c.Orbits {
		if orbits > 0 {
			said += fmt.Sprintf("%s%d of %d", separator, orbits, size)
			separator = ", "
		}
	}
	return said
}

// Census counts the solutions and their orbits. It takes little longer than [Board.Count],
// whose errors it returns. A cancelled context ends it within milliseconds, with the context's
// error. If the number of solutions is known, see [Board.CensusOf].
func (b *Board) Census(ctx context.Context, opts ...Option) (Census, error) {
	all, err := b.Count(ctx, opts...)
	if err != nil {
		return Census{}, err
	}
	return b.CensusOf(ctx, all, opts...)
}

// CensusOf is [Board.Census] when the number of solutions is known: all is the answer of
// [Board.Count], or the sum of [Task.Count] over all tasks. It does not count them again,
// but searches for those that a turn of the board keeps: at n = 20 that takes a fraction of a
// second, and at n = 27 many minutes, on one goroutine, whatever the options say.
//
// It is an error if the solutions that no turn keeps cannot form orbits as large as the group
// of the board's symmetries: then all is wrong. This is a weak check on a long count. On an
// empty board it catches seven of eight random errors, such as slips in adding up, but not
// solutions that were left out, which come in multiples of 8. [Task.Check] detects more.
//
// A cancelled context ends it within milliseconds, with the context's error.
func (b *Board) CensusOf(ctx context.Context, all uint64, opts ...Option) (Census, error) {
	if _, err := newTeam(opts); err != nil {
		return Census{}, err
	}
	if b.N() < 2 && all > 1 {
		return Census{}, fmt.Errorf("queens: %s cannot be all: n = %d has at most one", words.Plural(all, "solution"), b.N())
	}
	// What a quarter turn keeps, the half turn keeps as well.
	var keptByHalf, keptByQuarter uint64
	err := untilDone(ctx, func(stop *atomic.Bool) (err error) {
		if keptByHalf, err = b.countKept(stop, Rotate180); err == nil {
			keptByQuarter, err = b.countKept(stop, Rotate90)
		}
		return err
	})
	if err != nil {
		return Census{}, err
	}
	return censusOf(all, keptByHalf, keptByQuarter, b.order())
}

// censusOf sorts solutions into orbits, by their number, by how many of them a half turn and a
// quarter turn keep, and by the order of the group.
func censusOf(all, keptByHalf, keptByQuarter, order uint64) (Census, error) {
	if all < keptByHalf || (all-keptByHalf)%order != 0 {
		return Census{}, fmt.Errorf("queens: %s cannot be all: a turn keeps %d, and the others form orbits of %d",
			words.Plural(all, "solution"), keptByHalf, order)
	}
	census := Census{All: all}
	size := order
	for _, solutions := range []uint64{all - keptByHalf, keptByHalf - keptByQuarter, keptByQuarter} {
		if solutions > 0 {
			census.Orbits[size] = solutions / size
			census.Fundamental += census.Orbits[size]
		}
		size /= 2
	}
	return census, nil
}

// countKept counts the solutions that a turn of the board keeps, on boards of two rows or more.
// There no reflection keeps a solution: the image of a queen off its axis would stand in the
// queen's row or column, or on its diagonal.
func (b *Board) countKept(stop *atomic.Bool, turn Symmetry) (uint64, error) {
	n := len(b.start.open)
	if n < 2 || b.start.hopeless() || !slices.Contains(b.group, turn) {
		return 0, nil
	}
	search := turnSearch{board: b.start, turn: turn, stop: stop}
	for low := (n - 1) / 2; low >= 0; low-- {
		search.sequence = append(search.sequence, low)
	}
	search.fill(occupied{})
	if stop.Load() {
		return 0, work.ErrStopped
	}
	return search.solutions, nil
}

// A turnSearch counts the solutions that a turn of the board keeps. It places queens on whole
// orbits of squares under the turn: two squares, four, or the centre. An orbit that fills a row
// fills the row's mirror image, too.
type turnSearch struct {
	board     bitboard
	turn      Symmetry
	sequence  []int // rows of the first half, the middle first: queens there attack most
	solutions uint64
	stop      *atomic.Bool
}

// occupied has a bit for each row with a queen, and one for each of the [Square.tracks] with
// one, columns first.
type occupied struct {
	rows   uint64
	tracks [5 * MaxN / 64]uint64
}

// fill goes through the orbits that fill the next row without a queen.
func (t *turnSearch) fill(taken occupied) {
	if t.stop.Load() {
		return
	}
	next := slices.IndexFunc(t.sequence, func(row int) bool { return taken.rows>>row&1 == 0 })
	if next < 0 {
		t.solutions++
		return
	}
	row := t.sequence[next]
	for col := range bitset.Members(t.board.open[row] &^ taken.tracks[0]) {
		first, all := Square{row, col}, taken
		for at := first; t.place(at, &all); {
			if at = t.turn.Apply(len(t.board.open), at); at == first {
				t.fill(all)
				break
			}
		}
	}
}

// place puts a queen on a square, and reports whether the square was open and not attacked.
func (t *turnSearch) place(s Square, taken *occupied) bool {
	tracks := s.tracks(len(t.board.open), t.board.torus)
	row, col := uint64(1)<<s.Row, uint64(1)<<s.Col
	diagonals, diagonal := &taken.tracks[tracks[1]/64], uint64(1)<<(tracks[1]%64)
	antidiagonals, antidiagonal := &taken.tracks[tracks[2]/64], uint64(1)<<(tracks[2]%64)
	if t.board.open[s.Row]&col == 0 ||
		taken.rows&row|taken.tracks[0]&col|*diagonals&diagonal|*antidiagonals&antidiagonal != 0 {
		return false
	}
	taken.rows |= row
	taken.tracks[0] |= col
	*diagonals |= diagonal
	*antidiagonals |= antidiagonal
	return true
}
