package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"example.com/queens/cmd/queens/cli"
	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/queue"
	"github.com/spf13/cobra"
)

func exportCommand() *cobra.Command {
	var place place
	var board cli.Board
	cmd := &cobra.Command{
		Use:   "export BOARD",
		Short: "Print what a server has of a count, as a ledger",
		Long: `Export prints the ledger of a board: how its count was cut, and all results, with
who counted them and when. "queens count --ledger" goes on from it.

` + cli.BoardHelp,
		Example:           `  queensd export 22 > q22.jsonl`,
		Args:              cli.OneBoard,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := board.Solver(cmd, args[0])
			if err != nil {
				return err
			}
			tell := newTeller(cmd.ErrOrStderr())
			q, err := place.open(cmd.Context(), queue.Coordinator, tell)
			if err != nil {
				return err
			}
			defer q.Close()
			all, err := readAll(cmd, q, tell)
			if err != nil {
				return err
			}
			book, err := all.Book(s.String())
			if err != nil {
				return err
			}
			return writeBook(cmd.OutOrStdout(), book)
		},
	}
	board.AddFlags(cmd)
	place.addFlags(cmd)
	return cmd
}

func writeBook(w io.Writer, book *ledger.Book) error {
	out := bufio.NewWriter(w)
	_, err := out.Write(book.Line())
	for r := range book.All() {
		_, e := out.Write(book.ResultLine(r))
		err = errors.Join(err, e)
	}
	return errors.Join(err, out.Flush())
}

func importCommand() *cobra.Command {
	var place place
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "Give a server what a ledger has",
		Long: `Import reads a ledger from a file or, if its name is -, from standard input, and
gives its results to a server. It takes all lines or none: one that is damaged is an
error. Results that are there already are nothing new. They are drawn to be counted
again as those of workers are.`,
		Example: `  queensd import q22.jsonl`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("import has %s, want one, the file", cli.Plural(len(args), "argument"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			book, err := readBook(args[0], cmd.InOrStdin())
			if err != nil {
				return err
			}
			if len(book.Damaged) > 0 {
				return fmt.Errorf("line %d is damaged; nothing was imported", book.Damaged[0])
			}
			q, err := place.open(cmd.Context(), queue.Coordinator, newTeller(cmd.ErrOrStderr()))
			if err != nil {
				return err
			}
			defer q.Close()
			if err := q.Create(cmd.Context(), 1); err != nil {
				return err
			}
			added, err := q.Store(cmd.Context(), book)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %s of %d new\n", book.Board, cli.Plural(added, "result"), book.Len())
			return err
		},
	}
	place.addFlags(cmd)
	return cmd
}

// readBook reads a ledger.
func readBook(name string, stdin io.Reader) (*ledger.Book, error) {
	if name == "-" {
		return ledger.Read(stdin)
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file", name)
	}
	return ledger.ReadFile(name)
}
