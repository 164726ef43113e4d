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
		Long: `Import reads what a solver printed about an exported board, from a file or from
standard input:

  dimacs        v 2 -3 0, a file of minisat, a list of PySAT
  opb           v x2 -x3
  minizinc      2 4 1 3, q = [2, 4, 1, 3], "q" : [2, 4, 1, 3]
  exact-cover   an option to a line, such as r1 c2 …

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
	a := answers{n: n, check: check, queen: queens.NewPlacement(n)}
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
	a.queen, a.begun = queens.NewPlacement(a.n), false
	return nil
}

var (
	// none matches what solvers say if there is no solution, but not what they say about the time.
	none = regexp.MustCompile(`UNSATISFIABLE|^UNSAT$`)
	// array matches an array: columns, as MiniZinc prints them, or variables, as PySAT does.
	array = regexp.MustCompile(`^(?:"?q"? *[:=] *)?\[([-\d, ]*)\]`)
	// option matches the row and the column in an option of an exact cover, in any order,
	// after the number of the option if the solver prints it.
	option = regexp.MustCompile(`^(?:\d+: *)?(?:r(\d+)\s(?:.*\s)?c(\d+)|c(\d+)\s(?:.*\s)?r(\d+))\b`)
)

// line reads a line in whatever format it is. What is in none ends a solution.
func (a *answers) line(text string) error {
	text = strings.TrimSpace(text)
	words := strings.Fields(text)
	isArray := array.MatchString(text)
	if isArray {
		words = strings.FieldsFunc(array.FindStringSubmatch(text)[1], func(r rune) bool { return r == ' ' || r == ',' })
	}
	option := option.FindStringSubmatch(text)
	switch {
	case none.MatchString(text): // s UNSATISFIABLE, UNSAT, =====UNSATISFIABLE=====
		a.none = true
		return nil
	case option != nil:
		return a.option(option[1]+option[4], option[2]+option[3])
	case len(words) > 0 && words[0] == "v":
		return a.literals(words[1:])
	case isArray && len(words) > a.n:
		return a.literals(append(words, "0"))
	case !areNumbers(words):
		return a.end()
	case words[len(words)-1] == "0": // a file of minisat
		return a.literals(words)
	case len(words) == a.n || isArray:
		return a.vector(words)
	}
	return a.end()
}

func areNumbers(words []string) bool {
	return len(words) > 0 && !slices.ContainsFunc(words, func(word string) bool {
		_, err := strconv.Atoi(word)
		return err != nil
	})
}

// literals reads variables, those that are false with a minus before them. 0 ends a solution.
func (a *answers) literals(words []string) error {
	for _, word := range words {
		number, err := strconv.Atoi(strings.Replace(word, "x", "", 1))
		switch {
		case err != nil:
			return fmt.Errorf("%.20q is not a variable", word)
		case number == 0:
			return a.end()
		case number > a.n*a.n:
			return fmt.Errorf("variable %d of %d", number, a.n*a.n)
		}
		if a.begun = true; number > 0 {
			if err := a.put((number-1)/a.n, (number-1)%a.n); err != nil {
				return err
			}
		}
	}
	return nil
}

// vector reads the columns of all queens.
func (a *answers) vector(words []string) error {
	if len(words) != a.n {
		return fmt.Errorf("%s, want %d", cli.Plural(len(words), "column"), a.n)
	}
	for row, word := range words {
		col, _ := strconv.Atoi(word)
		if err := a.put(row, col-1); err != nil {
			return err
		}
	}
	return a.end()
}

// option reads an option of an exact cover. With n of them, a solution is complete.
func (a *answers) option(row, col string) error {
	r, _ := strconv.Atoi(row) // what is too large is off the board
	c, _ := strconv.Atoi(col)
	if err := a.put(r-1, c-1); err != nil || slices.Contains(a.queen, queens.Empty) {
		return err
	}
	return a.end()
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
