// Queens solves the n-queens problem on the command line: it places n queens on an n×n
// board so that no two attack each other. Run "queens help" for its commands.
package main

import (
	"example.com/queens/cmd/internal/audit"
	"example.com/queens/cmd/internal/cli"
	_ "example.com/queens/cmd/internal/silent"
	"github.com/spf13/cobra"
)

func main() { cli.Main(newRoot()) }

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:         "queens",
		Annotations: map[string]string{cli.NumberCommand: "solve"},
		Short:       "Place n queens on an n×n board so that no two attack each other",
		Long: `Queens solves the n-queens problem: it places n queens on an n×n board so that
no two attack each other.

  queens solve 8 --limit 1                    # one solution of the 8×8 board
  queens puzzle 8 --seed 1 | queens hint -    # a puzzle, and its first step
  queens count 1-16                           # how many solutions there are

Squares have their chess names: the letter of the file, from a for the first
column, and the number of the rank, from 1 for the first row. After file z come
aa, ab, ….

Five commands print one solution:

  complete   any one, of any board, as quickly as possible
  first      the one that solve --limit 1 prints, much sooner on large boards
  sample     a random one of any board, all equally likely
  random     a random one of an empty board of any size, not all equally likely
  construct  always the same one of an empty board, of any size

` + cli.Statuses,
	}
	cli.AddGroup(root, "Solve", solveCommand(), completeCommand(), firstCommand(), constructCommand(), verifyCommand(), drawCommand(), traceCommand())
	cli.AddGroup(root, "Puzzles", puzzleCommand(), playCommand(), hintCommand(), uniqueCommand())
	cli.AddGroup(root, "Random", randomCommand(), sampleCommand())
	cli.AddGroup(root, "Count", countCommand(), audit.Command("queens"), estimateCommand(), benchCommand())
	cli.AddGroup(root, "Other programs", exportCommand(), importCommand())
	root.AddCommand(boardTopic())
	return root
}

// boardTopic explains BOARD, the argument of the other commands.
func boardTopic() *cobra.Command {
	return &cobra.Command{
		Use:   "board",
		Short: "How a board is written",
		Long: `BOARD, in the help of the other commands, is one of these:

  8                            the size of an empty board, up to three digits
  n=8 torus given=b4 blocked=c1
  2 4 1 3                      columns of queens from 1, row by row, _ for none;
                               2413 and 2,4,1,3 are the same
  n=4 b1 d2 a3 c4              squares; without n= the board is the smallest one
  2Q1/Q3/3Q/1Q2                FEN, which begins with the last rank
  [1,3,0,2]                    JSON, columns from 0, null or -1 for none
  {"board":"n=4","answer":…}   JSON that a command has written

or a diagram: Q, q, D, * or a chess piece is a queen, x a blocked square, and
each of . + - _ an empty one; there may be lines between squares and names of
ranks and files. Queens on the board count as given. Headings, labels such as
"Row 1:" or "Queen 1:", and lists, arrays and tables as many programs and
languages print them are read too.

Boards of regions have one queen in each row, column and region, and no two
touch, not even at a corner. Their rows are counted from the top:

  AAB/ABB/CCC                  a letter for each region, on one line or several
  3x1.AABABBCCC                Star Battle notation
  https://puzz.link/p?starbattle/3/3/1/…
  {"regions":[[0,0,1],…]}      JSON, as other sites write it too

or a diagram with lines between the regions only. Words such as "given=b1
blocked=a2" may follow, or a grid of queens. Lines of numbers are queens of a
plain board unless --regions is set.

A number is a size, unless it has four digits or more and each is a column, as
in 2413. Anything else is the name of a file with one of these, if there is such
a file, or - for standard input, or else a text.
Commands that take several boards accept files with any number of them, all of
one kind: one to a line, diagrams separated by empty lines, or JSON. Lines that
begin with # are skipped. Each board gets its own answer; whatever cannot be
read is reported on standard error.

Where a text may be several things, it is the first of these that fits: an
object, by its names; a link, Star Battle notation or FEN; a drawing with lines
left out; n rows of n squares; a size; digits; squares; columns; pairs such as
(1,2) (2,4), if the rows are in order; words. Lines alike that make a square
are one board. What still can mean two things is an error that names both.

On CSES boards * marks a reserved square, but here it would be a queen:
tr '*' x < board.txt | queens count`,
	}
}
