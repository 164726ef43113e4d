package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"

	"example.com/queens"
	"github.com/spf13/cobra"
)

// A Text is a board as it stands in a file: one line, or a diagram of several.
type Text struct {
	Line int // the number of its first line, from 1
	Text string
}

// maxLine is the length of the longest line that can be read, in bytes. The largest board
// that the library reads fits in any notation.
const maxLine = 64 << 20

// ReadBoards reads the boards of a file, or of standard input if the name is "-", and
// yields each as soon as it is read. It ends at the first error. A user at a terminal is
// told that the program waits for input.
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
		boards(readLines(cmd.Context(), in), yield)
	}
}

// boards joins the lines of each diagram, which ends at a blank line or at the end of the
// input. Any other board is a line by itself. Lines that start with # are skipped.
func boards(lines iter.Seq2[string, error], yield func(Text, error) bool) {
	var diagram Text
	end := func() bool {
		whole := diagram
		diagram = Text{}
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
		case diagram.Text != "":
			diagram.Text += line + "\n"
		case startsDiagram(trimmed):
			diagram = Text{number, line + "\n"}
		case !yield(Text{number, line}, nil):
			return
		}
	}
	end()
}

// startsDiagram tells the first line of a diagram, right or wrong, from a board on one
// line, which has digits or the punctuation of FEN, JSON, vectors or the text of a board.
// A diagram has no digits but the number of a rank.
func startsDiagram(line string) bool {
	rest := strings.TrimLeft(line, "0123456789")
	return rest != "" && !strings.ContainsAny(rest, "0123456789/([=")
}

// readLines reads in a goroutine, so that a slow input does not delay the end of ctx.
func readLines(ctx context.Context, in io.Reader) iter.Seq2[string, error] {
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

// ParsePlacement reads a placement in any notation of the library, as JSON, or as the
// given queens of a board's text.
func ParsePlacement(text string) (queens.Placement, error) {
	if p, ok, err := parseJSON(text); ok {
		return p, err
	}
	p, err := queens.Parse(text)
	if err == nil {
		return p, nil
	}
	if board, boardErr := queens.ParseBoard(text); boardErr == nil {
		return GivenOf(board), nil
	}
	return nil, err
}

// parseJSON reads an array of columns, counted from 0. It is not ok if the text is not
// JSON at all.
func parseJSON(text string) (p queens.Placement, ok bool, err error) {
	if !strings.HasPrefix(strings.TrimSpace(text), "[") {
		return nil, false, nil
	}
	var columns []*int // to tell null from 0
	if err := json.Unmarshal([]byte(text), &columns); err != nil {
		return nil, true, fmt.Errorf("JSON: %w", err)
	}
	p = make(queens.Placement, len(columns))
	for row, col := range columns {
		if col == nil || *col < queens.Empty || *col >= len(p) {
			return nil, true, fmt.Errorf("item %d of the JSON is not a column 0..%d, nor -1 for an empty row", row+1, len(p)-1)
		}
		p[row] = *col
	}
	return p, true, nil
}

// GivenOf returns the given queens of a board as a placement.
func GivenOf(board *queens.Board) queens.Placement {
	p := slices.Repeat(queens.Placement{queens.Empty}, board.N())
	for square := range board.Given() {
		p[square.Row] = square.Col
	}
	return p
}
