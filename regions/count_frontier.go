package regions

import (
	"context"
	"errors"
	"math"
	"math/bits"

	"example.com/queens"
)

// A frontier counts the solutions of a sheet row by row. All that the rows below need to know
// of the rows above is a state: the columns and the regions that have queens, and the column
// of the last queen. Columns and regions with no open square below must have theirs already.
// Counted by columns, the columns of the board are the rows here.
type frontier struct {
	ctx   context.Context
	rows  []openRow
	here  []states // by the column of the last queen; the last are for none
	next  []states
	count int // of states in next
	work  int // states gone through
	most  int // work that it may take
}

// states map each state to the number of ways that lead to it, or to overflow.
type states map[uint64]uint64

const overflow = 0 // stands for 2⁶⁴ ways or more

// An openRow is a row without a queen, with its open squares.
type openRow struct {
	open     uint32       // columns
	regions  [MaxN]uint32 // the bit of the region, by column
	required uint64       // what states must have after this row, as in their keys
	apart    bool         // from the queen of the row before, which is given, or from none
	between  float64      // how many states there may be after this row
}

// Why a frontier gives up.
var (
	errTooLong  = errors.New("more work than it may take")
	errTooLarge = errors.New("too many states for memory")
)

// mostStates is how many states a row may have. They take 16 bytes each in tables of which half
// may be free, for two rows.
const mostStates = 3 << 19

// fewestStates returns the rows of p, or its columns if these have fewer states.
func fewestStates(p *sheet) []openRow {
	rows, columns := rowsOf(p, Row), rowsOf(p, Column)
	if mostExpected(columns) < mostExpected(rows) {
		return columns
	}
	return rows
}

// countByRows returns the number of ways to fill rows of n squares, if the given work is enough
// to tell.
func countByRows(ctx context.Context, rows []openRow, n, work int) (uint64, error) {
	f := &frontier{ctx: ctx, rows: rows, most: work}
	for range n + 1 {
		f.here, f.next = append(f.here, states{}), append(f.next, states{})
	}
	f.here[n][0] = 1
	for i := range f.rows {
		if err := f.step(i); err != nil {
			return 0, err
		}
		f.here, f.next = f.next, f.here
	}
	total, carry := uint64(0), uint64(0)
	for _, ends := range f.here {
		for _, ways := range ends { // of one state, which has all columns and regions
			if total, carry = bits.Add64(total, ways, 0); carry != 0 || ways == overflow {
				return 0, queens.ErrOverflow
			}
		}
	}
	return total, nil
}

// rowsOf returns the pending rows of p, or its pending columns as rows.
func rowsOf(p *sheet, kind Kind) []openRow {
	in, across := p.rowOf, p.colOf
	other := Column
	if kind == Column {
		in, across, other = p.colOf, p.rowOf, Row
	}
	all := make([]openRow, p.n)
	for square := range p.open.squares() {
		r, c := &all[in[square]], across[square]
		r.open |= 1 << c
		r.regions[c] = 1 << p.region[square]
	}
	var rows []openRow
	for i, r := range all {
		if p.pending[kind]>>i&1 != 0 {
			r.apart = i == 0 || p.pending[kind]>>(i-1)&1 == 0
			rows = append(rows, r)
		}
	}
	below := uint64(0) // columns and regions with open squares below
	for i := len(rows) - 1; i >= 0; i-- {
		rows[i].required = (uint64(p.pending[Region])<<32 | uint64(p.pending[other])) &^ below
		below |= rows[i].reach()
	}
	above := uint64(0)
	for i := range rows {
		above |= rows[i].reach()
		required := rows[i].required
		columns := choices(i+1, uint32(above), uint32(required))
		rows[i].between = columns * choices(i+1, uint32(above>>32), uint32(required>>32))
	}
	return rows
}

// reach returns the columns and the regions of the open squares of a row.
func (r *openRow) reach() uint64 {
	reach := uint64(r.open)
	for open := r.open; open != 0; open &= open - 1 {
		reach |= uint64(r.regions[bits.TrailingZeros32(open)]) << 32
	}
	return reach
}

// choices returns the number of sets of a size that contain all that is required, and nothing
// that is not there.
func choices(size int, there, required uint32) float64 {
	free, wanted := bits.OnesCount32(there&^required), size-bits.OnesCount32(required)
	if wanted < 0 || wanted > free {
		return 0
	}
	result := 1.0
	for i := range wanted {
		result = result * float64(free-i) / float64(i+1)
	}
	return result
}

// mostExpected estimates how many states rows have together.
func mostExpected(rows []openRow) float64 {
	sum := 0.0
	for _, r := range rows {
		sum += r.between * math.Sqrt(float64(bits.OnesCount32(r.open)))
	}
	return sum
}

// step computes the states after a row from those before it.
func (f *frontier) step(i int) error {
	for j := range f.next {
		clear(f.next[j])
	}
	f.count = 0
	r := &f.rows[i]
	for last := range f.here {
		open := r.beside(last)
		for key, ways := range f.here[last] {
			if err := f.check(); err != nil {
				return err
			}
			used := uint32(key >> 32)
			for free := open &^ uint32(key); free != 0; free &= free - 1 {
				col := bits.TrailingZeros32(free)
				region := r.regions[col]
				grown := key | uint64(region)<<32 | 1<<col
				if used&region == 0 && r.required&^grown == 0 {
					f.add(col, grown, ways)
				}
			}
		}
	}
	return nil
}

// add adds ways to a state with its last queen in a column.
func (f *frontier) add(col int, key, ways uint64) {
	before, known := f.next[col][key]
	sum, carry := bits.Add64(before, ways, 0)
	switch {
	case !known:
		f.count++
	case carry != 0 || before == overflow || ways == overflow:
		sum = overflow
	}
	f.next[col][key] = sum
}

// beside returns the open squares of a row that do not touch the queen of the row before.
func (r *openRow) beside(last int) uint32 {
	if r.apart {
		return r.open
	}
	near := uint64(7) << last >> 1
	return r.open &^ uint32(near)
}

// check reports cancellation, and when a limit is exceeded.
func (f *frontier) check() error {
	if f.count > mostStates {
		return errTooLarge
	}
	if f.work++; f.work > f.most {
		return errTooLong
	}
	if f.work%4096 == 0 {
		return f.ctx.Err()
	}
	return nil
}
