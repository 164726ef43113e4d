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
		Long: `BOARD, in the help of the other commands, is one of these, or the name of a file
with any number of them, or - for standard input:

  size     8                                one to three digits
  vector   2 4 1 3   2,4,1,3   . 4 1 .      columns from 1, row by row
  digits   2413                             at most nine, each a column
  array    [1,3,0,2]   [1, 3, null, 2]      columns from 0, also as Go and
                                            Python print them
  squares  b1 d2 a3 c4                      in any order, also one a line, or
                                            {"row":0,"col":1} in a list
  pairs    [[0,1],[1,3],[2,0],[3,2]]        in the order of their rows, both
                                            from 0 or both from 1
  FEN      2Q1/Q3/3Q/1Q2                    the last rank first
  diagram  n rows of n signs: lines, with bars, frames and names or without;
           strings in a list; a matrix, also of 0 and 1
  words    n=8 torus given=b4 blocked=c1    alone or before a form, n=4 b1 d2
  object   {"board": …, "answer": …}        or "solution", and beside them
                                            "n", "given", "blocked", "torus"

Boards of regions have one queen in each row, column and region, and no two
touch, not even at a corner. Their rows are counted from the top:

  rows     AAB/ABB/CCC   001 021 222        names, in lines or a matrix, too
  object   {"regions": …, "answer": …}      or "grid", "colorRegions" …
  drawing  lines around the regions, as queens draws them
  link     https://puzz.link/p?starbattle/3/3/1/ega0

Rows of numbers are regions only with --regions. Words such as "given=b1
blocked=a2" may follow rows and links.

A queen is one of Q q * D ♛ ♕ 👑 👸 ★ ⭐, an empty square one of . + - _ · # □ ■
◻ ◼ ▫ ▪ ⬜ ⬛ or nothing between bars, and x is a blocked one. If no sign is known
as a queen, it is that of two which stands once in each of four rows or more.
Queens count as given. What can mean two things is an error, and so are other
names in objects that may tell more of a board.

Several boards stand on a line each, or have empty lines or headings between,
or are values of JSON. Comments go from # to the end of the line. Each board
gets its own answer; whatever cannot be read is reported on standard error.`,
	}
}
