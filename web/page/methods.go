package page

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"example.com/queens"
)

// The methods of a [Search].
const (
	Backtracking    = "backtracking"
	ForwardChecking = "forward-checking"
	MinConflicts    = "min-conflicts"
)

var methods = []string{Backtracking, ForwardChecking, MinConflicts}

// stepsOf returns the steps of the search of a position.
func stepsOf(q SearchRequest, p Position, board *queens.Board) (iter.Seq[queens.Step], error) {
	switch q.Method {
	case Backtracking, "":
		return board.Steps(), nil
	case ForwardChecking:
		return func(yield func(queens.Step) bool) { newTable(p, board, yield).forward(0) }, nil
	case MinConflicts:
		return func(yield func(queens.Step) bool) {
			newTable(p, board, yield).repair(rand.New(rand.NewPCG(8, 92+q.Run)))
		}, nil
	}
	return nil, fmt.Errorf("the method is %q, want one of %q", q.Method, methods)
}

// A table counts for each square the queens that attack it.
type table struct {
	Position
	board   *queens.Board
	allowed [][]int // columns open to the queen of each row
	attacks [][]int
	yield   func(queens.Step) bool
}

func newTable(p Position, board *queens.Board, yield func(queens.Step) bool) *table {
	t := &table{Position: p, board: board, attacks: make([][]int, p.N), yield: yield}
	for row := range p.N {
		t.attacks[row] = make([]int, p.N)
		var allowed []int
		for col := range p.N {
			s := queens.Square{Row: row, Col: col}
			attacks := func(q queens.Square) bool { return board.Attacks(q, s) }
			if !slices.Contains(p.Blocked, s) && !slices.ContainsFunc(p.Queens, attacks) {
				allowed = append(allowed, col)
			}
		}
		t.allowed = append(t.allowed, allowed)
	}
	return t
}

// put puts a queen on a square if by is 1 and removes it if by is -1.
func (t *table) put(queen queens.Square, by int) bool {
	for row, line := range t.attacks {
		for col := range line {
			if row != queen.Row && t.board.Attacks(queen, queens.Square{Row: row, Col: col}) {
				line[col] += by
			}
		}
	}
	op := queens.Place
	if by < 0 {
		op = queens.Remove
	}
	return t.yield(queens.Step{Op: op, Square: queen})
}

// forward goes on from a row like the textbook search, but takes a queen back at once if it
// leaves some later row without a square: forward checking, Haralick and Elliott, Increasing Tree
// Search Efficiency for Constraint Satisfaction Problems, Artificial Intelligence 14, 1980.
func (t *table) forward(row int) bool {
	for _, col := range t.allowed[row] {
		if t.attacks[row][col] > 0 {
			continue
		}
		queen := queens.Square{Row: row, Col: col}
		if !t.put(queen, 1) {
			return false
		}
		switch {
		case row == t.N-1:
			if !t.yield(queens.Step{Op: queens.Found, Square: queen}) {
				return false
			}
		case t.emptyRow(row+1) < 0:
			if !t.forward(row + 1) {
				return false
			}
		}
		if !t.put(queen, -1) {
			return false
		}
	}
	return true
}

// emptyRow returns the first row without a free square, starting at from, or -1.
func (t *table) emptyRow(from int) int {
	for row := from; row < t.N; row++ {
		if !slices.ContainsFunc(t.allowed[row], func(col int) bool { return t.attacks[row][col] == 0 }) {
			return row
		}
	}
	return -1
}

// mostMoves is how many queens are moved before a repair is given up.
const mostMoves = 5000

// repair puts a queen in each row at random. Then it moves an attacked queen to the other square of
// its row that the fewest queens attack, until none is attacked: Minton et al., Minimizing Conflicts,
// Artificial Intelligence 58, 1992.
func (t *table) repair(rng *rand.Rand) {
	at := make([]int, t.N)
	for row, allowed := range t.allowed {
		if len(allowed) == 0 {
			return
		}
		at[row] = allowed[rng.IntN(len(allowed))]
		if !t.put(queens.Square{Row: row, Col: at[row]}, 1) {
			return
		}
	}
	for range mostMoves {
		var attacked []int
		for row, col := range at {
			if t.attacks[row][col] > 0 {
				attacked = append(attacked, row)
			}
		}
		if len(attacked) == 0 {
			t.yield(queens.Step{Op: queens.Found, Square: queens.Square{Row: t.N - 1, Col: at[t.N-1]}})
			return
		}
		row := attacked[rng.IntN(len(attacked))]
		var best []int
		for _, col := range t.allowed[row] {
			if col == at[row] {
				continue // it has to move, or the search may get stuck here
			}
			if len(best) > 0 && t.attacks[row][col] < t.attacks[row][best[0]] {
				best = nil
			}
			if len(best) == 0 || t.attacks[row][col] == t.attacks[row][best[0]] {
				best = append(best, col)
			}
		}
		if len(best) == 0 {
			continue
		}
		col := best[rng.IntN(len(best))]
		if !t.put(queens.Square{Row: row, Col: at[row]}, -1) || !t.put(queens.Square{Row: row, Col: col}, 1) {
			return
		}
		at[row] = col
	}
}

// An Effort says how many squares a method tries before its first solution.
type Effort struct {
	Method  string `json:"method"`
	Tried   int    `json:"tried"`
	Outcome string `json:"outcome"` // one of the constants
}

// Outcomes of an [Effort].
const (
	Finds = "found"
	Ends  = "none"  // there is no solution
	Fails = "stuck" // it cannot tell that there is none
	Runs  = "cut"
)

// mostCompared is the number of squares after which a comparison ends.
const mostCompared = 1_000_000

// Compare counts the squares that each method tries before its first solution of a position.
func Compare(ctx context.Context, q SearchRequest) ([]Effort, error) {
	p, err := q.Position.checked()
	if err != nil {
		return nil, err
	}
	board, err := p.board()
	if err != nil {
		return nil, err
	}
	var efforts []Effort
	for _, method := range methods {
		q.Method = method
		steps, err := stepsOf(q, p, board)
		if err != nil {
			return nil, err
		}
		effort := Effort{Method: method, Outcome: Ends}
		if method == MinConflicts {
			effort.Outcome = Fails
		}
		for step := range steps {
			if step.Op == queens.Found {
				effort.Outcome = Finds
				break
			}
			if step.Op == queens.Remove {
				continue
			}
			if effort.Tried++; effort.Tried == mostCompared || ctx.Err() != nil {
				effort.Outcome = Runs
				break
			}
		}
		efforts = append(efforts, effort)
	}
	return efforts, ctx.Err()
}
