package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"example.com/queens"
	"github.com/spf13/cobra"
)

func drawCommand(todo *job) *cobra.Command {
	d := draw{output: "-"}
	cmd := &cobra.Command{
		Use:   "draw [BOARD]",
		Short: "Draw a board as an SVG picture",
		Long: `Draw writes a picture of a board in SVG, for browsers and word processors.

BOARD is a placement in any notation that the library parses or solve prints,
right or wrong, whole or in part. Without it, or if it is -, the placement is
read from standard input. A number of up to three digits is a size: the board of
that size with the given queens alone.

With flags for given queens, blocked squares or a torus, the picture is that of
a puzzle, of up to 64 rows: the placement is the answer, the given queens are
boxed and dark, the others pale, and blocked squares are hatched. Without them,
boards have up to 256 rows.`,
		Example: `  queens draw 8 --given b4,d5 --output puzzle.svg
  queens complete 8 --given b4,d5 | queens draw --given b4,d5 -o answer.svg
  queens random 20 | queens draw > random.svg`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return fmt.Errorf("draw has %d arguments, want at most one, the board", len(args))
			}
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			board := "-"
			if len(args) > 0 {
				board = args[0]
			}
			*todo, err = d.job(board, cmd.InOrStdin(), cmd.OutOrStdout())
			return err
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVarP(&d.output, "output", "o", d.output, "write to `FILE`, in place of what is there;\n- is standard output")
	d.constraints.addFlags(cmd)
	return cmd
}

// draw is the command line of the command of that name.
type draw struct {
	constraints
	output string
}

// job returns the job of drawing the board that arg stands for.
func (d *draw) job(arg string, stdin io.Reader, stdout io.Writer) (job, error) {
	empty := func(n int) ([]byte, error) { return d.puzzlePicture(n, nil) }
	return boardJob(arg, stdin, empty, d.picture, func(_ context.Context, picture []byte) error {
		return d.write(picture, stdout)
	})
}

func (d *draw) picture(p queens.Placement) ([]byte, error) {
	if len(d.given) > 0 || len(d.blocked) > 0 || d.torus {
		return d.puzzlePicture(len(p), p)
	}
	var picture bytes.Buffer
	err := p.WriteSVG(&picture)
	return picture.Bytes(), err
}

// puzzlePicture returns the picture of the constraints with an answer on it, or
// none if it is nil.
func (d *draw) puzzlePicture(n int, answer queens.Placement) ([]byte, error) {
	s, err := newPuzzle(n, d.options())
	if err != nil {
		return nil, err
	}
	var picture bytes.Buffer
	err = s.WriteSVG(&picture, answer)
	return picture.Bytes(), err
}

func (d *draw) write(picture []byte, stdout io.Writer) error {
	if d.output != "-" {
		return replaceFile(d.output, picture)
	}
	_, err := stdout.Write(picture)
	return err
}

// replaceFile writes a file as a whole or not at all: what was there stays until
// the new content is complete. What is no regular file, such as a pipe, cannot be
// replaced and is written to.
func replaceFile(name string, content []byte) error {
	mode := fs.FileMode(0o666)
	if info, err := os.Stat(name); err == nil {
		if !info.Mode().IsRegular() {
			return os.WriteFile(name, content, mode)
		}
		mode = info.Mode().Perm()
		if name, err = filepath.EvalSymlinks(name); err != nil {
			return err
		}
	}
	temporary := fmt.Sprintf("%s.%d.tmp", name, os.Getpid())
	err := writeNew(temporary, content, mode)
	if err == nil {
		err = os.Rename(temporary, name)
	}
	if err != nil && !os.IsExist(err) {
		os.Remove(temporary)
	}
	return err
}

func writeNew(name string, content []byte, mode fs.FileMode) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}
