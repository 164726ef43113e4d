package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"example.com/queens"
	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
)

// A maker holds the flags of the commands that make puzzles of either kind.
type maker struct {
	difficulty    cli.Value[queens.Difficulty]
	count         cli.Value[int]
	answer, steps bool
	output        cli.Value[string]
	seed          cli.Seed
	page          sheet
}

func newMaker() maker {
	return maker{difficulty: difficultyFlag(), count: cli.Number("K", 1, 1), output: cli.File()}
}

func (m *maker) addTo(cmd *cobra.Command, unlessSet string) {
	flags := cmd.Flags()
	flags.VarP(&m.difficulty, "difficulty", "d", "how hard it is: easy, medium, hard or expert"+unlessSet)
	cli.MustComplete(cmd, "difficulty", completeDifficulty)
	flags.VarP(&m.count, "count", "c", "make this many")
	cli.MustComplete(cmd, "count", cobra.NoFileCompletions)
	flags.BoolVarP(&m.answer, "answer", "a", false, "print the solution too")
	flags.BoolVar(&m.steps, "steps", false, "print the steps of a person who solves it; with --json the solution too")
	flags.VarP(&m.output, "output", "o", "write a picture to this file, in SVG; of several a sheet")
	m.seed.AddTo(cmd)
}

// difficultyFlag returns the value of a flag that is not set.
func difficultyFlag() cli.Value[queens.Difficulty] {
	return cli.Value[queens.Difficulty]{Name: "LEVEL", V: queens.Medium, Read: func(name string) (d queens.Difficulty, err error) {
		if err = d.UnmarshalText([]byte(name)); err != nil {
			err = errors.New("want easy, medium, hard or expert")
		}
		return d, err
	}}
}

func completeDifficulty(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return []cobra.Completion{"easy", "medium", "hard", "expert"}, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}

// madeJSON explains what encode writes.
const madeJSON = `In JSON each is an object on a line by itself, which the other commands read and
verify checks: {"board":…,"difficulty":"medium","seed":…}. With --answer it has
an "answer", and with --steps that and "steps", each with its reason.
`

// encode writes a puzzle as JSON.
func (m *maker) encode(w io.Writer, board any, level queens.Difficulty, answer queens.Placement, steps any) error {
	if !m.answer && !m.steps {
		answer = nil
	}
	if !m.steps {
		steps = nil
	}
	return json.NewEncoder(w).Encode(struct {
		Board      any               `json:"board"`
		Answer     queens.Placement  `json:"answer,omitempty"`
		Difficulty queens.Difficulty `json:"difficulty"`
		Seed       uint64            `json:"seed"`
		Steps      any               `json:"steps,omitempty"`
	}{board, answer, level, m.seed.V, steps})
}

// collect returns the steps if they are asked for.
func collect[D any](m *maker, steps iter.Seq2[D, error]) ([]D, error) {
	all := []D{}
	if m.steps {
		for step, err := range steps {
			if err != nil {
				return nil, err
			}
			all = append(all, step)
		}
	}
	return all, nil
}

// printComments prints steps as comments, which the readers of boards skip.
func printComments[D fmt.Stringer](w io.Writer, steps []D) error {
	for _, step := range steps {
		if _, err := fmt.Fprintf(w, "# %v\n", step); err != nil {
			return err
		}
	}
	if len(steps) == 0 {
		return nil
	}
	_, err := fmt.Fprintln(w)
	return err
}

// draw adds a picture to the file that is asked for.
func (m *maker) draw(write func(io.Writer) error) error {
	if m.output.V == "" {
		return nil
	}
	return m.page.add(write)
}

// finish writes the picture.
func (m *maker) finish(cmd *cobra.Command) error {
	if m.output.V == "" {
		return nil
	}
	return writeFile(cmd, m.output.V, m.page.svg())
}
