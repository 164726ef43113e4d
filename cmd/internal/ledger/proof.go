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
		queens.Claim
		Seconds float64 `json:"seconds"` // that it took
		Sum     string  `json:"sum,omitempty"`
	}
	firstLine struct {
		First queens.Placement `json:"first"` // null if there is no solution
		Sum   string           `json:"sum,omitempty"`
	}
)

// A Proof is a ledger of claims about the first solution of a board: see [queens.OnClaim].
type Proof struct {
	Claims  []queens.Claim
	Damaged []int            // the numbers of the lines that cannot be read, from 1
	First   queens.Placement // once it is known; nil if there is none

	board   *queens.Board
	done    bool     // the last line is there
	journal *journal // nil if it is only read
}

// OpenProof opens the proof of a board, or creates it if there is no such file.
func OpenProof(name string, board *queens.Board) (*Proof, error) {
	p := &Proof{board: board}
	var err error
	if p.journal, err = openJournal(name, content{proofBeginning, p.begin, p.takeHead, p.take}); err != nil {
		return nil, err
	}
	return p, nil
}

// ReadProof reads the proof of a board without changing it. It may be in use.
func ReadProof(name string, board *queens.Board) (*Proof, error) {
	f, err := openToRead(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p, in := &Proof{board: board}, newReader(f)
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
	h := proofHead{Ledger: proofFormat, Board: p.board.String()}
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
	case h.Board != p.board.String():
		return fmt.Errorf("it is for the board %.100q, not for %q", h.Board, p.board)
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
		if _, err := p.board.With(c.Claim); err == nil {
			p.Claims = append(p.Claims, c.Claim)
			return true
		}
	}
	var last firstLine
	if json.Unmarshal(line, &last) == nil && p.isSealed(line, &last, &last.Sum) && (last.First == nil || p.board.Check(last.First) == nil) {
		p.done, p.First = true, last.First
		return true
	}
	return false
}

// sealed returns the line of a value, after it has set its checksum.
func (p *Proof) sealed(value any, sum *string) []byte {
	*sum = ""
	*sum = checksum(p.board.String() + " " + string(encode(value)))
	return append(encode(value), '\n')
}

// isSealed reports whether a line is the text of the value that was read from it, with the
// right checksum.
func (p *Proof) isSealed(line []byte, value any, sum *string) bool {
	was := *sum
	return bytes.Equal(p.sealed(value, sum), line) && *sum == was
}

// Add adds a claim that is proved, and how long that took.
func (p *Proof) Add(c queens.Claim, took time.Duration) error {
	p.Claims = append(p.Claims, c)
	line := claimLine{Claim: c, Seconds: math.Round(took.Seconds()*1e3) / 1e3}
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
	for row := range begin {
		claimed := p.claimed(begin[:row])
		for col := range begin[row] {
			if !slices.Contains(claimed, col) && p.isOpen(begin[:row], col) {
				return row
			}
		}
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

// isOpen reports whether a queen can stand in the row after a prefix.
func (p *Proof) isOpen(prefix []int, col int) bool {
	_, err := p.board.With(givenPrefix(append(slices.Clone(prefix), col)))
	return err == nil
}

// givenPrefix gives the queens of the first rows.
func givenPrefix(prefix []int) queens.Constraint {
	given := make([]queens.Square, len(prefix))
	for row, col := range prefix {
		given[row] = queens.Square{Row: row, Col: col}
	}
	return queens.Given(given...)
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

// Rest returns the board that is left to search: the solutions that begin as is known, without
// those that are claimed not to exist.
func (p *Proof) Rest() (*queens.Board, error) {
	known := p.known()
	var refuted []queens.Square
	for _, col := range p.claimed(known) {
		refuted = append(refuted, queens.Square{Row: len(known), Col: col})
	}
	return p.board.With(givenPrefix(known), queens.Blocked(refuted...))
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
