package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"example.com/queens/regions"
	"github.com/spf13/cobra"
)

// A regionPrinter holds the flags that choose how solutions of boards of regions are
// written.
type regionPrinter struct {
	format cli.Value[string]
	json   bool
	colors colors
}

func (p *regionPrinter) addTo(cmd *cobra.Command) {
	choices := []string{"diagram", "vector", "squares", "json"}
	p.format = oneOf("diagram", choices)
	cmd.Flags().VarP(&p.format, "format", "f", "how to write a solution: diagram, vector, squares, json")
	cli.MustComplete(cmd, "format", cobra.FixedCompletions(choices, cobra.ShellCompDirectiveNoFileComp))
	cmd.Flags().BoolVarP(&p.json, "json", "j", false, "write JSON: columns from 0, answers as objects")
	p.colors.addTo(cmd)
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		if p.json && cmd.Flags().Changed("format") && p.format.V != "json" {
			return fmt.Errorf("--json and --format %s exclude each other", p.format.V)
		}
		return nil
	}
}

// oneOf returns the value of a flag that takes one of some names.
func oneOf(standard string, choices []string) cli.Value[string] {
	return cli.Value[string]{V: standard, Text: standard, Name: "format", Read: func(name string) (string, error) {
		if !slices.Contains(choices, name) {
			return "", fmt.Errorf("want one of %s", strings.Join(choices, ", "))
		}
		return name, nil
	}}
}

func (p *regionPrinter) print(cmd *cobra.Command, b *regions.Board, solution queens.Placement) error {
	text := ""
	switch {
	case p.json || p.format.V == "json":
		text = columnsJSON(solution)
	case p.format.V == "vector":
		text = solution.String()
	case p.format.V == "squares":
		text = squareNames(solution)
	default:
		text = p.colors.regionDrawer(cmd.OutOrStdout())(b, solution)
	}
	_, err := fmt.Fprintln(cmd.OutOrStdout(), text)
	return err
}

func regionsSolveCommand() *cobra.Command {
	var marks cli.BoardFlags
	var out regionPrinter
	limit := cli.Number("K", 0, 0)
	cmd := &cobra.Command{
		Use:   "solve [BOARD]...",
		Short: "Print the solutions of a board",
		Long: `Solve prints the solutions of boards of regions, of which a puzzle has one, in
lexicographic order of the queens' columns. The exit status is 1 if one of the
boards has no solution.

` + regionsHelp,
		Example: `  queens regions solve board.txt
  queens regions generate 8 --seed 1 | queens regions solve --format squares`,
	}
	limit.Text = ""
	cmd.Flags().VarP(&limit, "limit", "l", "stop after this many solutions of a board; 0 means no limit")
	cli.MustComplete(cmd, "limit", cobra.NoFileCompletions)
	out.addTo(cmd)
	marks.AddSquaresTo(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return forEach(cmd, args, &marks, func(b *regions.Board) error {
			found, stopped := 0, false
			for p, err := range b.Solutions(cmd.Context()) {
				if err != nil {
					return err
				}
				if err := out.print(cmd, b, p); err != nil {
					return err
				}
				if found++; found == limit.V {
					stopped = true
					break
				}
			}
			switch {
			case found == 0:
				return orNo(summarize(cmd, "no solutions"))
			case stopped && found == 1:
				return summarize(cmd, "first solution")
			case stopped:
				return summarize(cmd, "first "+cli.Plural(found, "solution"))
			}
			return summarize(cmd, cli.Plural(found, "solution"))
		})
	}
	return cmd
}

func regionsCountCommand() *cobra.Command {
	var marks cli.BoardFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "count [BOARD]...",
		Short: "Print the number of solutions of a board",
		Long: `Count prints the number of solutions of each board, on a line by itself.

` + regionsHelp,
		Example: `  queens regions count board.txt`,
	}
	cmd.Flags().BoolVarP(&asJSON, "json", "j", false, `write {"board":…,"solutions":…}`)
	marks.AddSquaresTo(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return forEach(cmd, args, &marks, func(b *regions.Board) error {
			solutions, err := b.Count(cmd.Context())
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(struct {
					Board     *regions.Board `json:"board"`
					Solutions uint64         `json:"solutions"`
				}{b, solutions})
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), solutions)
			return err
		})
	}
	return cmd
}

func regionsUniqueCommand() *cobra.Command {
	var marks cli.BoardFlags
	var out regionPrinter
	cmd := &cobra.Command{
		Use:   "unique [BOARD]...",
		Short: "Check whether boards have exactly one solution, and how hard they are",
		Long: `Unique checks whether a board has exactly one solution, as a puzzle should. It
prints the solution, or two different ones if there are several, and says how
hard the puzzle is for a person. The exit status is 0 only if all boards have
exactly one.

` + regionsHelp + `
In JSON the answer is
` + uniqueJSON,
		Example: `  queens regions unique board.txt
  queens regions unique board.txt --given c1`,
	}
	out.addTo(cmd)
	marks.AddSquaresTo(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return forEach(cmd, args, &marks, func(b *regions.Board) error { return out.decide(cmd, b) })
	}
	return cmd
}

// decide prints the solution of a board, or that there is not just one.
func (p *regionPrinter) decide(cmd *cobra.Command, b *regions.Board) error {
	v, err := verdictOn(cmd.Context(), b)
	if err != nil {
		return err
	}
	if p.json {
		return v.encode(cmd)
	}
	for _, answer := range v.Answers {
		if err := p.print(cmd, b, answer); err != nil {
			return err
		}
	}
	return v.say(cmd)
}
