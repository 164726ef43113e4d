package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"

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
// yields each as soon as it is read. It ends at the first error.
func ReadBoards(cmd *cobra.Command, name string) iter.Seq2[Text, error] {
	return func(yield func(Text, error) bool) {
		boards(linesOf(cmd, name), func(text Text, err error) bool {
			if err != nil {
				return yield(text, err)
			}
			texts, err := unfold(text.Text)
			if err != nil {
				return yield(text, nil) // whoever parses it gets the error, and knows the line
			}
			for _, each := range texts {
				if !yield(Text{text.Line, each}, nil) {
					return false
				}
			}
			return true
		})
	}
}

// ReadText returns the text of a file, or of standard input if the name is "-".
func ReadText(cmd *cobra.Command, name string) (string, error) {
	var text strings.Builder
	for line, err := range linesOf(cmd, name) {
		if err != nil {
			return "", err
		}
		text.WriteString(line + "\n")
	}
	return text.String(), nil
}

// linesOf reads the lines of a file, or of standard input if the name is "-". A user at a
// terminal is told that the program waits for input.
func linesOf(cmd *cobra.Command, name string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		in := cmd.InOrStdin()
		if name != "-" {
			f, err := os.Open(name)
			if err != nil {
				yield("", err)
				return
			}
			defer f.Close()
			in = f
		} else if IsTerminal(in) {
			fmt.Fprintln(cmd.ErrOrStderr(), "reading standard input; Ctrl-D ends it")
		}
		readLines(cmd.Context(), in)(yield)
	}
}

// SourceName returns the name of a file, or that of standard input for "-".
func SourceName(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
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
// A diagram has no digits but the number of a rank. The word "torus" may stand before it.
func startsDiagram(line string) bool {
	rest := strings.TrimLeft(line, "0123456789")
	return rest != "" && !strings.ContainsAny(rest, "0123456789/([{=") && line != "null"
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
