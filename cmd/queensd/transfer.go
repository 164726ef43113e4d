package main

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"example.com/queens/cmd/queens/cli"
	"example.com/queens/cmd/queens/ledger"
	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/spf13/cobra"
)

func exportCommand() *cobra.Command {
	var server serverFlags
	var board cli.BoardFlags
	cmd := &cobra.Command{
		Use:   "export BOARD",
		Short: "Print a count of a server as a ledger",
		Long: `Export prints the ledger of a board: how its count is cut into tasks, and all
results, with who counted them and when. "queens count --ledger" goes on from
it.

` + cli.BoardHelp,
		Example:           `  queensd export 22 > q22.jsonl`,
		Args:              cli.OneBoard,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			b, err := board.Board(cmd, args[0])
			if err != nil {
				return err
			}
			all, q, err := server.archive(cmd)
			if err != nil {
				return err
			}
			defer q.Close()
			book, err := all.Book(b.String())
			if err != nil {
				return err
			}
			return writeBook(cmd.OutOrStdout(), book)
		},
	}
	board.AddTo(cmd)
	server.addTo(cmd)
	return cmd
}

func writeBook(w io.Writer, book *ledger.Book) error {
	out := bufio.NewWriter(w)
	out.Write(book.Line())
	for r := range book.All() {
		out.Write(book.ResultLine(r))
	}
	return out.Flush() // with the first error
}

func importCommand() *cobra.Command {
	var server serverFlags
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "Copy a ledger to a server",
		Long: `Import reads a ledger from a file or, if its name is -, from standard input, and
stores its results on a server. If a line is damaged, it stores nothing. Results
that the server has already are skipped. Imported results that name the account
of a worker may be drawn for a recount. Those that name nobody, or the
coordinator, count as your own, and are not recounted.`,
		Example: `  queensd import q22.jsonl`,
		Args:    oneArgument("the file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			book, err := readBook(args[0], cmd.InOrStdin())
			if err != nil {
				return err
			}
			if len(book.Damaged) > 0 {
				return fmt.Errorf("line %d is damaged; nothing was imported", book.Damaged[0])
			}
			q, err := server.open(cmd.Context(), wire.Coordinator, messengerTo(cmd.ErrOrStderr()))
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
	server.addTo(cmd)
	return cmd
}

// readBook reads a ledger from a file, or from standard input if its name is -.
func readBook(name string, stdin io.Reader) (*ledger.Book, error) {
	if name == "-" {
		return ledger.Read(stdin)
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", name)
	}
	return ledger.ReadFile(name)
}
