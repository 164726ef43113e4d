package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"

	"example.com/queens"
	"github.com/spf13/cobra"
)

// A Text is a board as it stands in a file: a line, or a drawing of several.
type Text struct {
	Line int // its first, from 1
	Text string
}

// maxLine is the most that is read as one line, in bytes: room for the largest board
// that the library reads, in any notation.
const maxLine = 64 << 20

// ReadBoards reads the boards of a file, or of standard input if its name is "-", as
// they come. An error ends it. Who sits at the terminal is told that it waits.
func ReadBoards(cmd *cobra.Command, name string) iter.Seq2[Text, error] {
	return func(yield func(Text, error) bool) {
		in := cmd.InOrStdin()
		if name != "-" {
			f, err := os.Open(name)
			if err != nil {
				yield(Text{}, err)
				return
			}
			defer f.Close()
			in = f
		} else if IsTerminal(in) {
			fmt.Fprintln(cmd.ErrOrStderr(), "reading standard input; Ctrl-D ends it")
		}
		boards(lines(cmd.Context(), in), yield)
	}
}

// boards puts lines together to boards. A drawing has several, up to a blank one or the
// end; all else is a line each. Lines that start with # are passed over.
func boards(lines iter.Seq2[string, error], yield func(Text, error) bool) {
	var drawing Text
	end := func() bool {
		whole := drawing
		drawing = Text{}
		return whole.Text == "" || yield(whole, nil)
	}
	number := 0
	for line, err := range lines {
		number++
		trimmed := strings.TrimSpace(line)
		switch {
		case err != nil:
			yield(Text{}, err)
			return
		case trimmed == "":
			if !end() {
				return
			}
		case trimmed[0] == '#':
		case drawing.Text != "":
			drawing.Text += line + "\n"
		case isDrawn(trimmed):
			drawing = Text{number, line + "\n"}
		case !yield(Text{number, line}, nil):
			return
		}
	}
	end()
}

// isDrawn tells the first line of a drawing, right or wrong, from a board on one line.
// That has digits, or the signs of FEN, JSON, vectors and words; a drawing has but the
// number of a rank.
func isDrawn(line string) bool {
	rest := strings.TrimLeft(line, "0123456789")
	return rest != "" && !strings.ContainsAny(rest, "0123456789/([=")
}

// lines reads in a goroutine of its own, so that an input that is long in coming does
// not hold up the end of ctx.
func lines(ctx context.Context, in io.Reader) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		read := make(chan string, 64)
		var failed error
		go func() {
			defer close(read)
			scanner := bufio.NewScanner(in)
			scanner.Buffer(nil, maxLine)
			for scanner.Scan() {
				select {
				case read <- scanner.Text():
				case <-ctx.Done():
					return
				}
			}
			failed = scanner.Err()
		}()
		for {
			select {
			case line, more := <-read:
				switch {
				case more && yield(line, nil):
					continue
				case !more && failed != nil:
					yield("", failed)
				}
				return
			case <-ctx.Done():
				yield("", ctx.Err())
				return
			}
		}
	}
}

// ParsePlacement reads a placement: all that the library reads, the JSON of one, and
// the given queens of a board's text.
func ParsePlacement(text string) (queens.Placement, error) {
	if p, ok, err := parseJSON(text); ok {
		return p, err
	}
	p, err := queens.Parse(text)
	if err == nil {
		return p, nil
	}
	if s, boardErr := queens.ParseBoard(text); boardErr == nil {
		return GivenOf(s), nil
	}
	return nil, err
}

// parseJSON reads the columns of a placement, counted from 0. It is not ok if the text
// is no JSON at all.
func parseJSON(text string) (p queens.Placement, ok bool, err error) {
	if !strings.HasPrefix(strings.TrimSpace(text), "[") {
		return nil, false, nil
	}
	var columns []*int // where null is told from 0
	if err := json.Unmarshal([]byte(text), &columns); err != nil {
		return nil, true, fmt.Errorf("JSON: %w", err)
	}
	p = make(queens.Placement, len(columns))
	for row, col := range columns {
		if col == nil || *col < queens.Empty || *col >= len(p) {
			return nil, true, fmt.Errorf("item %d of the JSON is no column 0..%d, nor -1 for an empty row", row+1, len(p)-1)
		}
		p[row] = *col
	}
	return p, true, nil
}

// GivenOf returns the given queens of a board.
func GivenOf(s *queens.Board) queens.Placement {
	p := make(queens.Placement, s.N())
	for row, line := range Rows(s, nil) {
		p[row] = strings.IndexByte(line, 'Q') // which is Empty if there is none
	}
	return p
}

// Rows returns the squares of a board with the queens of p, or the given ones if p is
// nil: a byte each, Q for a queen, x for a blocked square and a dot for any other.
func Rows(s *queens.Board, p queens.Placement) []string {
	return strings.Fields(s.Diagram(p, queens.DiagramStyle{}))
}
