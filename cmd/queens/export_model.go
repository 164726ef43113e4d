package main

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"

	"example.com/queens"
)

// A model is a board as it is described to other programs: a variable for each square, which says
// whether a queen stands there, and how many may stand on each line.
type model struct {
	n       int
	name    string // of the board
	given   []queens.Square
	blocked []queens.Square
	exactly []line // one queen
	atMost  []line // one queen
	torus   bool
	regions [][]int // or nil: by row, the region of each square, from 0
	count   string  // how many solutions there are, as a comment, or empty
}

// A line is squares with a name: a row, a column, a diagonal or a region, or a block of four
// squares that touch each other.
type line struct {
	name    string
	squares []queens.Square
}

// number returns the number of the variable of a square.
func (m *model) number(s queens.Square) int { return s.Row*m.n + s.Col + 1 }

func modelOf(b board) *model {
	m := &model{n: b.N(), name: strings.ReplaceAll(b.String(), "\n", " "), given: slices.Collect(b.Given()), blocked: slices.Collect(b.Blocked())}
	m.exactly = slices.Concat(m.lines("r", func(s queens.Square) int { return s.Row + 1 }), m.lines("c", func(s queens.Square) int { return s.Col + 1 }))
	switch b := b.(type) {
	case plainBoard:
		m.addDiagonals(b.Toroidal())
	case regionBoard:
		m.addRegions(b)
	}
	return m
}

// lines returns the squares in groups by their number, each a line named by a letter and the number.
func (m *model) lines(letter string, number func(queens.Square) int) []line {
	groups := map[int][]queens.Square{}
	for s := range m.squares() {
		groups[number(s)] = append(groups[number(s)], s)
	}
	var lines []line
	for _, i := range slices.Sorted(maps.Keys(groups)) {
		lines = append(lines, line{fmt.Sprint(letter, i), groups[i]})
	}
	return lines
}

// addDiagonals adds the diagonals, except those too short to matter.
func (m *model) addDiagonals(torus bool) {
	m.torus = torus
	wrap := 2 * m.n
	if torus {
		wrap = m.n
	}
	down := m.lines("d", func(s queens.Square) int { return (s.Row - s.Col + m.n) % wrap })
	up := m.lines("a", func(s queens.Square) int { return (s.Row + s.Col) % wrap })
	m.atMost = slices.DeleteFunc(slices.Concat(down, up), func(l line) bool { return len(l.squares) == 1 })
}

func (m *model) addRegions(b regionBoard) {
	m.regions = b.Regions()
	m.exactly = append(m.exactly, m.lines("g", func(s queens.Square) int { return b.Region(s) + 1 })...)
	for s := range m.squares() {
		if r, c := s.Row, s.Col; r+1 < m.n && c+1 < m.n {
			block := []queens.Square{s, {Row: r, Col: c + 1}, {Row: r + 1, Col: c}, {Row: r + 1, Col: c + 1}}
			m.atMost = append(m.atMost, line{fmt.Sprintf("t%d.%d", r+1, c+1), block})
		}
	}
}

func (m *model) squares() iter.Seq[queens.Square] {
	return func(yield func(queens.Square) bool) {
		for i := range m.n * m.n {
			if !yield(queens.Square{Row: i / m.n, Col: i % m.n}) {
				return
			}
		}
	}
}

// comments returns what a file says about itself, without comment marks.
func (m *model) comments(variables string) []string {
	text := []string{fmt.Sprintf("place %d queens on the board %s", m.n, m.name), variables}
	if m.count != "" {
		text = append(text, m.count)
	}
	return text
}

const numbered = "variable (row-1)*n + column: a queen stands there; rows and columns from 1, squares a1 b1 c1 ... first"

// modelWriters write a model, by the name of the format.
var modelWriters = map[string]func(*model, io.Writer) error{
	"dimacs": (*model).writeDIMACS, "exact-cover": (*model).writeExactCover, "minizinc": (*model).writeMiniZinc, "opb": (*model).writeOPB,
}

// writeDIMACS writes conjunctive normal form: a clause for each line that must hold a queen, that
// one of its squares does, and one for each pair of squares on a line, that not both do.
func (m *model) writeDIMACS(w io.Writer) error {
	var clauses strings.Builder
	count := 0
	clause := func(literals ...int) {
		for _, literal := range literals {
			fmt.Fprintf(&clauses, "%d ", literal)
		}
		clauses.WriteString("0\n")
		count++
	}
	for _, s := range m.given {
		clause(m.number(s))
	}
	for _, s := range m.blocked {
		clause(-m.number(s))
	}
	for _, l := range m.exactly {
		clause(m.numbers(l)...)
	}
	for _, l := range slices.Concat(m.exactly, m.atMost) {
		numbers := m.numbers(l)
		for i, x := range numbers {
			for _, y := range numbers[i+1:] {
				clause(-x, -y)
			}
		}
	}
	out := bufio.NewWriter(w)
	for _, comment := range m.comments(numbered) {
		fmt.Fprintln(out, "c", comment)
	}
	fmt.Fprintf(out, "p cnf %d %d\n%s", m.n*m.n, count, clauses.String())
	return out.Flush()
}

func (m *model) numbers(l line) []int {
	numbers := make([]int, len(l.squares))
	for i, s := range l.squares {
		numbers[i] = m.number(s)
	}
	return numbers
}

// writeOPB writes linear constraints over 0 and 1.
func (m *model) writeOPB(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "* #variable= %d #constraint= %d\n", m.n*m.n, len(m.exactly)+len(m.atMost)+len(m.given)+len(m.blocked))
	for _, comment := range m.comments(strings.Replace(numbered, "variable (", "variable x((", 1)) {
		fmt.Fprintln(out, "*", strings.Replace(comment, "column:", "column):", 1))
	}
	for _, l := range m.exactly {
		m.sum(out, "+1", l.squares, "= 1")
	}
	for _, l := range m.atMost {
		m.sum(out, "-1", l.squares, ">= -1")
	}
	for _, s := range m.given {
		m.sum(out, "+1", []queens.Square{s}, "= 1")
	}
	for _, s := range m.blocked {
		m.sum(out, "+1", []queens.Square{s}, "= 0")
	}
	return out.Flush()
}

func (m *model) sum(w io.Writer, factor string, squares []queens.Square, relation string) {
	for _, s := range squares {
		fmt.Fprintf(w, "%s x%d ", factor, m.number(s))
	}
	fmt.Fprintf(w, "%s;\n", relation)
}

// writeExactCover writes the input of Knuth's programs for exact cover (DLX1 and later): the
// items that an option must cover and, after a bar, those that it may; then an option for each
// square on which a queen can stand: r is its row, c its column, g its region, and d, a and t are
// what no two queens share. There are no comments, because some solvers take them for items.
func (m *model) writeExactCover(w io.Writer) error {
	out := bufio.NewWriter(w)
	items := make(map[queens.Square][]string)
	header := make([]string, 0, len(m.exactly)+len(m.atMost)+1)
	add := func(lines []line) {
		for _, l := range lines {
			header = append(header, l.name)
			for _, s := range l.squares {
				items[s] = append(items[s], l.name)
			}
		}
	}
	add(m.exactly)
	header = append(header, "|")
	add(m.atMost)
	fmt.Fprintln(out, strings.Join(header, " "))
	for s := range m.squares() {
		shut := slices.Contains(m.blocked, s) || slices.ContainsFunc(m.given, func(g queens.Square) bool { return g.Row == s.Row && g != s })
		if !shut {
			fmt.Fprintln(out, strings.Join(items[s], " "))
		}
	}
	return out.Flush()
}

// writeMiniZinc writes a model in MiniZinc that prints its solution as a vector.
func (m *model) writeMiniZinc(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, comment := range m.comments("q[row] is the column of the queen; rows and columns from 1") {
		fmt.Fprintln(out, "%", comment)
	}
	fmt.Fprintf(out, "include \"alldifferent.mzn\";\nint: n = %d;\narray[1..n] of var 1..n: q;\nconstraint alldifferent(q);\n", m.n)
	switch {
	case m.regions != nil:
		fmt.Fprint(out, "array[1..n, 1..n] of int: region = [")
		for _, row := range m.regions {
			fmt.Fprint(out, "|", strings.Trim(strings.ReplaceAll(fmt.Sprint(row), " ", ","), "[]"))
		}
		fmt.Fprint(out, "|];\nconstraint alldifferent([region[r, q[r]] | r in 1..n]);\nconstraint forall(r in 1..n-1)(abs(q[r] - q[r+1]) > 1);\n")
	case m.torus:
		fmt.Fprint(out, "constraint alldifferent([(q[r] + r) mod n | r in 1..n]);\nconstraint alldifferent([(q[r] - r + n) mod n | r in 1..n]);\n")
	default:
		fmt.Fprint(out, "constraint alldifferent([q[r] + r | r in 1..n]);\nconstraint alldifferent([q[r] - r | r in 1..n]);\n")
	}
	for _, s := range m.given {
		fmt.Fprintf(out, "constraint q[%d] = %d;\n", s.Row+1, s.Col+1)
	}
	for _, s := range m.blocked {
		fmt.Fprintf(out, "constraint q[%d] != %d;\n", s.Row+1, s.Col+1)
	}
	fmt.Fprint(out, "solve satisfy;\noutput [show(q[r]) ++ \" \" | r in 1..n] ++ [\"\\n\"];\n")
	return out.Flush()
}
