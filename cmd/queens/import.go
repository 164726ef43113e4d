package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	"github.com/spf13/cobra"
)

func importCommand() *cobra.Command {
	var i importing
	cmd := &cobra.Command{
		Use:   "import BOARD [FILE]",
		Short: "Read a solver's answer",
		Long: `Import reads what a solver printed about an exported board, or about a model of
your own, from a file or from standard input:

  SAT, pseudo-Boolean   v 2 -3 0, a file of minisat, a list of PySAT
  MiniZinc, Essence     2 4 1 3, q = [2, 4, 1, 3], array1d(…), dzn, json
  XCSP3                 <values> 2 4 1 3 </values>
  SMT-LIB, z3           (q1 2), (define-fun q1 () Int 2), q1 = 2, (q_1_2 true)
  clingo, Prolog        queen(1,2), row first; [2,4,1,3]
  exact cover           options such as r1 c2 …
  OR-Tools              a diagram of Q and _

Rows and columns that are counted from 0 are refused, and so is output in which
there is neither a solution nor a statement that there is none. Each solution is
checked against the board and printed; a wrong one is an error. If the solver
says that there is none, import prints "no solution" without a check: complete
and unique decide that for themselves.

` + cli.BoardHelp,
		Example: `  queens import 8 answer.txt
  queens export 8 | cadical -q | queens import 8
  queens export 40 --to opb | clasp | queens import 40
  queens export 8 --to minizinc > q8.mzn; minizinc q8.mzn | queens import 8`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 && len(args) != 2 {
				return errors.New("import wants a board and at most one file; put quotes around a board that has spaces")
			}
			return nil
		},
		RunE: i.run,
	}
	i.printer.addTo(cmd, asVector)
	i.board.addTo(cmd)
	return cmd
}

type importing struct {
	board   boardFlags
	printer printer
}

func (i *importing) run(cmd *cobra.Command, args []string) error {
	b, err := i.board.one(cmd, args[0])
	if err != nil {
		return err
	}
	name := append(args, "-")[1]
	in, err := cli.Open(cmd, name)
	if err != nil {
		return err
	}
	defer in.Close()
	answers, err := readAnswers(b.N(), in, b.Check)
	switch {
	case cmd.Context().Err() != nil:
		return cmd.Context().Err()
	case err != nil:
		return cli.InFile(name, err)
	}
	if len(answers) == 0 {
		return i.printer.printNone(cmd)
	}
	return i.printer.print(cmd, b, slices.Values(answers))
}

// readAnswers reads what a solver printed about a board of n rows, and returns the solutions, or
// none if it says that there are none. check says what is wrong with a solution.
func readAnswers(n int, r io.Reader, check func(queens.Placement) error) ([]queens.Placement, error) {
	a := answers{n: n, check: check}
	a.clear()
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for number := 1; lines.Scan(); number++ {
		if err := a.line(lines.Text()); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	if err := cmp.Or(lines.Err(), a.end()); err != nil {
		return nil, err
	}
	if len(a.found) == 0 && !a.none {
		return nil, errors.New("neither a solution nor a statement that there is none")
	}
	return a.found, nil
}

// answers are solutions that are being read.
type answers struct {
	n     int
	check func(queens.Placement) error
	found []queens.Placement
	none  bool
	queen queens.Placement // of the current one
	begun bool
	atoms bool   // whether it is a set of atoms, which any other line ends
	array string // the name of the first array of columns: others are of something else
	rows  int    // of a diagram
	open  string // a definition that goes on in the next line
}

func (a *answers) clear() {
	a.queen, a.begun, a.atoms, a.rows = slices.Repeat(queens.Placement{queens.Empty}, a.n), false, false, 0
}

// end ends a solution, if one has begun.
func (a *answers) end() error {
	if !a.begun {
		return nil
	}
	if err := a.check(a.queen); err != nil {
		return fmt.Errorf("%v is not a solution: %s", a.queen, cli.Message(err))
	}
	a.found = append(a.found, a.queen)
	a.clear()
	return nil
}

var (
	// none matches what solvers say if there is no solution, but not what they say about the time.
	none = regexp.MustCompile(`UNSATISFIABLE|INCONSISTENT|^\s*(?i:unsat)\s*$`)
	// atom matches a queen of an answer set: queen(1,2), by row and column.
	atom = regexp.MustCompile(`\b[qQ]\w*\(\s*(-?\d+)\s*,\s*(-?\d+)\s*\)`)
	// array matches numbers with a name, q = [2, 4] or "q": [2, 4] or array1d(0..1, [0: 2, 1: 4]).
	array = regexp.MustCompile(`(?:(\w+)"?\s*[:=]\s*)?(?:array1d\([^\[]*)?["\[]([-\d:,\s]+?)(?:\\n|;[^\]]*)?["\]]`)
	// values matches the columns in an instantiation of XCSP3.
	values = regexp.MustCompile(`<values>([\d\s]*)</values>`)
	// value matches a column by row, (q1 2) or q1 = 2, or a square, (q_1_2 true), as SMT solvers have them.
	value = regexp.MustCompile(`\b[A-Za-z]+_?(\d+)(?:_(\d+))?\|?\s+(?:\(\)\s+(?:Int|Bool)\s+|=\s+)?(\d+|true|false|True|False)\b`)
	// diagramRow matches a row of a diagram with one queen.
	diagramRow = regexp.MustCompile(`^\s*(?:[._-]\s*)*Q\s*(?:[._-]\s*)*$`)
	// option matches the row and the column in an option of an exact cover, in any order,
	// after the number of the option if the solver prints it.
	option = regexp.MustCompile(`^\s*(?:\d+:\s*)?(?:r(\d+)\s(?:.*\s)?c(\d+)|c(\d+)\s(?:.*\s)?r(\d+))\b`)
	index  = regexp.MustCompile(`\d+:`)
)

// line reads a line in whatever format it is.
func (a *answers) line(text string) error {
	text, a.open = a.open+text, ""
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil
	}
	if strings.HasPrefix(words[0], "(define-fun") && !strings.HasSuffix(text, ")") { // z3 breaks the line
		a.open = text
		return nil
	}
	atoms := atom.MatchString(text)
	if a.atoms && !atoms {
		if err := a.end(); err != nil {
			return err
		}
	}
	switch {
	case none.MatchString(text): // s UNSATISFIABLE, UNSAT, =====UNSATISFIABLE=====
		a.none = true
		return nil
	case slices.Contains([]string{"c", "s", "o", "SAT"}, words[0]), // clasp has no other mark between solutions
		strings.HasPrefix(text, "%"), strings.HasPrefix(text, "=="), strings.HasPrefix(text, "--"):
		return a.end()
	case atoms:
		return a.answerSets(text)
	case strings.Contains(text, "<values>"):
		return a.vectors(values.FindAllStringSubmatch(text, -1))
	case words[0] == "v" && !strings.HasPrefix(words[min(1, len(words)-1)], "<"):
		return a.literals(words[1:])
	case diagramRow.MatchString(text) && len(strings.Join(words, "")) == a.n:
		return a.diagramRow(strings.Join(words, ""))
	case value.MatchString(text):
		return a.values(value.FindAllStringSubmatch(text, -1))
	case strings.Contains(text, "0") && isLiterals(words): // a file of minisat
		return a.literals(words)
	case len(words) == a.n && isNumbers(words):
		return a.vector(words)
	}
	if item := option.FindStringSubmatch(text); item != nil {
		return a.option(item[1]+item[4], item[2]+item[3])
	}
	return a.arrays(text) // or statistics, say
}

// answerSets reads the atoms of one answer set, or of several in brackets, as clingo prints them.
func (a *answers) answerSets(text string) error {
	for set := range strings.SplitSeq(text, "]") {
		for _, queen := range atom.FindAllStringSubmatch(set, -1) {
			if err := a.putNumbers(queen[1], queen[2]); err != nil {
				return err
			}
			a.atoms = true
		}
		if err := a.endWhole(); err != nil {
			return err
		}
	}
	return nil
}

// vectors reads lists of all columns.
func (a *answers) vectors(lists [][]string) error {
	for _, list := range lists {
		columns := strings.Fields(list[1])
		if len(columns) != a.n {
			return fmt.Errorf("%s, want %d", cli.Plural(len(columns), "value"), a.n)
		}
		if err := a.vector(columns); err != nil {
			return err
		}
	}
	return nil
}

// values reads columns of rows, and squares that are true or false.
func (a *answers) values(found [][]string) error {
	for _, v := range found {
		row, col := v[1], v[3]
		if v[2] != "" {
			if strings.EqualFold(v[3], "false") {
				continue
			}
			col = v[2]
		}
		if err := cmp.Or(a.putNumbers(row, col), a.endWhole()); err != nil {
			return err
		}
	}
	return nil
}

// diagramRow reads the next row of a diagram, the first at the top.
func (a *answers) diagramRow(row string) error {
	a.rows++
	return cmp.Or(a.put(a.rows-1, strings.IndexByte(row, 'Q')), a.endWhole())
}

// isModel reports whether words are all variables of a board in order, each true or false.
func (a *answers) isModel(words []string) bool {
	for i, word := range words {
		if strings.TrimPrefix(word, "-") != strconv.Itoa(i+1) {
			return false
		}
	}
	return len(words) >= a.n*a.n
}

// arrays reads arrays of all columns, as MiniZinc prints them, or of all variables, as PySAT does.
func (a *answers) arrays(text string) error {
	for _, found := range array.FindAllStringSubmatch(text, -1) {
		columns := strings.FieldsFunc(index.ReplaceAllString(found[2], ""), func(r rune) bool { return r == ' ' || r == ',' })
		if a.isModel(columns) && a.n > 1 {
			if err := a.literals(append(columns[:a.n*a.n], "0")); err != nil {
				return err
			}
			continue
		}
		if len(columns) != a.n || a.array != "" && found[1] != a.array {
			continue
		}
		a.array = found[1]
		if err := a.vector(columns); err != nil {
			return err
		}
	}
	return nil
}

func isNumbers(words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool {
		_, err := strconv.Atoi(word)
		return err != nil
	})
}

// isLiterals reports whether the words are the numbers of variables, with 0 at the end.
func isLiterals(words []string) bool { return isNumbers(words) && words[len(words)-1] == "0" }

// literals reads variables, those that are false with a minus before them.
func (a *answers) literals(words []string) error {
	for _, word := range words {
		number, err := strconv.Atoi(strings.Replace(word, "x", "", 1))
		if err != nil {
			return fmt.Errorf("%.20q is not a variable", word)
		}
		if number == 0 {
			return a.end()
		}
		a.begun = true
		if number < 0 {
			continue
		}
		if number > a.n*a.n {
			return fmt.Errorf("variable %d of %d", number, a.n*a.n)
		}
		if err := a.put((number-1)/a.n, (number-1)%a.n); err != nil {
			return err
		}
	}
	return nil
}

// vector reads the columns of all queens.
func (a *answers) vector(words []string) error {
	for row, word := range words {
		col, err := strconv.Atoi(word)
		if err != nil {
			return err
		}
		if err := a.put(row, col-1); err != nil {
			return err
		}
	}
	return a.end()
}

// option reads an option of an exact cover, "r1 c5 …". With n of them, a solution is complete.
func (a *answers) option(row, col string) error {
	if err := a.putNumbers(row, col); err != nil {
		return err
	}
	return a.endWhole()
}

// endWhole ends a solution that has all its queens.
func (a *answers) endWhole() error {
	if slices.Contains(a.queen, queens.Empty) {
		return nil
	}
	return a.end()
}

// putNumbers puts a queen on the board, given by its row and its column from 1.
func (a *answers) putNumbers(row, col string) error {
	r, _ := strconv.Atoi(row) // what is too large is off the board
	c, _ := strconv.Atoi(col)
	return a.put(r-1, c-1)
}

// put puts a queen on the board.
func (a *answers) put(row, col int) error {
	if row < 0 || row >= a.n || col < 0 || col >= a.n {
		return fmt.Errorf("row %d, column %d is off the board of %d", row+1, col+1, a.n)
	}
	if other := a.queen[row]; other != queens.Empty && other != col {
		return fmt.Errorf("row %d has two queens, in columns %d and %d", row+1, other+1, col+1)
	}
	a.begun = true
	a.queen[row] = col
	return nil
}
