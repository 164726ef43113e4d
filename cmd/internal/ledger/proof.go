package ledger

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/queens"
	"example.com/queens/internal/find"
)

// The lines of a proof: the first, one for each claim, and the last. Each has the checksum of
// its other fields and of the board.
type (
	proofHead struct {
		Ledger string `json:"ledger"`
		Board  string `json:"board"`
		Sum    string `json:"sum,omitempty"`
	}
	claimLine struct {
		Prefix  []int   `json:"prefix"`
		Columns []int   `json:"columns"`
		Seconds float64 `json:"seconds"` // that it took
		Sum     string  `json:"sum,omitempty"`
	}
	firstLine struct {
		First queens.Placement `json:"first"` // null if there is no solution
		Sum   string           `json:"sum,omitempty"`
	}
)

// A Problem is a board of which the first solution is searched for. Its text, in the form of
// [queens.Board], tells it from others.
type Problem struct {
	Text string
	Grid find.Grid
}

// ProblemOf returns the problem of a board.
func ProblemOf(b *queens.Board) Problem {
	g := find.Empty(b.N(), b.Toroidal())
	for s := range b.Blocked() {
		g = g.Without(s.Row, find.SetOf(s.Col))
	}
	for s := range b.Given() {
		g = g.With(s.Row, s.Col)
	}
	return Problem{b.String(), g}
}

// A Proof is a ledger of claims about the first solution of a board: see [find.Claim].
type Proof struct {
	Claims  []find.Claim
	Damaged []int            // the numbers of the lines that cannot be read, from 1
	First   queens.Placement // once it is known; nil if there is none

	problem Problem
	done    bool     // the last line is there
	journal *journal // nil if it is only read
}

// OpenProof opens the proof of a board, or creates it if there is no such file.
func OpenProof(name string, problem Problem) (*Proof, error) {
	p := &Proof{problem: problem}
	var err error
	if p.journal, err = openJournal(name, content{proofBeginning, p.begin, p.takeHead, p.take}); err != nil {
		return nil, err
	}
	return p, nil
}

// ReadProof reads the proof of a board without changing it. It may be in use.
func ReadProof(name string, problem Problem) (*Proof, error) {
	f, err := openToRead(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p, in := &Proof{problem: problem}, newReader(f)
	line, err := in.line()
	if err == nil || err == io.EOF {
		err = p.takeHead(line)
	}
	if err == nil {
		err = p.take(in)
	}
	if err != nil {
		return nil, fmt.Errorf("ledger %s: %w", name, err)
	}
	return p, nil
}

func (p *Proof) begin() ([]byte, error) {
	h := proofHead{Ledger: proofFormat, Board: p.problem.Text}
	return p.sealed(&h, &h.Sum), nil
}

func (p *Proof) takeHead(line []byte) error {
	var h proofHead
	switch err := json.Unmarshal(line, &h); {
	case bytes.HasPrefix(line, []byte(beginning)):
		return errors.New(`it is the ledger of a count, of "queens count"; choose another name`)
	case err != nil || h.Ledger == "":
		return fmt.Errorf("line 1 is damaged, or it is not a ledger: it begins with %.40q; choose another name", line)
	case h.Ledger != proofFormat:
		return fmt.Errorf("it has the format %.40q, want %q", h.Ledger, proofFormat)
	case h.Board != p.problem.Text:
		return fmt.Errorf("it is for the board %.100q, not for %q", h.Board, p.problem.Text)
	case !p.isSealed(line, &h, &h.Sum):
		return errors.New("line 1 is damaged")
	}
	return nil
}

func (p *Proof) take(in *reader) error {
	for number := 2; ; number++ {
		line, err := in.line()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case !p.takeLine(line):
			p.Damaged = append(p.Damaged, number)
		}
	}
}

// takeLine reads a claim, or the answer. It reports whether it can, and whether the claim can
// be made of the board.
func (p *Proof) takeLine(line []byte) bool {
	var c claimLine
	if json.Unmarshal(line, &c) == nil && c.Columns != nil && p.isSealed(line, &c, &c.Sum) {
		claim := find.Claim{Prefix: c.Prefix, Columns: c.Columns}
		if _, err := claim.Counterexamples(p.problem.Grid); err == nil {
			p.Claims = append(p.Claims, claim)
			return true
		}
	}
	var last firstLine
	if json.Unmarshal(line, &last) == nil && p.isSealed(line, &last, &last.Sum) && (last.First == nil || p.problem.Grid.Solves(last.First)) {
		p.done, p.First = true, last.First
		return true
	}
	return false
}

// sealed returns the line of a value, after it has set its checksum.
func (p *Proof) sealed(value any, sum *string) []byte {
	*sum = ""
	*sum = checksum(p.problem.Text + " " + string(encode(value)))
	return append(encode(value), '\n')
}

// isSealed reports whether a line is the text of the value that was read from it, with the
// right checksum.
func (p *Proof) isSealed(line []byte, value any, sum *string) bool {
	was := *sum
	return bytes.Equal(p.sealed(value, sum), line) && *sum == was
}

// Add adds a claim that is proved, and how long that took.
func (p *Proof) Add(c find.Claim, took time.Duration) error {
	p.Claims = append(p.Claims, c)
	line := claimLine{Prefix: c.Prefix, Columns: c.Columns, Seconds: math.Round(took.Seconds()*1e3) / 1e3}
	return p.journal.append(p.sealed(&line, &line.Sum))
}

// Finish adds the answer, which is nil if there is no solution.
func (p *Proof) Finish(first queens.Placement) error {
	p.done, p.First = true, first
	line := firstLine{First: first}
	return p.journal.append(p.sealed(&line, &line.Sum))
}

// Answered reports whether the proof has the answer, and its claims prove it. That there is
// no solution at all is not proved by claims.
func (p *Proof) Answered() bool {
	return p.done && (p.First == nil || p.gap(p.First) == len(p.First))
}

// gap returns the first row of a solution, or of its beginning, in which a column further left
// is open and not claimed to have no solution, or its length if there is none.
func (p *Proof) gap(begin []int) int {
	rest := p.problem.Grid
	for row, queen := range begin {
		claimed := find.SetOf(p.claimed(begin[:row])...)
		for col := range rest.Open[row].Members() {
			if col < queen && !claimed.Has(col) {
				return row
			}
		}
		rest = rest.With(row, queen)
	}
	return len(begin)
}

// claimed returns the columns that, by the claims, cannot follow a prefix.
func (p *Proof) claimed(prefix []int) []int {
	var columns []int
	for _, c := range p.Claims {
		if slices.Equal(c.Prefix, prefix) {
			columns = append(columns, c.Columns...)
		}
	}
	return columns
}

// known returns how the first solution begins, as far as the claims prove it: the longest
// prefix of a claim, up to its first gap.
func (p *Proof) known() []int {
	var longest []int
	for _, c := range p.Claims {
		if len(c.Prefix) > len(longest) {
			longest = c.Prefix
		}
	}
	return longest[:p.gap(longest)]
}

// Rest returns what is left to search: the solutions that begin as is known, without those that
// are claimed not to exist.
func (p *Proof) Rest() find.Grid {
	known, rest := p.known(), p.problem.Grid
	for row, col := range known {
		rest = rest.With(row, col)
	}
	if len(known) == len(rest.Open) {
		return rest
	}
	return rest.Without(len(known), find.SetOf(p.claimed(known)...))
}

// Missing says what the claims do not prove.
func (p *Proof) Missing() string {
	if known := p.known(); len(known) > 0 {
		var text []string
		for _, col := range known {
			text = append(text, strconv.Itoa(col+1))
		}
		return "the first solution begins with " + strings.Join(text, " ") + " or comes later"
	}
	return "nothing is known of the first solution"
}

// Close closes the file and lets other processes open it.
func (p *Proof) Close() error { return p.journal.close() }
