package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"example.com/queens"
)

// readAnswers reads what a solver printed about a board of n rows: its solutions, or none if it
// says that there are none. check says what is wrong with a solution.
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
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if err := a.end(); err != nil {
		return nil, err
	}
	if len(a.found) == 0 && !a.none {
		return nil, errors.New("there is neither a solution nor a word that there is none")
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

func (a *answers) clear() {
	a.queen, a.begun = make(queens.Placement, a.n), false
	for row := range a.queen {
		a.queen[row] = queens.Empty
	}
}

// end ends a solution, if one has begun.
func (a *answers) end() error {
	if !a.begun {
		return nil
	}
	if err := a.check(a.queen); err != nil {
		return fmt.Errorf("%v is not a solution: %w", a.queen, err)
	}
	a.found = append(a.found, a.queen)
	a.clear()
	return nil
}

// line reads a line in whatever format it is.
func (a *answers) line(text string) error {
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil
	}
	switch upper := strings.ToUpper(text); {
	case strings.Contains(upper, "UNSAT"): // s UNSATISFIABLE, UNSAT, =====UNSATISFIABLE=====
		a.none = true
		return nil
	case words[0] == "c" || words[0] == "s" || words[0] == "o" || words[0] == "SAT" || strings.HasPrefix(text, "%") || strings.HasPrefix(text, "=="):
		return a.end() // the next solution has no other mark of clasp
	case strings.HasPrefix(text, "--"): // MiniZinc's line after each solution
		return a.end()
	case words[0] == "v":
		return a.literals(words[1:])
	case strings.Contains(text, "0") && isLiterals(words): // a file of minisat
		return a.literals(words)
	case len(words) == a.n && isNumbers(words):
		return a.vector(words)
	case len(words) > 1 && isItem(words[0]):
		return a.option(words)
	}
	return nil // statistics, say
}

func isNumbers(words []string) bool {
	for _, word := range words {
		if _, err := strconv.Atoi(word); err != nil {
			return false
		}
	}
	return true
}

// isLiterals reports whether the words are the numbers of variables, with 0 at the end.
func isLiterals(words []string) bool { return isNumbers(words) && words[len(words)-1] == "0" }

// isItem reports whether a word is the row or the column of an option.
func isItem(word string) bool {
	_, err := strconv.Atoi(strings.TrimLeft(word, "rcgdat"))
	return err == nil && strings.ContainsAny(word[:1], "rc")
}

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
func (a *answers) option(words []string) error {
	row, col := 0, 0
	for _, word := range words {
		number, err := strconv.Atoi(word[1:])
		switch {
		case err != nil:
		case word[0] == 'r':
			row = number
		case word[0] == 'c':
			col = number
		}
	}
	if row == 0 || col == 0 {
		return nil
	}
	if err := a.put(row-1, col-1); err != nil {
		return err
	}
	for _, col := range a.queen {
		if col == queens.Empty {
			return nil
		}
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
