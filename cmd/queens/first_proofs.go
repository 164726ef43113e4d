package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/queens/ledger"
	"github.com/gofrs/flock"
)

// proofsFormat names the format of a ledger of claims.
const proofsFormat = "queens-first/1"

// longestProof is the length in bytes of the longest line of such a ledger. The first line
// names up to 64×64 squares of the board.
const longestProof = 1 << 16

// The lines of a ledger of claims: the first, one for each claim, and the last. Each has the
// checksum of its other fields and of the board.
type (
	proofsHead struct {
		Ledger string `json:"ledger"`
		Board  string `json:"board"`
		Sum    string `json:"sum,omitempty"`
	}
	proofLine struct {
		queens.Claim
		Seconds float64 `json:"seconds"` // that the proof took
		Sum     string  `json:"sum,omitempty"`
	}
	firstLine struct {
		First queens.Placement `json:"first"` // null if there is no solution
		Sum   string           `json:"sum,omitempty"`
	}
)

// proofs is a ledger of claims.
type proofs struct {
	name    string
	board   *queens.Board
	claims  []queens.Claim
	damaged []int // the numbers of the lines that cannot be read, from 1
	done    bool  // the last line is there
	first   queens.Placement

	file *os.File
	lock *flock.Flock
}

// openProofs opens the ledger of a board, and creates it if need be, unless it is only to be
// read.
func openProofs(name string, board *queens.Board, readOnly bool) (*proofs, error) {
	p := &proofs{name: name, board: board}
	flag := os.O_RDWR | os.O_CREATE | os.O_APPEND
	if readOnly {
		flag = os.O_RDONLY
	}
	var err error
	if p.file, err = os.OpenFile(name, flag, 0o666); err != nil {
		return nil, err
	}
	if !readOnly {
		p.lock = flock.New(name)
		if locked, err := p.lock.TryLock(); err != nil || !locked {
			p.file.Close()
			return nil, errors.Join(err, fmt.Errorf("ledger %s is in use by another process", name))
		}
	}
	whole, err := p.read()
	if err == nil && !readOnly {
		err = p.file.Truncate(whole) // without an incomplete last line
	}
	if err == nil && whole == 0 && !readOnly {
		err = p.write(p.head())
	}
	if err != nil {
		p.close()
		return nil, fmt.Errorf("ledger %s: %w", name, err)
	}
	return p, nil
}

func (p *proofs) head() *proofsHead {
	return &proofsHead{Ledger: proofsFormat, Board: p.board.String()}
}

// read reads the lines, and returns how many bytes they have without an incomplete last one.
func (p *proofs) read() (whole int64, err error) {
	in := bufio.NewReaderSize(p.file, longestProof)
	for number := 1; ; number++ {
		line, err := in.ReadSlice('\n')
		switch {
		case err == io.EOF && number == 1 && len(line) > 0 && !bytes.HasPrefix(line, []byte(`{"ledger":"queens-first/`)):
			return 0, errors.New("it is another file; choose another name")
		case err == io.EOF:
			return whole, nil
		case err == bufio.ErrBufferFull:
			return 0, fmt.Errorf("line %d is longer than %d bytes", number, longestProof)
		case err != nil:
			return 0, err
		case number == 1:
			if err := p.readHead(line); err != nil {
				return 0, err
			}
		case !p.readLine(line):
			p.damaged = append(p.damaged, number)
		}
		whole += int64(len(line))
	}
}

func (p *proofs) readHead(line []byte) error {
	var h proofsHead
	if json.Unmarshal(line, &h) != nil || h.Ledger == "" {
		return errors.New("its first line is damaged, or it is another file; choose another name")
	}
	if h.Ledger != proofsFormat {
		return fmt.Errorf("it has the format %.40q, want %q", h.Ledger, proofsFormat)
	}
	if want := p.board.String(); h.Board != want {
		return fmt.Errorf("it is for the board %.100q, not for %q", h.Board, want)
	}
	if !p.isMine(line, &h, &h.Sum) {
		return errors.New("its first line is damaged")
	}
	return nil
}

// readLine reads a claim, or the answer. It reports whether it can, and whether the claim can
// be made of the board.
func (p *proofs) readLine(line []byte) bool {
	var c proofLine
	if json.Unmarshal(line, &c) == nil && c.Columns != nil && p.isMine(line, &c, &c.Sum) {
		if _, err := p.board.With(c.Claim); err == nil {
			p.claims = append(p.claims, c.Claim)
			return true
		}
	}
	var last firstLine
	if json.Unmarshal(line, &last) == nil && p.isMine(line, &last, &last.Sum) && (last.First == nil || p.board.Check(last.First) == nil) {
		p.done, p.first = true, last.First
		return true
	}
	return false
}

// isMine reports whether a line is the text of a value that was read from it, with the right
// checksum.
func (p *proofs) isMine(line []byte, value any, sum *string) bool {
	was := *sum
	p.seal(value, sum)
	return *sum == was && bytes.Equal(append(ledger.JSON(value), '\n'), line)
}

// seal sets the checksum of a line.
func (p *proofs) seal(value any, sum *string) {
	*sum = ""
	*sum = ledger.Checksum(p.board.String() + " " + string(ledger.JSON(value)))
}

func (p *proofs) write(value any) error {
	switch v := value.(type) {
	case *proofsHead:
		p.seal(v, &v.Sum)
	case *proofLine:
		p.seal(v, &v.Sum)
	case *firstLine:
		p.seal(v, &v.Sum)
	}
	if _, err := p.file.Write(append(ledger.JSON(value), '\n')); err != nil {
		return err
	}
	return p.file.Sync()
}

// add adds a claim that is proved.
func (p *proofs) add(c queens.Claim, took time.Duration) error {
	p.claims = append(p.claims, c)
	return p.write(&proofLine{Claim: c, Seconds: math.Round(took.Seconds()*1e3) / 1e3})
}

// finish adds the answer.
func (p *proofs) finish(first queens.Placement) error {
	p.done, p.first = true, first
	return p.write(&firstLine{First: first})
}

// answered reports whether the ledger has the answer, and the claims prove it. That there is
// no solution at all is not proved by claims.
func (p *proofs) answered() bool {
	return p.done && (p.first == nil || p.gap(p.first) == len(p.first))
}

// gap returns the first row of a solution, or of its beginning, in which a column further left
// is open and not claimed to have no solution, or its length if there is none.
func (p *proofs) gap(begin []int) int {
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

// claimed returns the columns that the claims say a prefix cannot go on with.
func (p *proofs) claimed(prefix []int) []int {
	var columns []int
	for _, c := range p.claims {
		if slices.Equal(c.Prefix, prefix) {
			columns = append(columns, c.Columns...)
		}
	}
	return columns
}

// isOpen reports whether a queen can stand in the row after a prefix.
func (p *proofs) isOpen(prefix []int, col int) bool {
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

// begin returns how the first solution begins, as far as the claims prove it: the longest
// prefix of a claim, up to its first gap.
func (p *proofs) begin() []int {
	var longest []int
	for _, c := range p.claims {
		if len(c.Prefix) > len(longest) {
			longest = c.Prefix
		}
	}
	return longest[:p.gap(longest)]
}

// rest returns the board that is left to search: the solutions that begin like this, without
// those that are claimed not to exist.
func (p *proofs) rest() (*queens.Board, error) {
	begin := p.begin()
	var refuted []queens.Square
	for _, col := range p.claimed(begin) {
		refuted = append(refuted, queens.Square{Row: len(begin), Col: col})
	}
	return p.board.With(givenPrefix(begin), queens.Blocked(refuted...))
}

// missing says what the claims do not prove.
func (p *proofs) missing() string {
	if begin := p.begin(); len(begin) > 0 {
		var text []string
		for _, col := range begin {
			text = append(text, strconv.Itoa(col+1))
		}
		return "the first solution begins with " + strings.Join(text, " ") + " or comes later"
	}
	return "nothing is known of the first solution"
}

func (p *proofs) close() error {
	var err error
	if p.lock != nil {
		err = p.lock.Close()
	}
	return errors.Join(err, p.file.Close())
}
